"""The names of colours, pieces, directions and symmetries; each is also its number."""

from enum import IntEnum


class Color(IntEnum):
    """A player, and the colour of their pieces."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Color":
        """The opponent."""
        return Color(1 - self)


class Kind(IntEnum):
    """What the top piece of a stack can be; all below it are flats."""

    FLAT = 1
    WALL = 2
    CAPSTONE = 3


class Direction(IntEnum):
    """The way a spread moves, White's home rank below: ``+ > - <`` in PTN."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


class Symmetry(IntEnum):
    """A symmetry of the board, named after what it does to a picture with a1 at the lower left."""

    IDENTITY = 0
    ROTATE_90 = 1
    ROTATE_180 = 2
    ROTATE_270 = 3
    MIRROR_FILES = 4
    MIRROR_RANKS = 5
    TRANSPOSE = 6
    ANTI_TRANSPOSE = 7
