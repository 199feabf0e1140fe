#!/usr/bin/env python3
"""Teaches an instance of OpenBench to play Tak: its settings, not its code.

    tak-match/openbench/configure.py FOLDER

copies the engine and the books into FOLDER, a clone of OpenBench, and names them in its
Config/config.json, along with the match runner that its workers are to build. What the
file has for other engines stays; the runner does not, and it plays nothing but Tak.
"""

import json
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent


def version():
    """The version of the runner, as the manifest of the workspace says it."""
    manifest = (HERE.parent.parent / "Cargo.toml").read_text()
    return re.search(r'^version = "([^"]+)"', manifest, re.MULTILINE).group(1)


def copied(kind, folder):
    """Copies the settings of a kind and returns their names."""
    names = []
    for file in sorted((HERE / kind).glob("*.json")):
        shutil.copy(file, folder / kind / file.name)
        names.append(file.name.removesuffix(".json"))
    return names


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: configure.py FOLDER, a clone of OpenBench")
    folder = pathlib.Path(sys.argv[1])
    config_file = folder / "Config" / "config.json"
    if not config_file.is_file():
        sys.exit(f"error: {config_file}: no such file; expected a clone of OpenBench")
    config = json.loads(config_file.read_text())
    for kind in ("Engines", "Books"):
        known = config[kind.lower()]
        known += [name for name in copied(kind, folder) if name not in known]
    source = json.loads((HERE / "Engines" / "tak-engine.json").read_text())["source"]
    config["fastchess_repo_url"] = source
    config["fastchess_repo_ref"] = "main"
    config["fastchess_min_version"] = version()
    config_file.write_text(json.dumps(config, indent=4) + "\n")
    print(f"{config_file}: tak-engine, its books and its match runner, v{version()} or later")


if __name__ == "__main__":
    main()
