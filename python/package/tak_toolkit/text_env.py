"""Tak in words, for players that read and write text, like language models.

The methods are those of TextArena's environments:

>>> env = TextEnv(5)
>>> env.reset()
>>> while True:
...     player, observation = env.get_observation()
...     done, info = env.step("I take the corner: [a1]" if player == 0 else "e5")
...     if done or env.board.ply == 2:
...         break
>>> str(env.board.moves), env.close()
("[Move('a1', 5), Move('e5', 5)]", ({0: 0, 1: 0}, {'reason': 'the game goes on'}))
"""

import re
from typing import Any

from ._native import Board, Move, TakError

__all__ = ["TextEnv"]

RULES = """You are {name} in a game of Tak on {size}×{size}. You win with a road: your flats and capstones \
connect two opposite edges. If the board is full or a player has no piece left, whoever has more flats \
on top wins{komi}. {opening}
Answer with one move in PTN, in brackets: [c3] places a flat, [Sc3] a wall, [Cc3] a capstone; [3c3>12] \
lifts 3 pieces from c3, moves right and drops 1, then 2; directions are + up, - down, < left, > right. At \
most {size} pieces are lifted; only a capstone flattens a wall, moving alone."""

OPENINGS = {
    "swap": "In the first turn each player places a flat of the opponent.",
    "no-swap": "In the first turn each player places a flat of their own.",
    "double black stack": "White's first move places two black flats on one square, Black's a white flat.",
}


class TextEnv:
    """A game in words; the options are those of ``Board``. A move that cannot be played is refused with
    its reason; the second one in a row loses."""

    def __init__(self, size: int = 6, **rules: Any) -> None:
        self._start = Board(size, **rules)
        self.reset()

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        """Begins a game; nothing in it is random."""
        if num_players != 2:
            raise ValueError("Tak is for two players")
        self.board = self._start.copy()
        self._refused = ""
        self._ending = "the game goes on"
        self._is_over = False
        self._rewards = {0: 0, 1: 0}

    def get_observation(self) -> tuple[int, str]:
        """Whose turn it is, White's 0 or Black's 1, and what that player reads."""
        player = int(self.board.turn)
        parts = [self._rules(player), str(self.board)]
        if self.board.moves:
            parts.append(f"The moves so far: {' '.join(map(str, self.board.moves))}")
        if self._refused:
            parts.append(f"Your move was refused: {self._refused}. Once more, and you lose.")
        return player, "\n\n".join(part.strip() for part in parts)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the move of an answer: whether the game is over, and what is known about the step."""
        if self._is_over:
            return True, {"refused": "the game is over"}
        player = int(self.board.turn)
        try:
            self.board.push(self._read(action))
        except TakError as error:
            if self._refused:
                self._end(1 - player, f"two moves in a row cannot be played: {error}")
                return True, {"refused": str(error)}
            self._refused = str(error)
            return False, {"refused": str(error)}
        self._refused = ""
        outcome = self.board.outcome()
        if outcome is not None:
            self._end(None if outcome.winner is None else int(outcome.winner), str(outcome))
        return outcome is not None, {}

    def close(self) -> tuple[dict[int, int], dict[str, str]]:
        """1, −1 or 0 for each player, and why."""
        return self._rewards, {"reason": self._ending}

    def _read(self, action: str) -> Move:
        """The move in the last brackets, or the whole answer."""
        bracketed = re.findall(r"\[([^\[\]]*)\]", action)
        return self.board.parse_ptn((bracketed[-1] if bracketed else action).strip())

    def _end(self, winner: int | None, reason: str) -> None:
        self._ending, self._is_over = reason, True
        if winner is not None:
            self._rewards = {winner: 1, 1 - winner: -1}

    def _rules(self, player: int) -> str:
        size, komi = self.board.size, self._start.komi
        told = f"; Black's count is {abs(komi):g} {'higher' if komi > 0 else 'lower'}" if komi else ""
        opening = OPENINGS[self._start.opening] if self.board.ply < 2 else ""
        name = ("White", "Black")[player]
        return RULES.format(name=name, size=size, komi=told, opening=opening)
