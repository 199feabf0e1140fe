"""Games of the engine against itself, and the networks that come from them."""

import subprocess
from pathlib import Path

import numpy as np
import pytest

import tak_toolkit as tak
from tak_toolkit.self_play import NO_SCORE, read_games, settings

TRAIN = Path(__file__).parents[2] / "target/release/tak-train"
# One game of 5×5 as bytes: a1 e5 c3, Black wins, komi 1.5, by the table of the format.
LINE = b'{"tak-tools datagen":1,"size":5}\n'


def checksum(data: bytes) -> int:
    total = 0x811C9DC5
    for byte in data:
        total = (total ^ byte) * 0x01000193 & 0xFFFFFFFF
    return total


def record(half_komi: int, moves: list[tuple[int, int]]) -> bytes:
    head = (7).to_bytes(4, "little") + half_komi.to_bytes(2, "little", signed=True) + b"\x00"
    plies = [bits.to_bytes(2, "little") + score.to_bytes(2, "little", signed=True) for bits, score in moves]
    data = head + len(plies).to_bytes(2, "little") + b"".join(plies)
    return data + checksum(data).to_bytes(4, "little")


def test_damaged_files_are_told(tmp_path: Path) -> None:
    path = tmp_path / "five.games"
    path.write_bytes(LINE + record(3, []) * 2 + b"cut")
    first, second = read_games(path)
    assert (first.number, first.komi, first.opening, first.result) == (7, 1.5, "swap", 0)
    assert first.start_board() == tak.Board(5, komi=1.5) and len(second.actions) == 0
    spoiled = bytearray(LINE + record(3, []))
    spoiled[-1] ^= 1
    path.write_bytes(spoiled)
    with pytest.raises(tak.TakError, match=r"five.games: byte \d+: the checksum"):
        list(read_games(path))
    path.write_bytes(b"\x00" * 100)
    with pytest.raises(tak.TakError, match="expected a file of `tak-train datagen`"):
        settings(path)
    with pytest.raises(FileNotFoundError):
        list(read_games(tmp_path / "nofile"))


def test_a_network_is_read_or_refused(tmp_path: Path) -> None:
    board, limit = tak.Board(4), tak.Limit(depth=4)
    own = tak.Engine(hash=1).play(board, limit)
    assert own == tak.Engine(hash=1).play(board, limit)
    assert tak.Engine(hash=1, network="none").play(board, limit) in list(board.legal_moves)
    bad = tmp_path / "bad.net"
    bad.write_bytes(b"no network")
    with pytest.raises(OSError, match="bad.net"):
        tak.Engine(network=bad)


@pytest.mark.skipif(not TRAIN.exists(), reason="tak-train is not built: cargo build --release")
def test_what_datagen_writes_is_played_again(tmp_path: Path) -> None:
    path, net = tmp_path / "four.games", tmp_path / "four.net"
    subprocess.run(
        [TRAIN, "datagen", "--size", "4", "--games", "60", "--nodes", "50", "-o", path], check=True
    )
    assert settings(path)["nodes"] == 50
    games = list(read_games(path))
    assert sorted(game.number for game in games) == list(range(60))
    for game in games:
        board = game.start_board()
        assert len(game.actions) == len(game.scores) > 0
        for action in game.actions:
            board.push(board.move_of_action(int(action)))
        outcome = board.outcome()
        assert outcome is None or outcome.score(tak.WHITE) == game.result
        searched = game.scores[game.scores != NO_SCORE]
        assert searched.dtype == np.int16 and len(searched) > 0
    subprocess.run([TRAIN, "network", "--size", "4", "--epochs", "1", path, "-o", net], check=True)
    assert tak.Engine(network=net).play(tak.Board(4), tak.Limit(depth=3)) is not None
