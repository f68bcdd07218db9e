from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.boards import BOARDS
from companion.history.events import Rolled
from companion.presentation import game_view
from companion.rules import GAMES
from companion.screen.page import Wishes, regions
from companion.screen.theme import DARK, look
from companion.screen.touchscreen import Touchscreen
from companion.session.transient_state import TransientState
from companion.values.commands import AnswerCell, Command, FinishTurn, MarkRead, OpenCorrections, PlayMove, Undo
from companion.values.views import (
    Arrow,
    Button,
    Choice,
    Mark,
    Reason,
    ScreenName,
    Step,
    Strip,
    StripFact,
    StripValue,
    View,
)
from tests.screen.gallery import PANELS, paint
from tests.screen.moments import new
from tests.screen.views import KIND_NAMES, MIDDLE, buttons, moved, views

BOARD = BOARDS["mindfield"]
VIEWS: Mapping[str, View] = views()
SCREENS = {size: Touchscreen(BOARD, size) for size in PANELS}

FILL_THE_SCREEN = ("rules", "side", "menu")

every_view = pytest.mark.parametrize("name", VIEWS)
every_panel = pytest.mark.parametrize("size", PANELS)


def middle(screen: Touchscreen, action: object) -> tuple[int, int]:
    return next(area.center for area, means in screen.targets() if means == action)


def test_every_room_has_a_view() -> None:
    assert {view.screen for view in VIEWS.values()} == set(get_args(ScreenName))


@every_panel
@every_view
def test_texts_do_not_overlap(name: str, size: tuple[int, int]) -> None:
    screen = SCREENS[size]
    surface = screen.draw(VIEWS[name])
    check_page(screen, surface)


def check_page(screen: Touchscreen, surface: pygame.Surface) -> None:
    """Texts and targets stay on the panel; no two lines and no two targets share a pixel."""
    panel = surface.get_rect()
    assert panel.size == screen.size
    written = screen.written()
    assert written
    assert all(panel.contains(line) for line in written)
    # The boxes of glyphs include space for accents, so those of a paragraph's lines overlap a little.
    lines = [line.inflate(0, -round(line.height * 0.3)) for line in written]
    assert not [(a, b) for a, b in itertools.combinations(lines, 2) if a.colliderect(b)]
    areas = [area for area, _ in screen.targets()]
    assert all(panel.contains(area) for area in areas)
    assert not [(a, b) for a, b in itertools.combinations(areas, 2) if a.colliderect(b)]


@every_panel
@every_view
def test_every_button_and_every_choice_can_be_tapped(name: str, size: tuple[int, int]) -> None:
    screen, view = SCREENS[size], VIEWS[name]
    screen.draw(view)
    for button in view.buttons:
        assert screen.tap(*middle(screen, button.command)) == button.command
    wanted = [choice.command for choice in view.choices]
    reached: list[Command] = []
    for _ in view.choices:
        for area, means in screen.targets():
            assert screen.tap(*area.center) == means
            if means in wanted and means not in reached:
                reached.append(means)
        if len(reached) == len(wanted):
            break
        turn_over(screen, view)
    assert len(reached) == len(wanted)


def turn_over(screen: Touchscreen, view: View) -> None:
    """Taps everywhere outside the targets until the screen shows another page of choices."""
    before = screen.draw(view)
    for x in range(5, screen.size[0], 20):
        for y in range(5, screen.size[1], 20):
            if not any(area.collidepoint(x, y) for area, _ in screen.targets()):
                assert screen.tap(x, y) is None
                if screen.draw(view) is not before:
                    return
    raise AssertionError("no way to the other choices")


@every_panel
def test_after_a_roll_the_keys_that_roll_are_where_they_were(size: tuple[int, int]) -> None:
    screen, again = SCREENS[size], VIEWS["roll"]
    first = replace(again, dice=(), choices=tuple(one for one in again.choices if one.label != "keep"))

    def places(view: View) -> dict[Command, tuple[int, int]]:
        screen.draw(view)
        rolling = [choice.command for choice in first.choices]
        return {means: area.topleft for area, means in screen.targets() if means in rolling}

    assert places(first) == places(again)


