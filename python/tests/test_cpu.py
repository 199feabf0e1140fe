"""The library for the CPU at hand, and the one for every CPU, which gives the same answers."""

import os
import platform
import subprocess
import sys

import pytest
import tak_toolkit
from tak_toolkit import _native

ASKED = "import tak_toolkit as tak; print(tak.cpu, tak.Board(5).perft(3))"


def asked(**variables: str) -> list[str]:
    told = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**os.environ, **variables},
        capture_output=True,
        check=True,
        text=True,
    )
    return told.stdout.split()


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="one library is enough")
def test_the_better_library_is_taken_where_the_cpu_allows() -> None:
    plain, better = asked(TAK_CPU="x86-64"), asked(TAK_CPU="")
    assert plain[0] == "x86-64"
    assert better[0] == ("x86-64-v3" if _native.allows_v3() else "x86-64")
    assert better[0] == tak_toolkit.cpu
    assert plain[1] == better[1]
