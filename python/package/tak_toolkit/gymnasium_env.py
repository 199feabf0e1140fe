"""Tak for Gymnasium, against an opponent: ``gymnasium.make("Tak-v0", size=5, opponent=3)``.

What is seen, the numbers of actions and ``info["action_mask"]`` are those of ``tak_toolkit.learn``. An
illegal action ends the game with −1, and ``info["illegal"]`` says why.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from ._native import Board, Engine, Move, TakError
from .learn import VecEnv, observe
from .names import Color

__all__ = ["Opponent", "TakEnv"]

Opponent: TypeAlias = Callable[[Board], Move] | int | None


class TakEnv(gymnasium.Env):  # type: ignore[misc]
    """One side of a game: the reward is 1, −1 or 0 at its end.

    The opponent is a function that chooses a move, a level of the engine from 1 up, or ``None`` for
    one that plays any legal move. Without ``color`` it is drawn for each game. Further options, like
    ``komi`` or ``opening``, are those of ``Board``. After ``max_plies`` the game is cut off.
    """

    metadata = {"render_modes": ["human", "ansi"]}

    def __init__(
        self,
        size: int = 6,
        *,
        opponent: Opponent = None,
        color: Color | None = None,
        max_plies: int = 400,
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        self.render_mode = render_mode
        self._start = Board(size, **rules)
        highest = len(Engine.levels())
        is_level = isinstance(opponent, int) and 1 <= opponent <= highest
        if not (opponent is None or callable(opponent) or is_level):
            raise ValueError(f"opponent {opponent!r}: expected a function, a level from 1 to {highest}, or None")
        self._opponent, self._color, self._max_plies = opponent, color, max_plies
        self._engine = Engine(hash=1) if isinstance(opponent, int) else None
        like = VecEnv(1, size)
        self.observation_space = spaces.Box(-np.inf, np.inf, like.plane_shape, np.float32)
        self.action_space = spaces.Discrete(like.action_count)
        self._shape, self._actions = like.plane_shape, like.action_count
        self.board, self.color = self._start.copy(), Color.WHITE

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a game, up to the first turn of the learner."""
        super().reset(seed=seed)
        drawn = Color(int(self.np_random.integers(2)))
        self.color = drawn if self._color is None else self._color
        self.board = self._start.copy()
        if self._engine is not None:
            self._engine.new_game()
        self._reply()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action, and the opponent's answer."""
        try:
            self.board.push(self.board.move_of_action(int(action)))
        except (TakError, IndexError, OverflowError) as error:
            planes, info = self._seen()
            return planes, -1.0, True, False, info | {"illegal": str(error)}
        self._reply()
        outcome = self.board.outcome()
        planes, info = self._seen()
        reward = 0.0 if outcome is None else 2 * outcome.score(self.color) - 1
        is_cut = outcome is None and self.board.ply >= self._max_plies
        if self.render_mode == "human":
            self.render()
        return planes, reward, outcome is not None, is_cut, info

    def render(self) -> str | None:
        """Draws the board."""
        if self.render_mode == "human":
            print(self.board)
            return None
        return str(self.board)

    def _reply(self) -> None:
        """Plays the opponent's moves up to the learner's turn."""
        while not self._is_at_end() and self.board.turn != self.color:
            self.board.push(self._answer())

    def _is_at_end(self) -> bool:
        return self.board.is_over() or self.board.ply >= self._max_plies

    def _answer(self) -> Move:
        if callable(self._opponent):
            return self._opponent(self.board.copy())
        if self._engine is not None and isinstance(self._opponent, int):
            seed = int(self.np_random.integers(1 << 62))
            move = self._engine.play(self.board, level=self._opponent, seed=seed)
            assert move is not None, "the game goes on"
            return move
        moves = self.board.legal_moves
        return moves[int(self.np_random.integers(len(moves)))]

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        planes = np.empty(self._shape, np.float32)
        mask = np.empty(self._actions, np.bool_)
        observe(self.board, color=self.color, planes=planes, masks=mask)
        return planes, {"action_mask": mask.astype(np.int8)}


gymnasium.register("Tak-v0", entry_point="tak_toolkit.gymnasium_env:TakEnv")
