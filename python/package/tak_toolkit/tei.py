"""Engines that speak TEI, the protocol of Tak programs, as other processes.

``Engine.popen`` starts one and waits for it; ``AsyncTeiEngine`` is the same for ``asyncio``. What is
said in both directions goes to the logger ``tak_toolkit.tei`` at level DEBUG.
"""

import asyncio
import logging
import shlex
import time
import weakref
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from ._native import Board, Limit, Move, TakError
from ._tei_words import Clock, Option, TeiError, TeiInfo, go, read_info, read_option, thought
from ._worker import Worker
from .names import Color

__all__ = ["AsyncTeiEngine", "Clock", "Option", "TeiEngine", "TeiError", "TeiInfo"]

Command: TypeAlias = str | Sequence[str]
Value: TypeAlias = str | int | bool
T = TypeVar("T")

#: In bytes.
LONGEST_LINE = 1 << 22

_log = logging.getLogger(__name__)


@dataclass
class _Rules:
    """What an engine must know before it gets a position."""

    size: int
    half_komi: int
    opening: str
    pieces: tuple[tuple[int, int], tuple[int, int]]

    @classmethod
    def of(cls, start: Board) -> "_Rules":
        pieces = (start.reserve(Color.WHITE), start.reserve(Color.BLACK))
        return cls(start.size, round(2 * start.komi), start.opening, pieces)


@dataclass
class _Told:
    """What an engine said about itself."""

    name: str = ""
    author: str = ""
    options: dict[str, Option] = field(default_factory=dict)
    says_sizes: bool = False

    def option(self, name: str) -> Option | None:
        return next((known for known in self.options.values() if known.name.lower() == name.lower()), None)


