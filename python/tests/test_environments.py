"""The environments pass the tests of those who define them, and say what the rules say."""

import doctest
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test  # type: ignore[import-untyped]

import tak_toolkit as tak
from tak_toolkit import gymnasium_env, pettingzoo_env, text_env
from tak_toolkit.learn import observe

# White wins by e3; Black would have won elsewhere.
ROAD = "a1 e5 c3 c2 d3 c1 b3 d2 a3 d1 e3".split()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("size", [3, 5])
def test_pettingzoo_takes_it(size: int) -> None:
    api_test(pettingzoo_env.env(size=size, komi=2), num_cycles=300)
    parallel_api_test(pettingzoo_env.parallel_env(size=size), num_cycles=300)
    seed_test(lambda: pettingzoo_env.env(size=size), num_cycles=50)


def test_two_agents_play_by_the_rules() -> None:
    env, board = pettingzoo_env.env(size=5), tak.Board(5)
    env.reset()
    for text in ROAD:
        agent = env.agent_selection
        assert agent == ("white", "black")[board.turn]
        seen, other = env.observe(agent), env.observe("black" if agent == "white" else "white")
        legal = {move.action for move in board.legal_moves}
        assert set(np.flatnonzero(seen["action_mask"])) == legal and not other["action_mask"].any()
        planes = np.empty(seen["observation"].shape, np.float32)
        observe(board, planes=planes)
        assert (seen["observation"] == planes).all()
        # What one has on top, the other sees as the opponent's.
        assert (seen["observation"][:3] == other["observation"][3:6]).all()
        env.step(board.push_ptn(text).action)
    assert env.rewards == {"white": 1, "black": -1} and all(env.terminations.values())


def test_an_illegal_action_loses() -> None:
    env = pettingzoo_env.env(size=5)
    env.reset()
    env.step(25)
    assert env.rewards == {"white": -1, "black": 0} and all(env.terminations.values())
    env = pettingzoo_env.env(size=5, max_plies=2)
    env.reset()
    for action in 0, 1:
        env.step(action)
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize("opponent", [None, 1, lambda board: board.legal_moves[0]])
def test_gymnasium_takes_it(opponent: Any) -> None:
    env = gymnasium.make("Tak-v0", size=4, opponent=opponent, max_plies=120)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env.unwrapped)
    ends = set()
    for seed in range(12):
        _, info = env.reset(seed=seed)
        done = cut = False
        while not done and not cut:
            action = env.np_random.choice(np.flatnonzero(info["action_mask"]))
            _, reward, done, cut, info = env.step(action)
        ends.add((reward, done))
    assert ends <= {(1.0, True), (-1.0, True), (0.0, True), (0.0, False)}
    assert (1.0, True) in ends if opponent is None else (-1.0, True) in ends


def test_the_learner_wins_and_errs() -> None:
    replies = iter(ROAD[1::2])
    env = gymnasium_env.TakEnv(5, color=tak.WHITE, opponent=lambda board: board.parse_ptn(next(replies)))
    env.reset()
    for text in ROAD[::2]:
        _, reward, done, cut, _ = env.step(env.board.parse_ptn(text).action)
    assert (reward, done, cut) == (1.0, True, False)
    env.reset()
    _, reward, done, _, info = env.step(25)
    assert (reward, done) == (-1.0, True) and "flat" in info["illegal"]
    for action in -1, 10**30:
        env.reset()
        assert env.step(action)[1:3] == (-1.0, True)
    for opponent in 0, len(tak.Engine.levels()) + 1, "x":
        with pytest.raises(ValueError, match="opponent"):
            gymnasium_env.TakEnv(5, opponent=opponent)  # type: ignore[arg-type]
    env = gymnasium_env.TakEnv(5, max_plies=7, color=tak.BLACK)
    _, info = env.reset()
    cut = False
    while not cut:
        _, _, done, cut, info = env.step(info["action_mask"].argmax())
        assert not done
    assert env.board.ply == 7


def test_words() -> None:
    assert doctest.testmod(text_env).failed == 0
    env = text_env.TextEnv(5, komi=2)
    for number, text in enumerate(ROAD):
        player, seen = env.get_observation()
        assert player == number % 2 and "5×5" in seen and "2 higher" in seen
        assert ("In the first turn" in seen) == (number < 2)
        assert env.step("[z9]")[0] is False
        assert "refused" in env.get_observation()[1]
        done, _ = env.step(f"Not [a1] but [{text}].")
    assert done and env.close() == ({0: 1, 1: -1}, {"reason": "R-0"})
    env.reset()
    env.step("hello")
    done, info = env.step("hello again")
    assert done and "refused" in info and env.close()[0] == {0: -1, 1: 1}
    assert env.step("a1") == (True, {"refused": "the game is over"})
