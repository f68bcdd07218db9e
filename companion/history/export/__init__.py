"""Saved games written for others: one file a format, each a pure function from a saved game to a text.

`played_game` tells a game as it counts in the end, without what was taken back; the formats write it down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.history.export.jsonl import write as write_jsonl
from companion.history.export.mat import write as write_mat
from companion.history.export.played_game import ExportError
from companion.history.export.text import write as write_text
from companion.history.saved_games import SavedGame

__all__ = ["FORMATS", "ExportError", "write_text"]

FORMATS: Mapping[str, Callable[[SavedGame], str]] = {"jsonl": write_jsonl, "text": write_text, "mat": write_mat}
"""Each format's name and what writes it. Raises ExportError where a game cannot be told in it."""