class AsyncTeiEngine:
    """An engine for ``asyncio``: ``async with await AsyncTeiEngine.popen(command) as engine:``.

    Commands wait for each other; a new one ends an analysis that goes on.
    """

    def __init__(self, process: asyncio.subprocess.Process, patience: float) -> None:
        self._process = process
        self._patience = patience
        self._told = _Told()
        self._rules: _Rules | None = None
        self._commands = asyncio.Lock()
        #: Where the lines of the engine go: to the last command. ``None`` ends them.
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._end: TeiError | None = None
        self._is_searching = self._is_stopped = False
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def popen(
        cls, command: Command, *, patience: float = 30.0, options: Mapping[str, Value] | None = None
    ) -> "AsyncTeiEngine":
        """Starts an engine and sets options. ``patience`` is how many seconds it may take where it has
        nothing to think about."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        pipe = asyncio.subprocess.PIPE
        # In a session of its own it does not hear the Ctrl-C that ends a search here.
        process = await asyncio.create_subprocess_exec(
            *words, stdin=pipe, stdout=pipe, limit=LONGEST_LINE, start_new_session=True
        )
        engine = cls(process, patience)
        try:
            await engine._introduce()
            await engine.configure(options or {})
        except BaseException:
            await engine.kill()
            raise
        return engine

    @property
    def name(self) -> str:
        """How it calls itself."""
        return self._told.name

    @property
    def author(self) -> str:
        """Who wrote it."""
        return self._told.author

    @property
    def options(self) -> dict[str, Option]:
        """Its options by their names."""
        return dict(self._told.options)

    async def configure(self, options: Mapping[str, Value]) -> None:
        """Sets options; ``ValueError`` if it has none of a name or does not allow the value."""
        async with self._commands:
            await self._settle(self._take_over())
            await self._configure(options)

    async def new_game(self) -> None:
        """Says that the next board is one of another game."""
        self._rules = None

    async def play(
        self, board: Board, limit: Limit | None = None, *, clock: Clock | None = None
    ) -> Move | None:
        """Its move, by a limit or a clock; ``None`` if the game has ended."""
        if go(limit, clock) == "infinite":
            raise ValueError("a limit or a clock is needed: Limit(time=1)")
        if board.is_over():
            return None
        async with self._commands:
            lines = await self._begin(board, limit, clock)
            deadline = _deadline(thought(limit, clock, self._patience))
            line = await self._until("bestmove", lines, deadline)
            self._is_searching = False
        answer = "".join(line.split()[1:2])
        try:
            return board.parse_ptn(answer)
        except TakError as error:
            raise TeiError(f"{self.name} answered `{line}` in {board.tps()}: {error}") from error

    async def analyse(
        self, board: Board, limit: Limit | None = None, *, multipv: int = 1
    ) -> AsyncGenerator[TeiInfo, None]:
        """What it says while it thinks, without a limit until nobody listens any more."""
        if board.is_over():
            return
        board = board.copy()
        async with self._commands:
            lines = await self._begin(board, limit, None, multipv)
        deadline = _deadline(thought(limit, None, self._patience))
        try:
            # Another command ends the lines of this one.
            while (line := await self._line(lines, deadline)) is not None:
                words = line.split()
                if words[:1] == ["bestmove"]:
                    self._is_searching = False
                    return
                info = read_info(words[1:], board) if words[:1] == ["info"] else None
                if info is not None:
                    yield info
        finally:
            async with self._commands:
                if lines is self._lines and self._end is None:
                    await self._settle(lines)

    async def quit(self) -> None:
        """Ends it, by force if it does not end by itself."""
        try:
            self._send("quit")
            if self._process.stdin:
                self._process.stdin.close()
            await asyncio.wait_for(self._process.wait(), 2)
        except (TeiError, asyncio.TimeoutError, OSError):
            pass
        await self.kill()

    async def kill(self) -> None:
        """Ends it by force."""
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        await self._reader

    async def __aenter__(self) -> "AsyncTeiEngine":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    async def _introduce(self) -> None:
        self._send("tei")
        deadline = _deadline(self._patience)
        while (line := await self._told_line(self._lines, deadline)).strip() != "teiok":
            word, _, rest = line.partition(" ")
            if word == "id":
                key, _, value = rest.partition(" ")
                if key in ("name", "author"):
                    setattr(self._told, key, value.strip())
            elif word == "option":
                option = read_option(rest.split())
                self._told.options[option.name] = option
            elif word == "size":
                self._told.says_sizes = True

    async def _configure(self, options: Mapping[str, Value]) -> None:
        for name, value in options.items():
            option = self._told.option(name)
            if option is None:
                known = ", ".join(sorted(self._told.options)) or "none"
                raise ValueError(f"{self.name}: no option `{name}`, expected one of {known}")
            too_low = option.min is not None and isinstance(value, int) and value < option.min
            too_high = option.max is not None and isinstance(value, int) and value > option.max
            if too_low or too_high:
                raise ValueError(f"{self.name}: {name} {value}, expected {option.min} to {option.max}")
            text = str(value).lower() if isinstance(value, bool) else str(value)
            self._send(f"setoption name {option.name} value {text}")
        await self._ready()

    async def _begin(
        self, board: Board, limit: Limit | None, clock: Clock | None, multipv: int | None = None
    ) -> "asyncio.Queue[str | None]":
        """Tells the game, the position and the limit; where the answer will come."""
        await self._settle(self._take_over())
        if multipv is not None and (multipv > 1 or self._told.option("MultiPV")):
            await self._configure({"MultiPV": multipv})
        start = board.root()
        rules = _Rules.of(start)
        if rules != self._rules:
            self._tell_rules(rules, start)
            await self._ready()
            self._rules = rules
        is_empty = not start.stacks() and start.ply == 0
        where = "startpos" if is_empty else f"tps {start.tps()}"
        moves = "".join(f" {move}" for move in board.moves)
        self._send(f"position {where}{f' moves{moves}' if moves else ''}")
        self._send(f"go {go(limit, clock)}")
        self._is_searching = True
        return self._lines

    def _tell_rules(self, rules: _Rules, start: Board) -> None:
        """Tells what a game is played with, in the words that the engine knows."""
        if self._told.says_sizes:
            self._send(f"teinewgame size {rules.size} halfkomi {rules.half_komi}")
        else:
            if self._told.option("HalfKomi"):
                self._send(f"setoption name HalfKomi value {rules.half_komi}")
            elif rules.half_komi:
                raise TeiError(f"{self.name} does not say that it plays with komi")
            self._send(f"teinewgame {rules.size}")
        usual = _Rules.of(Board(rules.size))
        if self._told.option("Opening"):
            self._send(f"setoption name Opening value {rules.opening}")
        elif rules.opening != usual.opening and start.ply < 2:
            raise TeiError(f"{self.name} does not say that it plays the opening {rules.opening}")
        # What lies on the board at the start is counted by the engine.
        if not start.stacks():
            names = [("Flats1", "Caps1"), ("Flats2", "Caps2")]
            known = all(self._told.option(name) for pair in names for name in pair)
            if not known and rules.pieces != usual.pieces:
                raise TeiError(f"{self.name} does not say that it plays with other numbers of pieces")
            for pair, counts in zip(names, rules.pieces):
                for name, count in zip(pair, counts):
                    if known:
                        self._send(f"setoption name {name} value {count}")

    def _take_over(self) -> "asyncio.Queue[str | None]":
        """Lets the lines come to a new command, those that nobody has read yet too."""
        before, self._lines = self._lines, asyncio.Queue()
        while not before.empty():
            if (line := before.get_nowait()) is not None:
                self._lines.put_nowait(line)
        before.put_nowait(None)
        if self._end is not None:
            self._lines.put_nowait(None)
        return self._lines

    async def _settle(self, lines: "asyncio.Queue[str | None]") -> None:
        """Ends a search to which nobody listens any more. Whoever was interrupted here before has
        said ``stop``, and its answer is still to come."""
        if self._is_searching:
            if not self._is_stopped:
                self._send("stop")
                self._is_stopped = True
            await self._until("bestmove", lines, _deadline(self._patience))
            self._is_searching = self._is_stopped = False

    async def _ready(self) -> None:
        self._send("isready")
        await self._until("readyok", self._lines, _deadline(self._patience))

    async def _until(
        self, word: str, lines: "asyncio.Queue[str | None]", deadline: float | None
    ) -> str:
        """The next line that begins with a word."""
        while (line := await self._told_line(lines, deadline)).split()[:1] != [word]:
            pass
        return line

    async def _told_line(self, lines: "asyncio.Queue[str | None]", deadline: float | None) -> str:
        line = await self._line(lines, deadline)
        if line is None:
            raise self._end or TeiError(f"{self.name}: another command ended this one")
        return line

    async def _line(
        self, lines: "asyncio.Queue[str | None]", deadline: float | None
    ) -> str | None:
        """The next line; ``None`` once another command has taken over."""
        left = None if deadline is None else max(deadline - time.monotonic(), 0)
        try:
            line = await asyncio.wait_for(lines.get(), left)
        except (TimeoutError, asyncio.TimeoutError):
            raise TeiError(f"{self.name or 'the engine'} took too long to answer") from None
        if line is None and self._end is not None and lines is self._lines:
            raise self._end
        return line

    def _send(self, line: str) -> None:
        if self._end is not None or self._process.stdin is None:
            raise self._end or TeiError("the engine has no input")
        _log.debug("%s << %s", self.name, line)
        self._process.stdin.write(f"{line}\n".encode())

    async def _read(self) -> None:
        """Hands the lines of the engine on until it ends."""
        assert self._process.stdout
        why = ""
        try:
            while line := await self._process.stdout.readline():
                text = line.decode(errors="replace").rstrip("\r\n")
                _log.debug("%s >> %s", self.name, text)
                self._lines.put_nowait(text)
        except ValueError:
            why = f", after a line of more than {LONGEST_LINE >> 20} MiB"
            self._process.kill()
        code = await self._process.wait()
        self._end = TeiError(f"{self.name or 'the engine'} has ended, with exit code {code}{why}")
        self._lines.put_nowait(None)


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


class TeiEngine:
    """An engine in another process: ``with Engine.popen(command) as engine:``. Its methods wait, and
    those that ``Engine`` has too do the same."""

    def __init__(self, command: Command, *, patience: float = 30.0, **options: Value) -> None:
        """Starts an engine; options are named as it names them."""
        self._worker = Worker()
        try:
            self._engine = self._worker.wait(
                AsyncTeiEngine.popen(command, patience=patience, options=options)
            )
        except BaseException:
            self._worker.stop()
            self._worker.join()
            raise
        # Whoever forgets to quit, or ends the program, leaves nothing behind.
        self._quit = weakref.finalize(self, _quit, self._worker, self._engine)

    @property
    def name(self) -> str:
        """How it calls itself."""
        return self._engine.name

    @property
    def author(self) -> str:
        """Who wrote it."""
        return self._engine.author

    @property
    def options(self) -> dict[str, Option]:
        """Its options by their names."""
        return self._engine.options

    def configure(self, **options: Value) -> None:
        """Sets options."""
        self._worker.wait(self._engine.configure(options))

    def new_game(self) -> None:
        """Says that the next board is one of another game."""
        self._worker.wait(self._engine.new_game())

    def play(
        self, board: Board, limit: Limit | None = None, *, clock: Clock | None = None
    ) -> Move | None:
        """Its move, by a limit or a clock; ``None`` if the game has ended."""
        return self._worker.wait(self._engine.play(board.copy(), limit, clock=clock))

    def analyse(
        self, board: Board, limit: Limit | None = None, *, multipv: int = 1
    ) -> Iterator[TeiInfo]:
        """What it says while it thinks, without a limit until nobody listens any more."""
        infos = self._engine.analyse(board.copy(), limit, multipv=multipv)
        try:
            while (info := self._worker.wait(_next(infos))) is not None:
                yield info
        finally:
            self._worker.finish(infos.aclose())

    def quit(self) -> None:
        """Ends it, by force if it does not end by itself."""
        self._quit()

    def __enter__(self) -> "TeiEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()


def _quit(worker: Worker, engine: AsyncTeiEngine) -> None:
    async def end() -> None:
        await engine.quit()
        worker.stop()

    worker.finish(end())
    worker.join()


async def _next(infos: AsyncGenerator[T, None]) -> T | None:
    return await anext(infos, None)
