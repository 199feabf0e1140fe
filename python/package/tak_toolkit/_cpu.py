"""Chooses the library for the CPU, before anything else asks for it.

A wheel for x86-64 has two libraries: one for every CPU, and in the folder ``v3`` the same for those of
the last ten years, which searches a third faster. Where ``TAK_CPU`` is ``x86-64``, the first is taken.
"""

import os
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from . import _native


def _choose() -> None:
    """Puts the better library in the place of the plain one, if there is one and the CPU allows."""
    if not _native.allows_v3() or os.environ.get("TAK_CPU") == "x86-64":
        return
    plain = Path(_native.__file__)
    better = plain.parent / "v3" / plain.name
    name = _native.__name__
    if _native.cpu == "x86-64" and better.exists():
        spec = spec_from_file_location(name, better, loader=ExtensionFileLoader(name, str(better)))
        assert spec and spec.loader
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
        sys.modules[__package__]._native = module  # type: ignore[attr-defined]


_choose()
