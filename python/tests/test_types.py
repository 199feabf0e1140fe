"""The stub says what the compiled module has, and the code around it agrees with the types."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def run(*command: str) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=HERE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_what_is_there() -> None:
    run("mypy.stubtest", "tak_toolkit", "--ignore-disjoint-bases")


def test_the_tests_are_typed() -> None:
    run("mypy", "--strict", *map(str, HERE.glob("*.py")))
