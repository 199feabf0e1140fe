"""Many boards at once, as arrays of numbers, for those who train networks.

Actions. An action is ``plane * N * N + square`` on N×N, squares from a1 = 0 along the ranks, so that
a policy is a stack of N·N boards: ``policy.reshape(-1, N, N)``.

===========================  ==================================================================
plane                        action
===========================  ==================================================================
0, 1, 2                      a flat, a wall, a capstone is placed on the square
3 + d·(2^N − 2) + s          a spread leaves the square in direction d (0 up, 1 right, 2 down,
                             3 left) with the s-th way to drop it: 1, 2, 11, 3, 21, 12, 111, …
===========================  ==================================================================

That is N²·(3 + 4·(2^N − 2)) actions, 9036 on 6×6. ``Move.action`` and ``Board.move_of_action``
translate. The two flats that begin a double black stack have the action of a flat.

Masks. An array of bool, one element for each action of each board, or one of bytes as
``numpy.packbits(mask, axis=-1, bitorder="little")`` makes it, an eighth as large.

Planes. 32-bit floats, seen by the player to move.

===========================  ==================================================================
plane                        on each square
===========================  ==================================================================
0, 1, 2                      1 where the mover has a flat, a wall, a capstone on top
3, 4, 5                      the same of the opponent
4 + 2d, 5 + 2d               1 where the d-th piece below the top, d from 1 to N, is the
                             mover's, the opponent's
the next four                the mover's flats in hand, their capstones, the opponent's flats,
                             their capstones, each as a share of those at the start
the next                     the komi that the mover gets, in points, divided by N
the last                     1 in the first two plies, which the opening decides
===========================  ==================================================================

A step. ``rewards`` says 1, −1 or 0 for the player who moved; ``ends`` 0 while the game goes on, 1 if
it ended by the rules, 2 if it was cut off at ``max_plies``. A game that ends begins anew at once, and
planes and masks are those of its first position.
"""

from ._native import VecEnv, action_symmetries, observe, square_symmetries

__all__ = ["VecEnv", "action_symmetries", "observe", "square_symmetries"]
