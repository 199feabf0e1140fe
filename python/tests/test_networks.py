"""Networks as arrays: what the formula says is what the engine computes."""

import pickle
import random

import numpy as np
import pytest

import tak_toolkit as tak
from tak_toolkit.networks import (
    LARGEST_OUTPUT,
    LARGEST_ROW,
    Network,
    bucket,
    input_symmetries,
    inputs,
    swapped_inputs,
    weigh,
)


def again(network: Network, **changed: object) -> Network:
    """A network of the arrays of another one, but for some."""
    parts = {name: getattr(network, name) for name in ("start", "rows", "outputs", "biases", "scale")}
    return Network(network.size, **(parts | changed))


@pytest.mark.parametrize("size", range(3, 9))
def test_the_formula_of_the_module(size: int) -> None:
    chance = random.Random(size)
    network = Network.built_in(size)
    swapped, turned = swapped_inputs(size), input_symmetries(size)
    assert again(network) == network == pickle.loads(pickle.dumps(network)) != Network.built_in(8 if size < 8 else 3)
    for _ in range(5):
        board = tak.Board(size, komi=chance.choice([0, 2, 2.5]))
        while not board.is_over():
            seen = inputs(board)
            sums = [network.start + network.rows[view].sum(axis=0) for view in (seen, swapped[seen])]
            squares = np.clip(sums, 0, 1) ** 2
            value = (squares * network.outputs[bucket(board)]).sum() + network.biases[bucket(board)]
            assert abs(network.scale * value - network.value(board)) < 1.1
            symmetry = tak.Symmetry(chance.randrange(8))
            turned_board = board.transform(symmetry)
            assert sorted(turned[symmetry][seen]) == inputs(turned_board).tolist()
            assert weigh(turned_board) == weigh(board) and bucket(turned_board) == bucket(board)
            board.push(chance.choice(list(board.legal_moves)))


def test_what_is_no_network_is_refused() -> None:
    network = Network.built_in(3)
    rows = network.rows.copy()
    for wrong in LARGEST_ROW + 0.01, np.nan, -np.inf:
        rows[7, 7] = wrong
        with pytest.raises(tak.TakError, match="larger than it may be"):
            again(network, rows=rows)
    rows[7, 7] = -LARGEST_ROW
    outputs = np.full_like(network.outputs, LARGEST_OUTPUT)
    assert again(network, rows=rows, outputs=outputs).outputs.max() == np.float32(LARGEST_OUTPUT)
    with pytest.raises(ValueError, match=r"rows: found the shape \[5, 64\]"):
        again(network, rows=rows[:5])
    with pytest.raises(ValueError, match="start: found 7 numbers, expected 64 or 128"):
        again(network, start=network.start[:7])
    with pytest.raises(tak.TakError):
        again(network, scale=0)
    data = bytearray(network.to_bytes())
    data[30] ^= 1
    with pytest.raises(tak.TakError, match="damaged"):
        Network.from_bytes(bytes(data))
    with pytest.raises(ValueError, match="size 4, expected 3"):
        network.value(tak.Board(4))


def test_an_engine_takes_it() -> None:
    board, limit = tak.Board(4), tak.Limit(depth=4)
    network = Network.built_in(4)
    silent = again(network, outputs=np.zeros_like(network.outputs), biases=np.zeros(4, np.float32))
    assert silent.value(board) == 0

    def scores(engine: tak.Engine) -> list[int]:
        return [info.score for info in engine.analyse(board, limit)]

    assert scores(tak.Engine(network=silent)) == scores(tak.Engine(network="none"))
    assert scores(tak.Engine(network=network)) == scores(tak.Engine()) != scores(tak.Engine(network=silent))
