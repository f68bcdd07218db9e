"""Cells on unknown print that trees trust although rules doubt them, and those they doubt more."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from companion.boards import BOARDS
from companion.boards import art as draw_print
from companion.virtual_table.camera import VirtualCamera
from tests.tables import make_scene
from tests.vision.scene import Picture
from vision import register
from vision.observation import ENOUGH_DOUBT, SURE, CellReading, Reading
from vision.reader import Reader
from vision.reader.colours.kinds import Kinds
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust import reading as mistrust
from vision.reader.mistrust import trees, trust
from vision.reader.mistrust.doubt import doubt_cells, find_lowered, judge_cells, measure_doubt, trust_cells
from vision.reader.mistrust.trees import Trees
from vision.reader.networks import network
from vision.reader.survey import Survey

ONE, TWO = ("white", 1), ("white", 2)
TABLE = {"A1": ("black",), "C3": ("white",), "E5": ("black",), "G2": ("white",)}


@cache
def photograph(*, bare: bool) -> Picture:
    """The table of Spry, or the empty board."""
    table = make_scene(BOARDS["spry"], seed=4)
    if not bare:
        table.lay(TABLE)
    return VirtualCamera(table, size=(960, 540), seed=4).render()


def read_table(*, learned: bool = False, art: Picture | None = None) -> Reading:
    """A table of Spry. learned: True to learn its print first. art: a drawing of it, if there is one."""
    layout = BOARDS["spry"].layout()
    reader = Reader(layout, art)
    registration = register.find(photograph(bare=False), layout)
    if learned:
        reader.learn(photograph(bare=True), registration, {})
    return reader.read(photograph(bare=False), registration)


@cache
def look() -> tuple[Reading, Survey, Posterior, Reading]:
    """What the trees are asked when the table is read, and the reading if they say nothing."""
    asked: list[tuple[Reading, Survey, Posterior]] = []

    def say_nothing(*given: object) -> dict[str, float]:
        asked.append(given)  # type: ignore[arg-type]
        return {}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mistrust, "find_chances", say_nothing)
        told = read_table()
    return *asked[0], told


def grow(values: tuple[float, float]) -> Trees:
    """Two trees: the first asks whether value 1 is at most 0.5, the second always gives the log odds 1."""
    return Trees(
        feature=np.array([[1, 0, 0], [0, 0, 0]]),
        threshold=np.array([[0.5, 0.0, 0.0], [0.0, 0.0, 0.0]]),
        left=np.array([[1, 1, 2], [0, 0, 0]]),
        right=np.array([[2, 1, 2], [0, 0, 0]]),
        answer=np.array([[0.0, *values], [1.0, 0.0, 0.0]]),
        depth=1,
    )


def test_the_log_odds_are_the_sum_of_what_the_leaves_say() -> None:
    given = np.array([[9.0, 0.5], [9.0, 0.6], [-9.0, -3.0]])
    assert grow((2.0, -4.0)).compute_log_odds(given).tolist() == [3.0, -3.0, 3.0]


def test_trees_are_read_as_they_were_written(tmp_path: Path) -> None:
    made, file = grow((2.0, -4.0)), tmp_path / "trees.npz"
    np.savez_compressed(file, **vars(made))
    read = trees.load(file)
    given = np.random.default_rng(1).uniform(0, 1, (20, 2))
    assert read.compute_log_odds(given).tolist() == made.compute_log_odds(given).tolist()


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        trees.load(tmp_path / "none.npz")


def test_the_trees_of_the_repository_ask_only_for_what_is_measured() -> None:
    ours = trees.load(trust.TREES)
    assert tuple(np.load(trust.TREES)["features"]) == trust.FEATURES
    assert ours.feature.min() >= 0
    assert ours.feature.max() < len(trust.FEATURES)
    p = 1 / (1 + np.exp(-ours.compute_log_odds(np.zeros((3, len(trust.FEATURES))))))
    assert ((p > 0) & (p < 1)).all()


def test_a_trusted_cell_is_as_likely_as_its_trees_say_and_others_stay() -> None:
    cells = {name: CellReading({ONE: 0.94, TWO: 0.02}) for name in "abcd"}
    before = Reading(cells, False)
    after = trust_cells(before, {"a": 0.999, "b": 0.9})
    assert after.cells["a"].likely == pytest.approx({ONE: 0.999, TWO: 0.02 / 60})
    assert {name for name, cell in after.cells.items() if cell != cells[name]} == {"a"}


def test_a_covered_cell_is_not_surely_read_even_if_it_is_trusted() -> None:
    before = Reading({"a": CellReading({ONE: 0.5}, covered=True)}, True)
    assert trust_cells(before, {"a": 0.999}).cells["a"].unsure


def test_the_doubt_of_a_picture_is_that_of_its_less_clear_cells_in_sight() -> None:
    clear, unclear = CellReading({ONE: 0.99}), CellReading({ONE: 0.6})
    cells = {str(number): unclear if number < 2 else clear for number in range(11)}
    assert measure_doubt(Reading(cells, False)) == pytest.approx(0.4)
    hidden = {name: replace(cell, covered=True) if cell is unclear else cell for name, cell in cells.items()}
    assert measure_doubt(Reading(hidden, True)) == pytest.approx(0.01)
    assert measure_doubt(Reading({"a": replace(clear, covered=True)}, True)) == 0.0


def test_the_cells_that_became_less_sure_are_named() -> None:
    before = Reading({"a": CellReading({ONE: 0.99}), "b": CellReading({ONE: 0.99}), "c": CellReading({})}, False)
    after = Reading({**before.cells, "b": CellReading({ONE: 0.98})}, False)
    assert find_lowered(before, after) == {"b"}


def test_each_cell_that_nothing_covers_is_measured() -> None:
    before, survey, final, _ = look()
    names, values = trust.measure_cells(before, survey, final)
    assert names == list(BOARDS["spry"].layout().cells)
    assert values.shape == (len(names), len(trust.FEATURES))
    assert np.isfinite(values).all()
    by_name = dict(zip(trust.FEATURES, values.T, strict=True))
    assert set(by_name["pieces"]) == {len(TABLE)}
    assert {name for name, many in zip(names, by_name["places_alike"], strict=True) if many == 2} == set(TABLE)


def test_three_cells_below_a_phone_are_not_in_the_hue_of_empty_ones() -> None:
    before, survey, final, _ = look()
    below, core = ("D4", "D5", "E4"), survey.places.core.copy()
    names = [survey.scene.atlas.names[cell] for cell in survey.scene.atlas.cell]
    core[[names.index(name) for name in below]] = (-4.0, -4.0, -0.5)
    phone = replace(survey, places=replace(survey.places, core=core))
    told, values = trust.measure_cells(before, phone, final)
    gap = dict(zip(told, values[:, trust.FEATURES.index("hue_gap_to_empty")], strict=True))
    assert min(gap[name] for name in below) > 1.0 > max(gap[name] for name in gap if name not in {*below, *TABLE})


def test_covered_cells_are_not_measured() -> None:
    before, survey, final, _ = look()
    hidden = {name: replace(cell, covered=name != "A1") for name, cell in before.cells.items()}
    names, values = trust.measure_cells(replace(before, cells=hidden), survey, final)
    assert names == ["A1"]
    assert np.isfinite(values).all()
    nothing = {name: replace(cell, covered=True) for name, cell in before.cells.items()}
    assert trust.find_chances(replace(before, cells=nothing), survey, final) == {}


def test_each_cell_has_the_chance_that_the_trees_give_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, survey, final, _ = look()
    np.savez_compressed(tmp_path / "trees.npz", **vars(grow((2.0, 2.0))))
    monkeypatch.setattr(trust, "TREES", tmp_path / "trees.npz")
    chances = trust.find_chances(before, survey, final)
    assert set(chances) == set(before.cells)
    assert list(chances.values()) == pytest.approx([1 / (1 + np.exp(-3.0))] * len(chances))


@pytest.mark.parametrize(
    ("beside_hand", "is_print_known", "trusted"),
    [(False, False, "bcd"), (True, False, "d"), (True, True, "bcd"), (False, True, "")],
)
def test_beside_a_hand_it_takes_more_to_be_trusted_unless_the_print_is_known(
    beside_hand: bool, is_print_known: bool, trusted: str
) -> None:
    chances = {"a": 0.9979, "b": 0.9981, "c": 0.9994, "d": 0.9996}
    clear = Reading({name: CellReading({ONE: 0.99}) for name in chances}, beside_hand)
    told = trust.find_trusted(clear, chances, beside_hand=beside_hand, is_print_known=is_print_known)
    assert told == {name: chances[name] for name in trusted}


@pytest.mark.parametrize(("beside_hand", "is_print_known"), [(False, False), (True, False), (True, True)])
def test_a_cell_that_seemed_doubtful_before_is_trusted_except_beside_a_hand_on_unknown_print(
    beside_hand: bool, is_print_known: bool
) -> None:
    before = Reading({"a": CellReading({ONE: 0.9}), "b": CellReading({ONE: 0.99})}, beside_hand)
    chances = {"a": 0.9999, "b": 0.9999}
    told = trust.find_trusted(before, chances, beside_hand=beside_hand, is_print_known=is_print_known)
    assert set(told) == ({"b"} if beside_hand and not is_print_known else {"a", "b"})


def test_no_cell_is_sure_whose_chance_is_too_small() -> None:
    cells = {name: CellReading({ONE: 0.99}) for name in "abce"} | {"d": CellReading({ONE: 0.94})}
    after = judge_cells(Reading(cells, False), {"a": 0.92, "b": 0.98, "d": 0.92, "e": 0.97}, 0.93, 0.98)
    told = {name: cell.p for name, cell in after.cells.items()}
    assert told == pytest.approx({"a": 0.92, "b": 0.99, "c": 0.99, "d": 0.94, "e": 1 - ENOUGH_DOUBT})
    assert after.cells["e"].unsure


def test_beside_a_hand_it_takes_more_to_be_sure_and_most_of_all_on_unknown_print() -> None:
    def find(*, hand: bool, known: bool, rows: bool) -> float:
        return trust.find_least_sure(beside_hand=hand, is_print_known=known, has_rows=rows)

    for known, rows in ((False, False), (False, True), (True, False), (True, True)):
        assert SURE <= find(hand=False, known=known, rows=rows) < find(hand=True, known=known, rows=rows)
    assert find(hand=True, known=False, rows=False) == trust.MIN_TRUSTED_BESIDE_P > trust.MIN_SURE_BESIDE_P
    assert find(hand=False, known=False, rows=False) == trust.MIN_TRUSTED_P
    assert find(hand=False, known=False, rows=True) == SURE


def test_cells_in_doubt_are_as_likely_as_their_chances_say_but_not_sure() -> None:
    cells = {name: CellReading({ONE: 0.97 if name == "c" else 0.9, TWO: 0.02}) for name in "abcd"}
    after = judge_cells(Reading(cells, False), {"a": 0.6, "b": 0.999, "c": 0.96}, 0.93, 0.95)
    assert after.cells["a"].likely == pytest.approx({ONE: 0.6, TWO: 0.02 * 0.6 / 0.9})
    assert after.cells["b"].likely == pytest.approx({ONE: 1 - ENOUGH_DOUBT, TWO: 0.02 * ENOUGH_DOUBT / 0.1})
    assert after.cells["b"].unsure
    assert {name for name, cell in after.cells.items() if cell != cells[name]} == {"a", "b"}


def test_an_unknown_print_is_read_with_more_sure_cells_and_no_sure_one_is_less_sure() -> None:
    *_, doubted = look()
    told = read_table()
    assert all(told.cells[name].p >= cell.p for name, cell in doubted.cells.items() if not cell.unsure)
    assert set(told.unsure) < set(doubted.unsure)
    held = {name: (cell.best[0],) for name, cell in told.cells.items() if cell.best[1]}
    assert held == TABLE


def see(survey: Survey, name: str, answer: int) -> Survey:
    """The survey, in which the network says something else of one cell. answer: the number of what it says."""
    names, log_p = [survey.scene.atlas.names[cell] for cell in survey.scene.atlas.cell], survey.places.log_p.copy()
    log_p[names.index(name)] = np.log(np.where(np.arange(3) == answer, 0.98, 0.01))
    return replace(survey, places=replace(survey.places, log_p=log_p))


def test_a_doubtful_empty_cell_where_the_network_sees_a_piece_stays_in_doubt_whatever_the_trees_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, survey, final, _ = look()
    doubtful = CellReading({(None, 0): 0.92, ONE: 0.08})
    before = replace(before, cells={**before.cells, "D4": doubtful, "D2": doubtful})
    monkeypatch.setattr(mistrust, "find_chances", lambda *_: dict.fromkeys(before.cells, 0.9999))
    kinds, nowhere = Kinds.of(BOARDS["spry"].layout()), np.zeros(survey.scene.atlas.count, np.bool_)
    seen = see(survey, "D4", network.PIECE)
    none = np.zeros(len(kinds), np.bool_)
    told = mistrust.doubt_reading(before, seen, final, nowhere, kinds, np.arange(len(kinds)), False, none)
    assert told.cells["D4"].best == (None, 0)
    assert "D4" in told.unsure
    assert "D2" not in told.unsure


def test_inks_are_looked_for_where_nothing_but_print_and_pieces_is_seen() -> None:
    _, survey, _, _ = look()
    assert survey.may_show_inks
    assert not see(survey, "D4", network.THING).may_show_inks
    assert not replace(survey, over_rim=np.zeros((1, 2, 2))).may_show_inks


@pytest.mark.parametrize("has_art", [False, True])
def test_on_learned_print_without_a_drawing_cells_are_judged(has_art: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    art = draw_print(BOARDS["spry"].layout()) if has_art else None
    before = read_table(learned=True, art=art)
    chances = {name: 0.5 if name == "D4" else 0.96 for name in before.cells}
    monkeypatch.setattr(mistrust, "find_chances", lambda *_: chances)
    after = read_table(learned=True, art=art)
    changed = {name for name, cell in after.cells.items() if cell != before.cells[name]}
    assert changed == (set() if has_art else {"D4"})
    assert has_art or after.cells["D4"].p == pytest.approx(0.5)


def test_on_learned_print_without_a_hand_the_trees_make_no_cell_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistrust, "doubt_rows", lambda reading, *_: doubt_cells(reading, {"C3"}))
    monkeypatch.setattr(mistrust, "find_chances", lambda *_: {"C3": 0.9999})
    assert "C3" in read_table(learned=True).unsure


@pytest.mark.parametrize(("like_print", "most_doubt", "is_unclear"), [(3, 1.0, False), (4, 1.0, True), (3, 0.0, True)])
def test_an_unclear_picture_stays_in_doubt_only_if_its_print_makes_it_unclear(
    like_print: int, most_doubt: float, is_unclear: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(reading: Reading, *_: object) -> Reading:
        return reading

    every = list(BOARDS["spry"].layout().cells)
    monkeypatch.setattr(mistrust, "doubt_mixed_hues", lambda reading, *_: doubt_cells(reading, {*every[:like_print]}))
    monkeypatch.setattr(mistrust, "doubt_unseen_pieces", leave)
    monkeypatch.setattr(mistrust, "doubt_unclear_picture", lambda reading, *_: doubt_cells(reading, {*every}))
    monkeypatch.setattr(mistrust, "doubt_one_colour_of_two_shades", leave)
    monkeypatch.setattr(mistrust, "find_chances", lambda *_: dict.fromkeys(every, 0.9999))
    monkeypatch.setattr(mistrust, "_MAX_PICTURE_DOUBT", most_doubt)
    assert len(read_table().unsure) == (len(every) if is_unclear else like_print)
