"""The notebook runs from its first cell to its last, here with less time than it takes for itself."""

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parent.parent / "notebooks" / "first_network.ipynb"


def test_first_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINUTES", "0.25")
    monkeypatch.chdir(tmp_path)
    seen: dict[str, Any] = {}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), seen)
    assert seen["error"](*seen["unseen"]) < seen["error_without"]
    wins, _, losses = seen["against_level"][1]
    assert wins > 2 * losses
    assert seen["networks"].Network.from_bytes((tmp_path / "first.net").read_bytes()) == seen["network"]
