"""The virtual table's scene: pieces go from box to board and back, a little carelessly, and none is lost."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import BOARDS
from companion.rules import GAMES
from companion.virtual_table.scene import CARELESS_MM, Scene, SceneError
from tests.tables import make_scene

MINDFIELD = BOARDS["mindfield"]
START = {"d4": ("antipode-silver",)}
CELLS = tuple(MINDFIELD.layout().cells)


def _all_kinds(scene: Scene) -> Counter[str]:
    kinds = [piece.kind for piece in scene.pieces] + ([scene.held.kind] if scene.held else [])
    return Counter(kind.removeprefix("antipode-") if "antipode" not in kind else "antipode" for kind in kinds)


def test_everything_begins_in_the_boxes_apart_from_each_other() -> None:
    scene = make_scene(MINDFIELD)
    assert scene.table() == {}
    assert Counter(piece.kind for piece in scene.pieces) == GAMES["mindfield"].stock(GAMES["mindfield"].new())
    for i, one in enumerate(scene.pieces):
        assert any(box.holds(one.x, one.y) and one.kind in box.kinds for box in scene.boxes)
        for other in scene.pieces[i + 1 :]:
            reach = (scene.kind(one).diameter_mm + scene.kind(other).diameter_mm) / 2
            assert math.hypot(one.x - other.x, one.y - other.y) > reach


def test_boxes_are_beside_the_board() -> None:
    scene = make_scene(MINDFIELD)
    width, _ = scene.layout.size_mm
    for box in scene.boxes:
        x, _, wide, _ = box.outline
        assert x + wide < 0 or x > width


tables = st.dictionaries(st.sampled_from(CELLS), st.sampled_from(["gold", "silver"]), max_size=13).flatmap(
    lambda stones: st.sampled_from(["antipode-gold", "antipode-silver"]).flatmap(
        lambda token: st.sampled_from([cell for cell in CELLS if cell not in stones]).map(
            lambda cell: {**{c: (k,) for c, k in stones.items()}, cell: (token,)}
        )
    )
)


@given(first=tables, second=tables, seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_a_laid_table_is_reachable_and_nothing_is_lost(
    first: dict[str, tuple[str, ...]], second: dict[str, tuple[str, ...]], seed: int
) -> None:
    scene = make_scene(MINDFIELD, seed=seed)
    whole = _all_kinds(scene)
    for table in (first, second):
        scene.lay(table)
        assert scene.table() == table
        assert _all_kinds(scene) == whole
    for cell in second:
        piece, middle = scene.find_in_cell(cell), scene.layout.cells[cell]
        assert piece is not None
        assert math.hypot(piece.x - middle.x, piece.y - middle.y) <= CARELESS_MM + 1e-9


def test_one_seed_lays_pieces_alike_another_otherwise() -> None:
    places = []
    for seed in (1, 1, 2):
        scene = make_scene(MINDFIELD, seed=seed)
        scene.lay({"a1": ("gold",), **START})
        places.append(scene.find_in_cell("a1"))
    assert places[0] == places[1]
    assert places[0] != places[2]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"h1": ("gold",)}, "no cell 'h1'"),
        ({"a1": ("pawn",)}, "no piece 'pawn'"),
        (dict.fromkeys(CELLS[:14], ("gold",)), "needs 14 of 'gold', but the box has 13"),
        ({"a1": ("antipode-gold",), "c1": ("antipode-silver",)}, "2 of 'antipode"),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused_and_changes_nothing(
    table: dict[str, tuple[str, ...]], words: str
) -> None:
    scene = make_scene(MINDFIELD)
    scene.lay(START)
    before = scene.pieces
    with pytest.raises(SceneError, match=words):
        scene.lay(table)
    assert scene.pieces == before


def test_a_stone_goes_from_its_box_to_a_cell_and_back() -> None:
    scene = make_scene(MINDFIELD, seed=4)
    scene.lay(START)
    stone = scene.find_in_box("gold")
    assert stone is not None
    picked = scene.pick(stone.x, stone.y)
    assert picked is not None
    assert picked.kind == "gold"
    assert scene.pick(stone.x, stone.y) is None, "one hand holds one piece"
    assert "gold" not in [kind for kinds in scene.table().values() for kind in kinds]
    c2 = scene.layout.cells["c2"]
    scene.drag(c2.x + 9, c2.y - 6)
    assert scene.drop() == "c2"
    assert scene.hand is None
    assert scene.table() == {"c2": ("gold",), **START}
    lying = scene.find_in_cell("c2")
    assert lying is not None
    assert math.hypot(lying.x - c2.x, lying.y - c2.y) <= CARELESS_MM
    scene.pick(lying.x, lying.y)
    scene.drag(-60, 140)
    assert scene.drop() == "box"
    assert scene.table() == START
    assert _all_kinds(scene) == _all_kinds(make_scene(MINDFIELD))


@pytest.mark.parametrize("seed", range(4))
def test_a_piece_under_the_finger_goes_before_a_higher_one_beside_it(seed: int) -> None:
    scene = make_scene(BOARDS["backgammon"], seed=seed)
    scene.lay({"24": ("black",) * 8})  # the last two on top of the sixth
    pile, other = scene.find_in_cell("24"), scene.find_in_box("black")
    assert pile is not None
    assert other is not None
    assert pile.z > 0
    at = (pile.x + scene.kind(pile).diameter_mm / 2 + 1.0, pile.y)
    scene.pick(other.x, other.y)
    scene.drag(*at)
    assert scene.drop() is None
    found = scene.find_piece(*at)
    assert found is not None
    assert found.number == other.number
    assert found == scene.find_stray("black")


def test_a_piece_put_between_two_cells_stays_there_and_is_on_neither() -> None:
    scene = make_scene(MINDFIELD)
    scene.lay({"a1": ("gold",), **START})
    stone = scene.find_in_cell("a1")
    assert stone is not None
    scene.pick(stone.x, stone.y)
    a1, b1 = scene.layout.cells["a1"], scene.layout.cells["b1"]
    scene.drag((a1.x + b1.x) / 2, a1.y)
    assert scene.drop() is None
    assert scene.table() == START
    lying = scene.find_piece((a1.x + b1.x) / 2, a1.y)
    assert lying is not None
    assert (lying.x, lying.y) == ((a1.x + b1.x) / 2, a1.y)


def test_a_piece_on_another_is_on_top_and_is_taken_first() -> None:
    scene = make_scene(MINDFIELD, seed=2)
    scene.lay({"c3": ("silver", "gold"), **START})
    assert scene.table()["c3"] == ("silver", "gold")
    c3 = scene.layout.cells["c3"]
    top = scene.find_piece(c3.x, c3.y)
    assert top is not None
    assert (top.kind, top.z) == ("gold", 7.0)
    assert [p.kind for p in scene.pieces][-1] == "gold"


def test_the_antipode_turns_over_and_back_and_a_stone_does_not() -> None:
    scene = make_scene(MINDFIELD)
    scene.lay({"a1": ("gold",), **START})
    d4, a1 = scene.layout.cells["d4"], scene.layout.cells["a1"]
    version = scene.version
    assert scene.turn(d4.x, d4.y) is not None
    assert scene.version > version
    assert scene.table()["d4"] == ("antipode-gold",)
    scene.turn(d4.x, d4.y)
    assert scene.table()["d4"] == ("antipode-silver",)
    assert scene.turn(a1.x, a1.y) is None
    scene.pick(d4.x, d4.y)
    turned = scene.turn(d4.x, d4.y)
    assert turned is not None
    assert scene.held is not None
    assert scene.held.kind == "antipode-gold"


def test_where_nothing_is_nothing_is_picked_or_turned() -> None:
    scene = make_scene(MINDFIELD)
    scene.lay(START)
    version = scene.version
    assert scene.pick(5, 5) is None
    assert scene.turn(5, 5) is None
    assert scene.drop() is None
    assert scene.version == version


def test_a_larger_stock_has_a_larger_box() -> None:
    scene = Scene(MINDFIELD, {"gold": 25, "silver": 25, "antipode-silver": 1})
    table = dict.fromkeys(CELLS[:25], ("gold",))
    scene.lay(table)
    assert scene.table() == table
