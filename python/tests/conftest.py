"""What all tests share."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def interrupts() -> Iterator[None]:
    """Interrupts are heard, though a shell ignores them for what it runs behind a `&`."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
