"""The keys of a keyboard, by what they do."""

from __future__ import annotations

from typing import Literal

KeyName = Literal["next", "previous", "up", "down", "left", "right", "enter", "back", "erase", "undo", "redo", "hint"]
"""`next`, `previous` and the arrows move from button to button. `enter` presses a button, `back` leaves the page, and
`erase` takes away the last typed letter.
"""
