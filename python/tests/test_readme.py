"""The blocks of the README run and print what it says."""

import doctest
from pathlib import Path


def test_readme() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    # A block ends before its fence.
    text = readme.read_text(encoding="utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "README", str(readme), 0)
    assert test.examples and doctest.DocTestRunner().run(test).failed == 0
