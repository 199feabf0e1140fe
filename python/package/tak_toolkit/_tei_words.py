"""What TEI says, as values: the lines of an engine read, and what stands behind ``go``."""

import math
from dataclasses import dataclass

from ._native import Board, Limit, Move, TakError

__all__ = ["Clock", "Option", "TeiError", "TeiInfo", "go", "read_info", "read_option", "thought"]


class TeiError(RuntimeError):
    """An engine that ended, said nothing in time, or answered what cannot be."""


@dataclass(frozen=True)
class Clock:
    """The seconds on the clocks, and what each move adds."""

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0


@dataclass(frozen=True)
class Option:
    """An option of an engine."""

    name: str
    type: str = "string"
    default: str | None = None
    min: int | None = None
    max: int | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class TeiInfo:
    """What a search said: a line of play, at least one move long, and how it was found."""

    line: list[Move]
    depth: int = 0
    rank: int = 1
    #: In hundredths of a flat, for the player to move; ``None`` if none was told.
    score: int | None = None
    #: The expected result, 0 to 1, as told, or made from the score.
    expected: float = 0.5
    is_proven: bool = False
    nodes: int = 0
    #: Seconds.
    time: float = 0.0


_KEYS = {"name", "type", "default", "min", "max", "var"}


def read_option(words: list[str]) -> Option:
    """Reads what follows ``option``; a name may have several words."""
    found: dict[str, list[str]] = {}
    key = ""
    for word in words:
        if word in _KEYS:
            key = word
            found.setdefault(key, []).append("")
        elif key:
            found[key][-1] = f"{found[key][-1]} {word}".strip()

    def number(key: str) -> int | None:
        return _integer(found.get(key, [""])[0])

    return Option(
        name=found.get("name", [""])[0],
        type=found.get("type", ["string"])[0],
        default=found.get("default", [None])[0],
        min=number("min"),
        max=number("max"),
        choices=tuple(found.get("var", [])),
    )


def read_info(words: list[str], board: Board) -> TeiInfo | None:
    """Reads what follows ``info``; ``None`` if it holds no line that can be played."""
    if "pv" not in words:
        return None
    at = words.index("pv")
    line, after = [], board.copy()
    try:
        for word in words[at + 1 :]:
            line.append(after.push_ptn(word))
    except TakError:
        pass  # A result may stand behind the moves, or a text.
    if not line:
        return None
    numbers = {key: _number(words, key) for key in ("depth", "multipv", "nodes", "time", "cp")}
    score, proof = numbers["cp"], _read_proof(words)
    expected = 1 / (1 + math.exp(-max(min(score or 0, 10_000), -10_000) / 100))
    if "wdl" in words:
        win, draw, loss, *_ = [_integer(word) or 0 for word in words[words.index("wdl") + 1 :]] + [0] * 3
        if min(win, draw, loss) >= 0 < win + draw + loss:
            expected = (win + draw / 2) / (win + draw + loss)
    return TeiInfo(
        line=line,
        depth=numbers["depth"] or 0,
        rank=max(numbers["multipv"] or 1, 1),
        score=score,
        expected=expected if proof is None else proof,
        is_proven=proof is not None,
        nodes=numbers["nodes"] or 0,
        time=(numbers["time"] or 0) / 1000,
    )


def _number(words: list[str], key: str) -> int | None:
    if key not in words:
        return None
    return _integer("".join(words[words.index(key) + 1 :][:1]))


def _integer(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


def _read_proof(words: list[str]) -> float | None:
    """The result that a score says is certain: 1, 0.5 or 0."""
    if "score" not in words:
        return None
    kind, value, *_ = [*words[words.index("score") + 1 :], "", ""]
    if kind == "mate":
        return float(not value.startswith("-") and value != "0")
    return {"win": 1.0, "draw": 0.5, "loss": 0.0}.get(value if kind == "solved" else kind)


def go(limit: Limit | None, clock: Clock | None) -> str:
    """What stands behind ``go``."""

    def ms(seconds: float) -> int:
        return max(round(1000 * seconds), 0)

    words = []
    if clock is not None:
        words += ["wtime", ms(clock.white), "btime", ms(clock.black)]
        words += ["winc", ms(clock.white_increment), "binc", ms(clock.black_increment)]
    if limit is not None:
        values = {"movetime": limit.time and ms(limit.time), "nodes": limit.nodes, "depth": limit.depth}
        words += [word for key, value in values.items() if value is not None for word in (key, value)]
    return " ".join(map(str, words)) or "infinite"


def thought(limit: Limit | None, clock: Clock | None, patience: float) -> float | None:
    """How many seconds an engine may be silent while it thinks; ``None`` for any number."""
    if clock is not None:
        return max(clock.white, clock.black) + patience
    if limit is not None and limit.time is not None:
        return limit.time + patience
    return None
