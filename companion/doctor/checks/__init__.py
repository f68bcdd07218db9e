"""The checks. Each file here is one check, and offers it as `CHECK`."""

from __future__ import annotations

from companion.doctor.finding import Check
from companion.registry import Registry

CHECKS = Registry[Check](__name__, "CHECK", Check, rank=lambda check: check.rank, in_folders=False)
"""Every check by its name, in the order in which the findings are shown."""
