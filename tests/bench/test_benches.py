"""Every bench can be loaded. They run only on demand, so nobody would notice that one is broken."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from tests import bench


@pytest.mark.parametrize("name", sorted(module.name for module in pkgutil.iter_modules(bench.__path__)))
def test_a_bench_can_be_loaded(name: str) -> None:
    importlib.import_module(f"{bench.__name__}.{name}")
