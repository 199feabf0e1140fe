"""Engines that speak TEI, the protocol of Tak programs, as other processes.

``Engine.popen`` starts one and waits for it; ``AsyncTeiEngine`` is the same for ``asyncio``. What is
said in both directions goes to the logger ``tak_toolkit.tei`` at level DEBUG.
"""

import asyncio
import logging
import shlex
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from ._native import Board, Game, Limit, Move, TakError
from ._tei_words import Clock, Option, TeiInfo, go, read_info, read_option, thought
from .names import Color

__all__ = ["AsyncTeiEngine", "Clock", "Option", "TeiEngine", "TeiError", "TeiInfo"]

Command: TypeAlias = str | Sequence[str]
Value: TypeAlias = str | int | bool
T = TypeVar("T")

_log = logging.getLogger(__name__)


class TeiError(RuntimeError):
    """An engine that ended, said nothing in time, or answered what cannot be."""


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
    """An engine for ``asyncio``: ``async with await AsyncTeiEngine.popen(command) as engine:``."""

    def __init__(self, process: asyncio.subprocess.Process, patience: float) -> None:
        self._process = process
        self._patience = patience
        self._told = _Told()
        self._rules: _Rules | None = None
        #: The number of the last search, and whether it goes on.
        self._search = 0
        self._searches = False

    @classmethod
    async def popen(
        cls, command: Command, *, patience: float = 30.0, options: Mapping[str, Value] | None = None
    ) -> "AsyncTeiEngine":
        """Starts an engine and sets options. ``patience`` is how many seconds it may say nothing
        where it has nothing to think about."""
        words = shlex.split(command) if isinstance(command, str) else list(command)
        pipe = asyncio.subprocess.PIPE
        # A line of an engine may be long.
        process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=1 << 22)
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
        await self._settle()
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

    async def new_game(self) -> None:
        """Says that the next board is one of another game."""
        self._rules = None

    async def play(
        self, board: Board, limit: Limit | None = None, *, clock: Clock | None = None
    ) -> Move | None:
        """Its move, by a limit or a clock; ``None`` if the game has ended."""
        if limit is None and clock is None:
            raise ValueError("a limit or a clock is needed: Limit(time=1)")
        if board.is_over():
            return None
        await self._begin(board, limit, clock)
        while (line := await self._line(thought(limit, clock, self._patience))).split()[:1] != ["bestmove"]:
            pass
        self._searches = False
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
        if multipv > 1 or self._told.option("MultiPV"):
            await self.configure({"MultiPV": multipv})
        await self._begin(board, limit, None)
        search = self._search
        try:
            while True:
                words = (await self._line(thought(limit, None, self._patience))).split()
                if words[:1] == ["bestmove"]:
                    self._searches = False
                    return
                info = read_info(words[1:], board) if words[:1] == ["info"] else None
                if info is not None:
                    yield info
        finally:
            if search == self._search:
                await self._settle()

    async def quit(self) -> None:
        """Ends it, by force if it does not end by itself."""
        try:
            self._send("quit")
            if self._process.stdin:
                self._process.stdin.close()
            await asyncio.wait_for(self._process.wait(), 2)
        except (TeiError, asyncio.TimeoutError, OSError):
            await self.kill()

    async def kill(self) -> None:
        """Ends it by force."""
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def __aenter__(self) -> "AsyncTeiEngine":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.quit()

    async def _introduce(self) -> None:
        self._send("tei")
        while (line := await self._line(self._patience)).strip() != "teiok":
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

    async def _begin(self, board: Board, limit: Limit | None, clock: Clock | None) -> None:
        """Tells the game, the position and the limit."""
        await self._settle()
        start = Game(board).start_board()
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
        self._search += 1
        self._searches = True

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

    async def _settle(self) -> None:
        """Ends a search to which nobody listens any more."""
        if self._searches:
            self._searches = False
            self._send("stop")
            while not (await self._line(self._patience)).startswith("bestmove"):
                pass

    async def _ready(self) -> None:
        self._send("isready")
        while (await self._line(self._patience)).strip() != "readyok":
            pass

    def _send(self, line: str) -> None:
        if self._process.stdin is None or self._process.returncode is not None:
            raise self._ended()
        _log.debug("%s << %s", self.name, line)
        self._process.stdin.write(f"{line}\n".encode())

    async def _line(self, patience: float | None) -> str:
        assert self._process.stdout
        try:
            line = await asyncio.wait_for(self._process.stdout.readline(), patience)
        except (TimeoutError, asyncio.TimeoutError):
            raise TeiError(f"{self.name or 'the engine'} said nothing for {patience:g} seconds") from None
        if not line:
            await self._process.wait()
            raise self._ended()
        text = line.decode(errors="replace").rstrip("\r\n")
        _log.debug("%s >> %s", self.name, text)
        return text

    def _ended(self) -> TeiError:
        code = self._process.returncode
        return TeiError(f"{self.name or 'the engine'} has ended, with exit code {code}")


class TeiEngine:
    """An engine in another process: ``with Engine.popen(command) as engine:``. Its methods are those
    of ``Engine``, and wait."""

    def __init__(self, command: Command, *, patience: float = 30.0, **options: Value) -> None:
        """Starts an engine; options are named as it names them."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tei", daemon=True)
        self._thread.start()
        try:
            self._engine = self._wait(AsyncTeiEngine.popen(command, patience=patience, options=options))
        except BaseException:
            self._close()
            raise

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

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
        self._wait(self._engine.configure(options))

    def new_game(self) -> None:
        """Says that the next board is one of another game."""
        self._wait(self._engine.new_game())

    def play(
        self, board: Board, limit: Limit | None = None, *, clock: Clock | None = None
    ) -> Move | None:
        """Its move, by a limit or a clock; ``None`` if the game has ended."""
        return self._wait(self._engine.play(board, limit, clock=clock))

    def analyse(
        self, board: Board, limit: Limit | None = None, *, multipv: int = 1
    ) -> Iterator[TeiInfo]:
        """What it says while it thinks, without a limit until nobody listens any more."""
        infos = self._engine.analyse(board, limit, multipv=multipv)
        try:
            while (info := self._wait(_next(infos))) is not None:
                yield info
        finally:
            self._wait(infos.aclose())

    def quit(self) -> None:
        """Ends it, by force if it does not end by itself."""
        if not self._loop.is_closed():
            self._wait(self._engine.quit())
            self._close()

    def _close(self) -> None:
        self._wait(self._loop.shutdown_asyncgens())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def __enter__(self) -> "TeiEngine":
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()


async def _next(infos: AsyncGenerator[T, None]) -> T | None:
    return await anext(infos, None)
