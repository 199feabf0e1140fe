"""The board game Tak, from 3×3 to 8×8: rules, games, an engine, and boards for learners."""

from . import _cpu as _cpu  # before the library that it chooses
from ._native import (
    Analysis,
    Answer,
    Board,
    Checked,
    Engine,
    IllegalMoveError,
    Info,
    LegalMoves,
    Limit,
    Move,
    NotationError,
    Outcome,
    TakError,
    __version__,
    cpu,
    solve,
    verify,
)
from .names import Color, Direction, Kind, Symmetry

WHITE, BLACK = Color
FLAT, WALL, CAPSTONE = Kind

__all__ = [
    "Analysis",
    "Answer",
    "BLACK",
    "Board",
    "CAPSTONE",
    "Checked",
    "Color",
    "Direction",
    "Engine",
    "FLAT",
    "IllegalMoveError",
    "Info",
    "Kind",
    "LegalMoves",
    "Limit",
    "Move",
    "NotationError",
    "Outcome",
    "Symmetry",
    "TakError",
    "WALL",
    "WHITE",
    "__version__",
    "cpu",
    "solve",
    "verify",
]
