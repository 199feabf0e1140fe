"""Engines in other processes."""

import asyncio
import gc
import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import tak_toolkit as tak
from tak_toolkit.tei import AsyncTeiEngine, Clock, TeiError

FAKE = [sys.executable, str(Path(__file__).parent / "fake_engine.py")]
REAL = Path(__file__).parents[2] / "target/release/tak-engine"


def test_it_plays_with_komi_and_clocks(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="tak_toolkit.tei")
    with tak.Engine.popen(FAKE) as engine:
        assert (engine.name, engine.author) == ("Fake engine 1", "nobody")
        assert engine.options["Slow Mode"].choices == ("off", "very slow")
        board = tak.Board(4, komi=2)
        move = engine.play(board, tak.Limit(time=0.5))
        assert move == board.legal_moves[0]
        board.push(move)
        assert engine.play(board, clock=Clock(60, 50.5, 1, 1)) == board.legal_moves[0]
        board = tak.Board.from_tps("x3/x,2,x/x3 2 1")
        assert engine.play(board, tak.Limit(nodes=9, depth=2)) == board.legal_moves[0]
        with pytest.raises(ValueError, match="limit or a clock"):
            engine.play(board)
    sent = [record.getMessage().split(" << ")[1] for record in caplog.records if " << " in record.getMessage()]
    for line in ["setoption name HalfKomi value 4", "teinewgame 4", "position startpos", "go movetime 500",
                 "go wtime 60000 btime 50500 winc 1000 binc 1000", "teinewgame 3",
                 "position tps x3/x,2,x/x3 2 1", "go nodes 9 depth 2", "quit"]:
        assert line in sent
    assert "komi 2.0 movetime 500" in caplog.text and sent.count("teinewgame 4") == 1


def test_it_analyses_until_nobody_listens() -> None:
    with tak.Engine.popen(FAKE) as engine:
        board = tak.Board(5)
        for _ in range(2):
            for info in engine.analyse(board):
                assert (info.line, info.depth, info.score, info.nodes) == ([board.legal_moves[0]], 1, 40, 7)
                assert info.time == 1.5 and 0.5 < info.expected < 1 and not info.is_proven
                break
        assert engine.play(board, tak.Limit(depth=1)) == board.legal_moves[0]


def test_faults_are_told() -> None:
    board, limit = tak.Board(5), tak.Limit(nodes=1)
    with tak.Engine.popen([*FAKE, "wrong"]) as engine, pytest.raises(TeiError, match="bestmove z9"):
        engine.play(board, limit)
    with tak.Engine.popen([*FAKE, "ends"]) as engine, pytest.raises(TeiError, match="exit code 3"):
        engine.play(board, limit)
    with pytest.raises(TeiError, match="took too long"):
        tak.Engine.popen([*FAKE, "silent"], patience=0.5)
    with pytest.raises(FileNotFoundError):
        tak.Engine.popen("no-such-engine")
    with pytest.raises(ValueError, match="no option `Hash`, expected one of HalfKomi"):
        tak.Engine.popen(FAKE, Hash=1)
    with tak.Engine.popen(FAKE) as engine:
        with pytest.raises(ValueError, match="-10 to 10"):
            engine.configure(HalfKomi=11)
        with pytest.raises(TeiError, match="double black stack"):
            engine.play(tak.Board(5, opening="double black stack"), limit)
        with pytest.raises(TeiError, match="pieces"):
            engine.play(tak.Board(5, flats=30), limit)


def test_a_late_answer_to_stop_is_not_the_next_one() -> None:
    board = tak.Board(5)
    first = board.legal_moves[0]
    with tak.Engine.popen([*FAKE, "late"], patience=0.2) as engine:
        search = engine.analyse(board)
        assert next(search).line
        with pytest.raises(TeiError, match="too long"):
            search.close()  # type: ignore[attr-defined]
        time.sleep(0.5)
        assert engine.play(board, tak.Limit(depth=1)) == first
    with pytest.raises(TeiError, match="told to quit"):
        engine.play(board, tak.Limit(depth=1))
    engine.quit()


