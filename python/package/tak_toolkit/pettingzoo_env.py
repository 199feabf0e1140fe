"""Tak for PettingZoo: ``env()`` in turns, ``parallel_env()`` with both players at once.

What an agent sees, the numbers of actions and the mask are those of ``tak_toolkit.learn``; an agent
whose turn it is not has an empty mask. An illegal action ends the game: whoever chose it gets −1.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
from pettingzoo.utils.conversions import turn_based_aec_to_parallel  # type: ignore[import-untyped]

from ._native import Board
from .learn import VecEnv, observe
from .names import Color

__all__ = ["env", "parallel_env", "raw_env"]


def env(**options: Any) -> Any:
    """The environment with the checks of PettingZoo; the options are those of ``raw_env``."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel_env(**options: Any) -> Any:
    """The same where both agents act at once; only the action of the player to move counts."""
    return turn_based_aec_to_parallel(env(**options))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without checks: an illegal action raises ``IllegalMoveError``.

    Further options, like ``komi``, ``opening`` or ``flats``, are those of ``Board``. After
    ``max_plies`` the game is cut off.
    """

    metadata = {"name": "tak_v0", "render_modes": ["human", "ansi"], "is_parallelizable": True}

    def __init__(
        self, size: int = 6, *, max_plies: int = 400, render_mode: str | None = None, **rules: Any
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._max_plies = max_plies
        self._start = Board(size, **rules)
        like = VecEnv(1, size)
        self.possible_agents = ["white", "black"]
        # Komi may be below 0 for the one who gives it, and above the number of files.
        board = spaces.Box(-np.inf, np.inf, like.plane_shape, np.float32)
        mask = spaces.Box(0, 1, (like.action_count,), np.int8)
        space = spaces.Dict({"observation": board, "action_mask": mask})
        self._shape, self._actions = like.plane_shape, like.action_count
        self._observation_spaces = {agent: space for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.Discrete(like.action_count) for agent in self.possible_agents}
        self.board = self._start.copy()

    def observation_space(self, agent: str) -> Any:
        """What the agent sees."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of actions."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; nothing in it is random."""
        self.board = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.board.turn]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees now."""
        color = Color(self.possible_agents.index(agent))
        planes = np.empty(self._shape, np.float32)
        mask = np.zeros(self._actions, np.bool_)
        observe(self.board, color=color, planes=planes, masks=mask)
        if agent != self.agent_selection:
            mask[:] = False
        return {"observation": planes, "action_mask": mask.astype(np.int8)}

    def step(self, action: Any) -> None:
        """Plays an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board.push(self.board.move_of_action(int(action)))
        self._cumulative_rewards[agent] = 0.0
        outcome = self.board.outcome()
        self.rewards = {
            player: 0.0 if outcome is None else 2 * outcome.score(Color(color)) - 1
            for color, player in enumerate(self.possible_agents)
        }
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.board.ply >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Draws the board."""
        if self.render_mode == "human":
            print(self.board)
            return None
        return str(self.board)

    def close(self) -> None:
        """Nothing is left open."""
