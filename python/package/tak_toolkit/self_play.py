"""Games of the engine against itself, as ``tak-train datagen`` writes them, in arrays of numpy.

>>> for game in read_games("six.games"):  # doctest: +SKIP
...     board = game.start_board()
...     for action, score in zip(game.actions, game.scores):
...         ...  # learn something
...         board.push(board.move_of_action(int(action)))

A file that was cut short by a killed run has whole games up to there. Its first line, as ``settings``
reads it, says how they were played.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._native import Board, TakError, self_play_game

__all__ = ["NO_SCORE", "SelfPlayGame", "read_games", "settings"]

#: The score of a position that was not searched.
NO_SCORE = -32768


@dataclass(frozen=True)
class SelfPlayGame:
    """A game, with a score for each position in it."""

    number: int
    size: int
    komi: float
    opening: str
    #: White's share: 1, 0.5 or 0.
    result: float
    #: The action of each move, as ``tak_toolkit.learn`` numbers them.
    actions: NDArray[np.int64]
    #: The score of the position before each move, for White, in hundredths of a flat.
    scores: NDArray[np.int16]

    def start_board(self) -> Board:
        """The board before the first move."""
        return Board(self.size, komi=self.komi, opening=self.opening)


def settings(path: str | PathLike[str]) -> dict[str, Any]:
    """How the games of a file were played."""
    with open(path, "rb") as file:
        line = file.readline(1 << 16)
    try:
        found: dict[str, Any] = json.loads(line)
        if not line.endswith(b"\n") or found["size"] not in range(3, 9):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise TakError(f"{path}: expected a file of `tak-train datagen`") from None
    return found


def read_games(path: str | PathLike[str]) -> Iterator[SelfPlayGame]:
    """The games of a file, one after the other."""
    size = settings(path)["size"]
    data = Path(path).read_bytes()
    at = data.index(b"\n") + 1
    while True:
        try:
            found = self_play_game(data, at, size)
        except TakError as error:
            raise TakError(f"{path}: {error}") from None
        if found is None:
            return
        number, komi, opening, result, actions, scores, at = found
        yield SelfPlayGame(number, size, komi, opening, result, actions, scores)
