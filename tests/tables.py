"""Virtual tables for tests."""

from __future__ import annotations

from companion.boards import Board
from companion.rules import GAMES
from companion.virtual_table.scene import Scene


def make_scene(board: Board, *, seed: int = 0) -> Scene:
    """A table with a game's board and all pieces that a game with the usual options needs."""
    rules = GAMES[board.game]
    return Scene(board, rules.stock(rules.new()), seed=seed)