def test_an_answer_about_one_cell_marks_only_this_cell() -> None:
    screen, view = Touchscreen(BOARD), VIEWS["doubt"]
    table = dict(MIDDLE)
    choices = tuple(
        Choice(cell, f"{cell}: empty", AnswerCell(cell, None, 0), {c: k for c, k in table.items() if c != cell})
        for cell in ("a7", "g1")
    )
    both = replace(view, choices=choices, marks=(Mark("a7", "doubt"), Mark("g1", "doubt")))
    one = replace(both, marks=both.marks[:1])
    drawn = screen.draw(both)
    middle_of_first = middle(screen, choices[0].command)
    area = changed(drawn, screen.draw(one))
    assert not area.collidepoint(middle_of_first), "the first card shows the first cell alone, with both marks or one"


def test_taps_elsewhere_mean_nothing() -> None:
    screen = SCREENS[(800, 480)]
    view = VIEWS["play"]
    before = screen.draw(view)
    for x in range(0, 800, 7):
        for y in range(0, 480, 7):
            if not any(area.collidepoint(x, y) for area, _ in screen.targets()):
                assert screen.tap(x, y) is None
    assert screen.draw(view) is before


def test_a_disabled_button_looks_different_and_still_answers() -> None:
    screen = Touchscreen(BOARD)
    lit = pygame.image.tobytes(screen.draw(VIEWS["play"]), "RGB")
    done = middle(screen, FinishTurn())
    assert pygame.image.tobytes(screen.draw(replace(VIEWS["play"], buttons=buttons(done=False))), "RGB") != lit
    assert screen.tap(*done) == FinishTurn(), "the session says why it does nothing"
    assert screen.tap(*middle(screen, Undo())) == Undo()


def test_before_the_first_picture_a_tap_means_nothing() -> None:
    assert Touchscreen(BOARD).tap(700, 440) is None


@pytest.mark.parametrize("row", [3, 4])
def test_buttons_are_large_enough_for_thumbs(row: int) -> None:
    screen = Touchscreen(BOARD)
    extra = (Button("double", "Double", PlayMove("double")),) if row == 4 else ()
    screen.draw(replace(VIEWS["play"], buttons=(*buttons(), *extra)))
    areas = [area for area, _ in screen.targets()]
    assert len(areas) == row
    assert min(area.height for area in areas) >= 64
    assert min(area.width for area in areas) >= 60


def test_an_unchanged_view_is_not_drawn_again() -> None:
    screen = Touchscreen(BOARD)
    first = screen.draw(VIEWS["play"])
    assert screen.draw(views()["play"]) is first
    assert screen.draw(VIEWS["wrong"]) is not first


