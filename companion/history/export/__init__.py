"""Writes saved games in formats for people and other programs: one module for each format.

`played_game` collects the steps of a game without those that were taken back; the formats write them.
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
"""The function that writes each format. It raises ExportError for a game that the format cannot hold."""
