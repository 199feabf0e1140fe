"""A thread for what waits on an event loop."""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

from ._tei_words import TeiError

__all__ = ["Worker"]

T = TypeVar("T")


class Worker:
    """A thread that runs an event loop for those who wait."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="tei", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Does the work and returns what it finds; an interrupt ends it."""
        if not self._thread.is_alive():
            work.close()
            raise TeiError("the engine was told to quit")
        future: Future[T] = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Does the last work of something that may be thrown away on any thread, at any time."""
        if threading.current_thread() is self._thread:
            self._loop.create_task(work)
        elif self._thread.is_alive():
            self.wait(work)
        else:
            work.close()

    def stop(self) -> None:
        """Ends the thread soon."""
        self._loop.call_soon_threadsafe(self._loop.stop)

    def join(self) -> None:
        """Waits until the thread has ended."""
        if threading.current_thread() is not self._thread:
            self._thread.join()