def test_the_picture_shows_what_is_believed() -> None:
    screen = Touchscreen(BOARD)
    empty = screen.draw(replace(VIEWS["play"], table={}, marks=()))
    gold = screen.draw(replace(VIEWS["play"], table={"c2": ("gold",)}, marks=()))
    silver = screen.draw(replace(VIEWS["play"], table={"c2": ("silver",)}, marks=()))
    for one, other in itertools.combinations((empty, gold, silver), 2):
        assert changed(one, other).width < 60
        assert changed(one, other).height < 60
    area = changed(empty, gold)
    assert near(gold.get_at((area.centerx - area.width // 5, area.centery)), look("gold").face)
    assert near(silver.get_at((area.centerx, area.centery - area.height // 5)), look("silver").face)


@pytest.mark.parametrize("name", ["play", "roll", "roll-typed", "over", "blind", "paused", "setup", "wrong-one-step"])
def test_a_message_that_stays_is_shown_and_a_tap_on_it_says_that_it_is_read(name: str) -> None:
    screen = Touchscreen(BOARD)
    view = replace(VIEWS[name], unread=("Gold rolled higher and begins.",))
    check_page(screen, screen.draw(view))
    assert view.unread[0] in screen.said()
    assert screen.tap(*middle(screen, MarkRead())) == MarkRead()
    screen.draw(VIEWS[name])
    assert MarkRead() not in [means for _area, means in screen.targets()]


@pytest.mark.parametrize("name", ["doubt", "doubt-six"])
def test_a_question_in_pictures_has_strip_and_headline_for_left_handed_people_too(name: str) -> None:
    for wishes in (Wishes(), Wishes(left_handed=True)):
        screen = Touchscreen(BOARD, wishes=wishes)
        check_page(screen, screen.draw(VIEWS[name]))
        assert {VIEWS[name].strip.text, VIEWS[name].headline} <= set(screen.said())


def test_the_strip_is_at_the_same_place_on_every_screen_and_a_tap_on_it_corrects() -> None:
    screen = Touchscreen(BOARD, menu=True)
    places = set()
    for view in (view for view in VIEWS.values() if view.screen not in FILL_THE_SCREEN):
        view = replace(view, strip=replace(view.strip, command=OpenCorrections()))
        check_page(screen, screen.draw(view))
        assert view.strip.text in screen.said()
        place = next((area.topleft, area.height) for area, means in screen.targets() if means == OpenCorrections())
        assert screen.tap(*middle(screen, OpenCorrections())) == OpenCorrections()
        places.add(place)
    assert len(places) == 1


def test_what_was_lifted_stays_as_a_ghost() -> None:
    screen = Touchscreen(BOARD)
    play = replace(VIEWS["play"], marks=())
    lying = screen.draw(play)
    lifted = screen.draw(replace(play, seen={c: k for c, k in MIDDLE.items() if c != "c2"}))
    gone = screen.draw(replace(play, table={c: k for c, k in MIDDLE.items() if c != "c2"}))
    assert changed(lying, lifted).colliderect(changed(lying, gone))
    assert changed(lifted, gone).width > 20


def test_what_has_come_is_ringed() -> None:
    screen = Touchscreen(BOARD)
    believed = screen.draw(replace(VIEWS["play"], table={"c2": ("gold",)}, marks=()))
    come = screen.draw(replace(VIEWS["play"], table={}, seen={"c2": ("gold",)}, marks=()))
    ring = changed(believed, come)
    assert ring.width > 45  # wider than the stone
    assert ring.size == pytest.approx(ring.size[::-1], abs=3)


def test_the_next_step_is_drawn_bolder_than_an_arrow_and_no_other_step_beside_it() -> None:
    screen = Touchscreen(BOARD)
    seen = moved(MIDDLE, "c2", "c4")
    wrong = replace(VIEWS["wrong"], seen=seen, marks=(), arrows=(), steps=())
    board = pygame.Rect(0, 0, 460, 460)
    step, later = Step("Move it back", "move", "gold", "c4", "c2"), Step("Take it off", "take", "gold", "f6", None)

    def picture(view: View) -> pygame.Surface:
        return screen.draw(view).subsurface(board).copy()

    plain, arrow = picture(wrong), picture(replace(wrong, arrows=(Arrow("c4", "c2", "wrong"),)))
    first, both = picture(replace(wrong, steps=(step,))), picture(replace(wrong, steps=(step, later)))
    way = changed(plain, first)
    assert way.height > 120  # from row 4 to row 2
    middle = pygame.Rect(0, way.centery - 2, board.width, 4)
    step_width, arrow_width = (changed(plain.subsurface(middle), it.subsurface(middle)).width for it in (first, arrow))
    assert step_width > arrow_width > 0
    assert changed(first, both).size == (0, 0)


def test_a_hand_is_shown() -> None:
    screen = Touchscreen(BOARD)
    calm = screen.draw(VIEWS["play"])
    assert changed(calm, screen.draw(replace(VIEWS["play"], hand=True))).height > 30


def test_another_size() -> None:
    screen = Touchscreen(BOARD)
    screen.draw(VIEWS["play"])
    screen.resize((600, 360))
    assert screen.draw(VIEWS["play"]).get_size() == (600, 360)
    with pytest.raises(ValueError, match="too small"):
        screen.resize((300, 100))
    assert screen.size == (600, 360)


def test_many_choices_turn_pages_and_a_new_question_starts_with_the_first() -> None:
    screen = Touchscreen(BOARD)
    many = tuple(Choice(f"c{i}", f"Choice {i}", PlayMove(f"c{i}")) for i in range(30))
    view = replace(VIEWS["doubt-words"], choices=many)
    screen.draw(view)
    first = {means.move for _, means in screen.targets() if isinstance(means, PlayMove)}
    turn_over(screen, view)
    second = {means.move for _, means in screen.targets() if isinstance(means, PlayMove)}
    assert first
    assert second
    assert not first & second
    screen.draw(replace(view, choices=many[:29]))
    assert PlayMove("c0") in [means for _, means in screen.targets()]


def test_cells_that_the_board_lacks_are_passed_over() -> None:
    screen = Touchscreen(BOARD)
    view = replace(VIEWS["play"], table={**MIDDLE, "outside": ("gold",)}, marks=VIEWS["wrong"].marks)
    check_page(screen, screen.draw(view))


letters = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
long_text = st.one_of(letters, st.lists(letters, max_size=30).map(" ".join), st.sampled_from(["W" * 200, "i " * 300]))
a_text = st.one_of(st.just("Gold"), long_text)
kinds = st.sampled_from(list(KIND_NAMES))
cells = st.sampled_from(list(BOARD.layout().cells))
a_table = st.dictionaries(cells, st.lists(kinds, max_size=3).map(tuple), max_size=12)
a_step = st.builds(
    Step, a_text, st.sampled_from(["put", "take", "move", "flip"]), kinds, st.none() | cells, st.none() | cells
)
a_choice = st.builds(
    Choice,
    letters.map(lambda t: f"x{t}"),
    a_text,
    st.none() | a_table,
    face=st.none() | st.integers(1, 6),
    die=st.none() | kinds,
)
a_fact = st.builds(StripFact, a_text, st.lists(st.builds(StripValue, a_text, st.none() | kinds), max_size=4).map(tuple))
a_strip = st.builds(Strip, st.none() | kinds, a_text.map(lambda t: t or "x"), st.lists(a_fact, max_size=4).map(tuple))
a_button = st.builds(Button, st.sampled_from(["done", "undo", "hint", "double"]), a_text, st.booleans())


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_however_long_the_words_everything_stays_in_its_place(data: st.DataObject) -> None:
    def some(strategy: st.SearchStrategy[object], most: int) -> tuple[object, ...]:
        return tuple(data.draw(st.lists(strategy, max_size=most)))

    view = View(
        screen=data.draw(
            st.sampled_from([screen for screen in get_args(ScreenName) if screen not in ("rules", "side")])
        ),
        game="mindfield",
        strip=data.draw(a_strip),
        headline=data.draw(a_text) or "Headline",
        detail=data.draw(a_text),
        table=data.draw(a_table),
        seen=data.draw(st.none() | a_table),
        last_move=data.draw(a_text),
        reasons=some(st.builds(Reason, a_text, a_text, a_text), 3),  # type: ignore[arg-type]
        steps=some(a_step, 8),  # type: ignore[arg-type]
        choices=some(a_choice, 9),  # type: ignore[arg-type]
        buttons=some(a_button, 4),  # type: ignore[arg-type]
        hand=data.draw(st.booleans()),
        dice=some(st.tuples(kinds | st.just(""), st.integers(1, 6)), 5),  # type: ignore[arg-type]
        notices=some(a_text, 3),  # type: ignore[arg-type]
        unread=some(a_text, 3),  # type: ignore[arg-type]
    )
    screen = SCREENS[data.draw(st.sampled_from(PANELS))]
    check_page(screen, screen.draw(view))


def changed(one: pygame.Surface, other: pygame.Surface) -> pygame.Rect:
    """The smallest area that holds every pixel by which two pictures differ."""
    same = pygame.mask.from_threshold(one, (0, 0, 0), (6, 6, 6, 255), other)
    same.invert()
    boxes = same.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)


def near(colour: pygame.Color, wanted: tuple[int, int, int]) -> bool:
    return all(abs(colour[i] - wanted[i]) < 60 for i in range(3)) and tuple(colour)[:3] != DARK.GROUND


def test_the_gallery_shows_every_view(tmp_path: Path) -> None:
    files = paint(tmp_path, ((800, 480),))
    assert [file.name for file in files] == [f"{name}-800x480.png" for name in VIEWS]
    assert all(pygame.image.load(file).get_size() == (800, 480) for file in files)


def test_a_pile_is_counted_in_figures() -> None:
    screen = Touchscreen(BOARD)
    one, three, four = (
        screen.draw(replace(VIEWS["play"], table={"c2": ("gold",) * count}, marks=())) for count in (1, 3, 4)
    )
    assert changed(one, three).width > 5
    assert 0 < changed(three, four).width < 60  # the pictures differ only on this cell


def test_points_have_their_numbers_at_the_rim_as_the_player_to_move_counts_them() -> None:
    view = replace(VIEWS["play"], game="backgammon", table={}, marks=())
    info = GAMES["backgammon"].info
    for size in ((800, 480), (480, 320), (720, 1280)):
        screen = Touchscreen(BOARDS["backgammon"], size)
        white, black, bare = (
            screen.draw(replace(view, rim=rim)).copy() for rim in (info.rim_names["W"], info.rim_names["B"], {})
        )
        board = regions(size).board
        shown = [pygame.image.tobytes(surface.subsurface(board), "RGB") for surface in (white, black, bare)]
        assert len(set(shown)) == 3


def test_who_moves_reads_the_points_from_their_own_side() -> None:
    white = new("backgammon", Rolled([5, 3], "typed", None))
    black = new("backgammon", Rolled([3, 5], "typed", None))
    now = TransientState(laying_out=False)
    assert game_view.make_view(white, now).rim["24"] == "24"
    assert game_view.make_view(black, now).rim["24"] == "1"
