"""The checks: each file here is one, and offers it as `CHECK`."""

from __future__ import annotations

from companion.doctor.finding import Check
from companion.registry import Registry

CHECKS = Registry[Check](__name__, "CHECK", Check, rank=lambda check: check.rank, in_folders=False)
"""Every check by its name, in the order of the answer."""
