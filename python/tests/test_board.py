"""The rules as Python sees them."""

import copy
import pickle
import random
import signal
import threading
import time

import pytest

import tak_toolkit as tak

SIZES = range(3, 9)
# Leaves below the empty board, from the reference of the project.
PERFT = {3: [9, 72, 1200, 17792, 271812], 4: [16, 240, 7440], 5: [25, 600, 43320, 2999784],
         6: [36, 1260, 132720, 13586048], 7: [49, 2352, 339696], 8: [64, 4032, 764064]}


def walk(size: int, seed: int, opening: str = "swap") -> tak.Board:
    """A random game up to its end or a few hundred plies."""
    rng = random.Random(seed)
    board = tak.Board(size, komi=0.5 * (seed % 5), opening=opening)
    while not board.is_over() and board.ply < 300:
        board.push(rng.choice(list(board.legal_moves)))
    return board


@pytest.mark.parametrize("size", SIZES)
def test_perft(size: int) -> None:
    board = tak.Board(size)
    for depth, leaves in enumerate(PERFT[size], 1):
        assert board.perft(depth) == board.perft(depth, threads=2) == leaves


def test_moves_one_by_one_count_as_perft_does() -> None:
    def count(board: tak.Board, depth: int) -> int:
        if depth == 0 or board.is_over():
            return 1
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += count(board, depth - 1)
            assert board.pop() == move
        return leaves

    assert count(tak.Board(3), 4) == PERFT[3][3]


@pytest.mark.parametrize("size", SIZES)
def test_walks_go_forth_and_back_and_through_every_text(size: int) -> None:
    for seed, opening in enumerate(["swap", "no-swap", "double black stack"]):
        board = walk(size, seed, opening)
        again = tak.Board.from_ptn(board.ptn())
        assert (again, again.moves) == (board, board.moves)
        while board.moves:
            text = tak.Board.from_tps(board.tps(), komi=board.komi, opening=board.opening)
            assert text == board and hash(text) == hash(board) and text.key == board.key
            assert text.outcome() == board.outcome() and text.stacks() == board.stacks()
            board.pop()
        assert board == again.root() == tak.Board(size, komi=board.komi, opening=opening)


def test_legal_moves_are_lazy_and_agree() -> None:
    board = walk(5, 7)
    assert board.is_over() and not board.legal_moves and list(board.legal_moves) == []
    board.pop()
    moves = list(board.legal_moves)
    assert len(moves) == len(set(moves)) == len(board.legal_moves)
    assert all(move in board.legal_moves and str(move) in board.legal_moves for move in moves)
    assert board.legal_moves[0] == moves[0] and board.legal_moves[-1] == moves[-1]
    assert tak.Move("a1", 6) not in board.legal_moves


def test_the_parts_of_a_move() -> None:
    spread = tak.Move("3c3<21", 5)
    assert (spread.square, spread.target, spread.drops) == ("c3", "a3", [2, 1])
    assert spread.direction is tak.Direction.LEFT and spread.kind is None and spread.is_spread
    assert tak.Move("Cb2", 5).kind is tak.CAPSTONE
    assert tak.Move.from_playtak(spread.playtak, 5) == spread
    assert spread.transform(tak.Symmetry.ROTATE_180) == tak.Move("3c3>21", 5)
    assert eval(repr(spread), {"Move": tak.Move}) == spread


def test_copies_are_apart() -> None:
    board = tak.Board(6, komi=2, opening="double black stack", flats=(30, 25), caps=2)
    board.push_ptn("2a1")
    assert board.reserve(tak.BLACK) == (23, 2) and board.stack("a1") == [tak.BLACK, tak.BLACK]
    for twin in board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board)):
        assert twin == board and twin.moves == board.moves
        twin.push_ptn("f6")
        assert twin != board
    move = board.moves[0]
    assert pickle.loads(pickle.dumps(move)) == move


def test_symmetric_boards_share_the_canonical_one() -> None:
    board = walk(6, 3)
    turned = {board.transform(symmetry).canonical() for symmetry in tak.Symmetry}
    assert turned == {board.canonical()} == {board.transform(board.canonical_symmetry())}


def test_the_end_of_a_game() -> None:
    board = tak.Board(5)
    for text in "a1 e5 c3 c2 d3 c1 b3 d2 a3 d1 e3".split():
        board.push_ptn(text)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is tak.WHITE and outcome.is_road
    assert str(outcome) == "R-0" and outcome.score(tak.BLACK) == 0.0
    with pytest.raises(tak.IllegalMoveError, match="ended"):
        board.push_ptn("a2")


def test_errors_say_what_is_wrong() -> None:
    board = tak.Board(5)
    for text, error in [("z9", tak.NotationError), ("Sa1", tak.IllegalMoveError), ("f6", tak.NotationError)]:
        with pytest.raises(error, match=text):
            board.push_ptn(text)
    with pytest.raises(tak.IllegalMoveError, match="another board size"):
        board.push(tak.Move("a1", 6))
    with pytest.raises(tak.NotationError, match="board size"):
        tak.Board(9)
    with pytest.raises(tak.NotationError, match="komi"):
        tak.Board(5, komi=0.3)
    with pytest.raises(tak.TakError, match="reserves"):
        tak.Board(5, flats=0)
    with pytest.raises(tak.NotationError):
        tak.Board.from_tps("x5/x5")
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.top(25)


def test_pictures() -> None:
    board = tak.Board(3)
    board.push_ptn("a1")
    assert str(board).startswith("Tak 3×3") and board._repr_svg_().startswith("<svg ")
    assert eval(repr(board), {"Board": tak.Board}) == board


def test_interrupts_end_a_count() -> None:
    threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        tak.Board(6).perft(20, threads=2)
    assert time.monotonic() - start < 5
