"""Many boards at once say the same as one board does."""

import numpy as np
import pytest

import tak_toolkit as tak
from tak_toolkit.learn import VecEnv, action_symmetries, observe, square_symmetries

SIZES = range(3, 9)


class Arrays:
    """What an environment writes into."""

    def __init__(self, env: VecEnv) -> None:
        self.env = env
        self.actions = np.zeros(len(env), np.int64)
        self.rewards = np.zeros(len(env), np.float32)
        self.ends = np.zeros(len(env), np.uint8)
        self.planes = np.full((len(env), *env.plane_shape), 7, np.float32)
        self.masks = np.ones((len(env), env.action_count), np.bool_)

    def step(self) -> None:
        self.env.random_actions(self.actions)
        self.env.step(self.actions, rewards=self.rewards, ends=self.ends, planes=self.planes,
                      masks=self.masks)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opening", ["swap", "double black stack"])
def test_masks_are_the_legal_moves(size: int, opening: str) -> None:
    env = VecEnv(5, size, opening=opening, threads=2, seed=size)
    assert env.action_count == size**2 * (3 + 4 * (2**size - 2))
    arrays = Arrays(env)
    bits = np.zeros((len(env), -(-env.action_count // 8)), np.uint8)
    for _ in range(60):
        arrays.step()
        for index in range(len(env)):
            board = env.board(index)
            legal = {move.action: move for move in board.legal_moves}
            assert set(np.flatnonzero(arrays.masks[index])) == legal.keys()
            assert all(board.move_of_action(action) == move for action, move in legal.items())
        env.observe(masks=bits)
        assert (bits == np.packbits(arrays.masks, axis=-1, bitorder="little")).all()


@pytest.mark.parametrize("size", SIZES)
def test_many_masks_are_sets_of_legal_moves(size: int) -> None:
    """A million positions take half a minute; here it is an eighth of that."""
    env = VecEnv(1024, size, seed=size, max_plies=300)
    arrays, one = Arrays(env), np.zeros(env.action_count, np.bool_)
    for _ in range(20):
        arrays.step()
        for index, mask in enumerate(arrays.masks):
            actions = [move.action for move in env.board(index).legal_moves]
            one[:] = False
            one[actions] = True
            assert (one == mask).all() and one.sum() == len(actions)


def planes_of(board: tak.Board, env: VecEnv) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    """The planes, from their description."""
    size, mover = board.size, board.turn
    planes = np.zeros(env.plane_shape, np.float32)
    for square in range(size**2):
        row, column = divmod(square, size)
        stack = board.stack(square)[::-1]
        top = board.top(square)
        if top is not None:
            planes[3 * (top[0] != mover) + top[1] - 1, row, column] = 1
        for depth, color in enumerate(stack[1 : size + 1], 1):
            planes[4 + 2 * depth + (color != mover), row, column] = 1
    fresh = tak.Board(size)
    hands = [board.reserve(color)[kind] / max(fresh.reserve(color)[kind], 1)
             for color in (mover, mover.other) for kind in (0, 1)]
    komi = board.komi / size * (1 if mover else -1)
    for plane, value in enumerate([*hands, komi, board.ply < 2], 6 + 2 * size):
        planes[plane] = value
    return planes


@pytest.mark.parametrize("size", SIZES)
def test_planes_are_as_described(size: int) -> None:
    env = VecEnv(3, size, komi=2.5, seed=size)
    arrays = Arrays(env)
    for _ in range(100):
        arrays.step()
        for index in range(len(env)):
            np.testing.assert_allclose(arrays.planes[index], planes_of(env.board(index), env))


def test_games_end_and_begin_anew() -> None:
    env, ends = VecEnv(64, 5, max_plies=60, threads=3, seed=1), set()
    arrays = Arrays(env)
    for _ in range(200):
        boards = [env.board(index) for index in range(len(env))]
        arrays.step()
        for index, board in enumerate(boards):
            mover = board.turn
            board.push(board.move_of_action(int(arrays.actions[index])))
            outcome, end = board.outcome(), arrays.ends[index]
            ends.add(int(end))
            assert end == (1 if outcome else 2 if board.ply >= 60 else 0)
            reward = {None: 0, mover: 1, mover.other: -1}[outcome.winner if outcome else None]
            assert arrays.rewards[index] == reward
            assert env.board(index) == (tak.Board(5) if end else board)
    assert ends == {0, 1, 2}


def test_nothing_is_played_if_any_action_is_illegal() -> None:
    env = VecEnv(3, 5)
    arrays = Arrays(env)
    for action, why in [(25, "flat"), (10**9, "no such move"), (-1, "no such move")]:
        arrays.actions[:] = 0, 1, action
        with pytest.raises(tak.IllegalMoveError, match=f"board 2, action {action}: .*{why}"):
            env.step(arrays.actions, rewards=arrays.rewards, ends=arrays.ends)
        assert env.board(0) == tak.Board(5)
    with pytest.raises(ValueError, match="expected 3"):
        env.step(arrays.actions[:2], rewards=arrays.rewards, ends=arrays.ends)
    with pytest.raises(ValueError, match="masks"):
        env.reset(masks=np.zeros(5, np.bool_))


def test_a_board_can_be_set() -> None:
    env = VecEnv(2, 6)
    board = tak.Board.from_tps("x6/x6/x6/x2,1112S,x3/x6/x6 2 30", komi=2)
    env.set_board(1, board)
    assert (env.board(0), env.board(1)) == (tak.Board(6), board)
    with pytest.raises(IndexError):
        env.set_board(2, board)
    with pytest.raises(ValueError, match="size"):
        env.set_board(0, tak.Board(5))


@pytest.mark.parametrize("size", SIZES)
def test_turned_boards_have_turned_planes_and_masks(size: int) -> None:
    env = VecEnv(1, size, seed=size)
    arrays = Arrays(env)
    for _ in range(25):
        arrays.step()
    board, squares, actions = env.board(0), square_symmetries(size), action_symmetries(size)
    planes, mask = arrays.planes.reshape(-1, size**2).copy(), arrays.masks[0].copy()
    for symmetry in tak.Symmetry:
        env.set_board(0, board.transform(symmetry))
        env.observe(planes=arrays.planes, masks=arrays.masks)
        assert (planes[:, squares[symmetry]] == arrays.planes.reshape(-1, size**2)).all()
        assert (mask[actions[symmetry]] == arrays.masks[0]).all()


def test_only_arrays_of_the_right_shape_are_written() -> None:
    board, right = tak.Board(5), np.zeros((22, 5, 5), np.float32)
    board.push_ptn("b1")
    observe(board, planes=right)
    flat = np.zeros(right.size, np.float32)
    observe(board, planes=flat)
    assert (flat.reshape(right.shape) == right).all() and right.any()
    wrong = [np.zeros((5, 5, 22), np.float32), np.zeros((22, 5, 5), np.float32, order="F"),
             np.zeros((22, 5, 10), np.float32)[:, :, ::2]]
    for array in wrong:
        with pytest.raises(ValueError, match="planes: expected a contiguous array of shape"):
            observe(board, planes=array)
        with pytest.raises(ValueError, match="planes"):
            VecEnv(1, 5).observe(planes=array[None])
