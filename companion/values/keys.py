"""The keys of a keyboard, by what they do."""

from __future__ import annotations

from typing import Literal

KeyName = Literal["next", "previous", "up", "down", "left", "right", "enter", "back", "erase", "undo", "redo", "hint"]
"""`next`, `previous` and the arrows go from one button to another, `enter` presses it, `back` leaves the page, `erase`
takes the last typed letter away."""
