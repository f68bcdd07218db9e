from __future__ import annotations

from tests.headless import headless

__all__ = ["headless"]
