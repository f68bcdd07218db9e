"""One symbol for each colour, on prints, on the screen and in texts."""

from __future__ import annotations

import pytest

from companion.boards import BOARDS
from companion.boards.drawing import Area
from companion.boards.symbol_outlines import trace_symbol
from companion.rules import GAMES
from companion.screen.theme import look
from companion.values.symbols import SYMBOL_NAMES, SYMBOLS, find_colour


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_piece_has_its_colours_symbol_on_the_screen(game: str) -> None:
    kinds = [kind for kind in GAMES[game].info.kinds if kind not in GAMES[game].info.sides]
    colours = [find_colour(kind) for kind in kinds]
    assert None not in colours
    assert [look(kind).symbol for kind in kinds] == [SYMBOLS[colour or ""] for colour in colours]
    assert len({look(kind).symbol for kind in kinds}) == len(kinds)


def test_the_print_of_color_dice_shows_the_same_symbols() -> None:
    board = BOARDS["color-dice"]
    drawn = {tuple(area.rings[0]) for area in board.drawing().shapes if isinstance(area, Area)}
    for colour in GAMES["color-dice"].info.kinds:
        cells = [cell for name, cell in board.layout().cells.items() if name in (f"{colour}1", f"{colour}5")]
        between = tuple((a + b) / 2 for a, b in zip(*((cell.x, cell.y) for cell in cells), strict=True))
        outline = trace_symbol(SYMBOLS[colour], (between[0], between[1]), 5.2)
        assert any(
            len(ring) == len(outline)
            and all(abs(x - u) < 0.01 and abs(y - v) < 0.01 for (x, y), (u, v) in zip(ring, outline, strict=True))
            for ring in drawn
        )


def test_every_symbol_has_its_own_name() -> None:
    assert set(SYMBOLS.values()) <= set(SYMBOL_NAMES)
    assert len(set(SYMBOL_NAMES.values())) == len(SYMBOL_NAMES)
