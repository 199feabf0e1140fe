"""The engine in this process."""

import itertools
import signal
import threading
import time

import pytest

import tak_toolkit as tak

# White completes a road on the third rank.
ROAD = "x5/x5/1,1,1,1,x/x5/2,2,2,x2 1 5"
# Black to move has a tinuë of three plies.
TINUE = "x2,2,2,2/2,x4/x2,1,1,1/x2,1,x2/x2,1,x2 2 5"


def test_it_plays() -> None:
    engine, board = tak.Engine(hash=1), tak.Board.from_tps(ROAD)
    assert str(engine.play(board, tak.Limit(depth=3))) == "e3"
    # Of two roads a level may take either.
    assert {str(engine.play(board, level=16, seed=seed)) for seed in range(20)} <= {"e3", "Ce3"}
    board.push_ptn("e3")
    assert engine.play(board, tak.Limit(depth=3)) is None
    with pytest.raises(ValueError, match="level"):
        engine.play(board, level=17)
    assert tak.Engine.levels()[:3] == ["Footprint", "Trail", "Path"]
    with pytest.raises(ValueError, match="limit"):
        engine.play(board)
    with pytest.raises(ValueError, match="expected time, nodes or depth"):
        tak.Limit()
    board = tak.Board.from_tps("1,1,1,1,1/2,2,2,2,x/x5/x5/x5 2 9")
    assert list(engine.analyse(board)) == [] and engine.play(board, tak.Limit(depth=1)) is None


def test_a_level_with_a_seed_plays_the_same_again() -> None:
    def game() -> list[tak.Move]:
        engine, board = tak.Engine(hash=1), tak.Board(5)
        for ply in range(6):
            move = engine.play(board, level=1, seed=ply)
            assert move is not None
            board.push(move)
        return board.moves

    assert game() == game()


def test_it_analyses() -> None:
    engine, board = tak.Engine(hash=1), tak.Board(5)
    found = list(engine.analyse(board, tak.Limit(depth=3), multipv=3))
    assert {info.rank for info in found} == {1, 2, 3} and found[-1].depth == 3
    for info in found:
        line = board.copy()
        for move in info.line:
            line.push(move)
        assert 0 <= info.expected <= 1 and not info.is_proven
    # Whoever stops listening ends the search, and the next one goes on.
    search = engine.analyse(board)
    assert len(list(itertools.islice(search, 3))) == 3
    search = engine.analyse(board)
    assert next(search).line
    search.stop()
    assert all(info.line for info in search)


def test_interrupts_end_a_search() -> None:
    for work in (lambda: list(tak.Engine(hash=1).analyse(tak.Board(6))),
                 lambda: tak.solve(tak.Board(6), mode="win", hash=1)):
        threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
        start = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - start < 10


def test_it_solves_and_proves() -> None:
    board = tak.Board.from_tps(TINUE)
    answer = tak.solve(board)
    assert answer.is_won and answer.plies == len(answer.line) == 3
    assert answer.certificate is not None
    checked = tak.verify(answer.certificate)
    assert (checked.tps, checked.winner, checked.by_road) == (TINUE, tak.BLACK, True)
    with pytest.raises(tak.TakError, match="line"):
        tak.verify(answer.certificate.replace("winner black", "winner white"))
    assert tak.solve(board, tak.Limit(depth=1)).is_won is False
    assert tak.solve(tak.Board(6), tak.Limit(nodes=10), mode="win").is_won is None


def test_any_moves_may_force_a_road() -> None:
    board, limit = tak.Board.from_tps(TINUE), tak.Limit(nodes=100_000)
    assert tak.solve(board, limit, mode="tinue").plies == 3
    with pytest.raises(ValueError, match="expected strict, tinue"):
        tak.solve(board, limit, mode="full")