def test_a_new_search_ends_the_one_before() -> None:
    with tak.Engine.popen(FAKE) as engine:
        one, other = engine.analyse(tak.Board(5)), engine.analyse(tak.Board(6))
        assert next(one).line and next(other).line[0].size == 6
        assert list(one) == []
        # The answer has come, and nobody has read it.
        ended = engine.analyse(tak.Board(5), tak.Limit(depth=1))
        assert next(ended).line
        time.sleep(0.1)
        assert engine.play(tak.Board(5), tak.Limit(depth=1)) is not None and list(other) == []
        boards = [tak.Board(size) for size in (3, 4, 5, 6)]
        moves: list[tak.Move | None] = []
        threads = [threading.Thread(target=lambda board=board: moves.append(engine.play(board, tak.Limit(depth=1))))
                   for board in boards]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {move.size for move in moves if move} == {3, 4, 5, 6}


def test_odd_words_do_not_end_an_analysis() -> None:
    with tak.Engine.popen([*FAKE, "odd"]) as engine:
        (info,) = engine.analyse(tak.Board(5), tak.Limit(depth=1))
        assert (info.rank, info.expected) == (1, 0.0) or 0 <= info.expected < 1e-9
    with tak.Engine.popen([*FAKE, "long"]) as engine, pytest.raises(TeiError, match="more than 4 MiB"):
        engine.play(tak.Board(5), tak.Limit(depth=1))


def test_nothing_is_left_behind() -> None:
    script = (
        "import sys, tak_toolkit as tak\n"
        "engine = tak.Engine.popen(sys.argv[1:])\n"
        "search = engine.analyse(tak.Board(5))\n"
        "print(next(search).line[0], engine._engine._process.pid)\n"
    )
    run = subprocess.run([sys.executable, "-c", script, *FAKE], capture_output=True, text=True, timeout=60)
    move, pid = run.stdout.split()
    assert (move, run.stderr) == ("a1", "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)
    threads = threading.active_count()
    engine = tak.Engine.popen(FAKE)
    process = engine._engine._process
    assert threading.active_count() > threads
    del engine
    gc.collect()
    assert process.returncode is not None and threading.active_count() <= threads


def test_asyncio() -> None:
    async def work() -> None:
        async with await AsyncTeiEngine.popen(FAKE) as one, await AsyncTeiEngine.popen(FAKE) as other:
            board = tak.Board(5)
            moves = await asyncio.gather(*(engine.play(board, tak.Limit(depth=1)) for engine in (one, other)))
            assert moves == [board.legal_moves[0]] * 2
            async for info in one.analyse(board):
                assert info.line
                break
            await asyncio.sleep(0.05)
            assert await one.play(board, tak.Limit(depth=1)) == moves[0]

    asyncio.run(work())


@pytest.mark.skipif(not REAL.exists(), reason="the engine is not built: cargo build --release")
def test_the_engine_as_a_process_says_what_it_says_in_this_one() -> None:
    with tak.Engine.popen([str(REAL)], Hash=1, Threads=1) as engine:
        board = tak.Board(6, komi=2, opening="double black stack", flats=(30, 25))
        board.push_ptn("2a1")
        found = list(engine.analyse(board, tak.Limit(depth=3), multipv=2))
        assert {info.rank for info in found} == {1, 2} and found[-1].depth == 3
        own = list(tak.Engine(hash=1).analyse(board, tak.Limit(depth=3), multipv=2))
        assert [info.line for info in found[-2:]] == [info.line for info in own[-2:]]
        start = time.monotonic()
        for info in engine.analyse(board):
            break
        move = engine.play(board, tak.Limit(time=0.1))
        assert move is not None and move in board.legal_moves
        assert time.monotonic() - start < 20
        won = tak.Board.from_tps("x5/x5/1,1,1,1,x/x5/2,2,2,x2 1 5")
        last = list(engine.analyse(won, tak.Limit(depth=3)))[-1]
        assert last.is_proven and last.expected == 1
