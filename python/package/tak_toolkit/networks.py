"""The engine's networks as arrays, for those who read them, or train their own in Python.

A position is worth ``weigh(board) + network.value(board)``, in hundredths of a flat for the player to
move: the engine weighs what it sees, and the network adds what that lacks. It sees a set of numbered
``inputs``. For the player to move, and again for the opponent, it adds up a row for each of them::

    mover = start + rows[inputs(board)].sum(axis=0)
    opponent = start + rows[swapped_inputs(size)[inputs(board)]].sum(axis=0)

clips the sums to 0 … 1, squares them, and weighs the results with one of four sets of weights::

    squares = np.clip([mover, opponent], 0, 1) ** 2
    value = scale * ((squares * outputs[bucket(board)]).sum() + biases[bucket(board)])

``Network(size, start=…, rows=…, outputs=…, biases=…)`` makes one of such arrays, with 64 or 128 sums, for
``Engine(network=…)`` and, by ``to_bytes``, for every program here. Its numbers are whole in units of
1/255 (``start``, ``rows``) and 1/64 (``outputs``); the largest of them are ``LARGEST_ROW`` and
``LARGEST_OUTPUT``.
"""

from ._native import Network, bucket, input_symmetries, inputs, swapped_inputs, weigh

__all__ = [
    "LARGEST_OUTPUT",
    "LARGEST_ROW",
    "Network",
    "bucket",
    "input_symmetries",
    "inputs",
    "swapped_inputs",
    "weigh",
]

#: The largest number of ``start`` and ``rows``.
LARGEST_ROW = 504 / 255
#: The largest number of ``outputs``.
LARGEST_OUTPUT = 127 / 64
