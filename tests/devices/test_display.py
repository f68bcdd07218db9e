from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boards import BOARDS
from companion.devices.display import (
    Closed,
    DisplayError,
    Panel,
    Rotation,
    Touch,
    check_drivers,
    check_panel,
    choose,
    keep_window,
    open_display,
    start_video,
)
from companion.devices.keyboard import Key, Letters
from companion.devices.mount import SAME_TOUCH_MS, Mount, TapFilter
from companion.devices.sdl_drivers import list_video_drivers
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import FinishTurn
from companion.values.keys import KeyName
from tests.screen.views import views

sizes = st.tuples(st.integers(200, 2000), st.integers(200, 2000))
ROTATIONS: tuple[Rotation, ...] = (0, 90, 180, 270)


def finger(x: float, y: float) -> pygame.event.Event:
    return pygame.event.Event(pygame.FINGERDOWN, touch_id=1, finger_id=0, x=x, y=y, dx=0.0, dy=0.0)


def mouse(x: int, y: int, button: int = 1, touch: bool = False) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button, touch=touch)


@given(sizes, sizes, st.sampled_from(ROTATIONS), st.floats(0, 0.999), st.floats(0, 0.999))
def test_a_touch_meets_what_is_drawn_there(
    panel: tuple[int, int], picture: tuple[int, int], rotate: Rotation, u: float, v: float
) -> None:
    """A touch is mapped back to the pixel that pygame's own rotation and scaling put there."""
    mount = Mount(panel, picture, rotate)
    place = mount.place()
    assert pygame.Rect((0, 0), panel).contains(place)
    turned = pygame.math.Vector2(u - 0.5, v - 0.5).rotate(-rotate)  # pygame turns pictures counterclockwise
    at = place.left + (turned.x + 0.5) * place.width, place.top + (turned.y + 0.5) * place.height
    touched = mount.to_picture(at)
    if touched is not None:  # exactly on the edge, rounding may lead out of the picture
        assert touched[0] == pytest.approx(min(u * picture[0], picture[0] - 1), abs=0.01)
        assert touched[1] == pytest.approx(min(v * picture[1], picture[1] - 1), abs=0.01)
    else:
        assert min(u, v) < 1e-6 or max(u, v) > 0.9989


@pytest.mark.parametrize("rotate", ROTATIONS)
def test_the_picture_is_turned_as_touches_are(rotate: Rotation) -> None:
    """A touch where a white dot appears on the panel is a touch of that dot in the picture."""
    picture = pygame.Surface((80, 48))
    picture.fill((255, 255, 255), pygame.Rect(60, 6, 4, 4))
    panel = (80, 48) if rotate in (0, 180) else (48, 80)
    shown = pygame.transform.rotate(picture, rotate)
    dots = pygame.mask.from_threshold(shown, (255, 255, 255), (9, 9, 9, 255)).get_bounding_rects()
    assert len(dots) == 1
    touched = Mount(panel, (80, 48), rotate).to_picture(dots[0].center)
    assert touched is not None
    assert picture.get_at((int(touched[0]), int(touched[1])))[0] == 255


def test_beside_the_picture_there_is_nothing_to_touch() -> None:
    mount = Mount((1000, 480), (800, 480))
    assert mount.to_picture((50, 200)) is None
    assert mount.to_picture((100, 200)) == (0, 200)


def test_a_touch_is_one_tap_in_whichever_order_it_is_reported() -> None:
    panel = (800, 480)
    for first, second in ((finger(0.5, 0.5), mouse(401, 239)), (mouse(401, 239), finger(0.5, 0.5))):
        taps = TapFilter()
        assert taps.find_tap(first, panel, 1000) is not None
        assert taps.find_tap(second, panel, 1010) is None
    taps = TapFilter()
    assert taps.find_tap(mouse(400, 240, touch=True), panel, 0) is None
    assert taps.find_tap(finger(0.5, 0.5), panel, 0) == (400, 240)


def test_two_taps_stay_two() -> None:
    panel, taps = (800, 480), TapFilter()
    assert taps.find_tap(finger(0.5, 0.5), panel, 0) is not None
    assert taps.find_tap(finger(0.5, 0.5), panel, 100) is not None
    assert taps.find_tap(mouse(700, 440), panel, 120) is not None
    assert taps.find_tap(finger(0.1, 0.1), panel, 130) is not None
    assert taps.find_tap(mouse(80, 48), panel, 131 + SAME_TOUCH_MS) is not None


def test_whoever_taps_the_same_key_twice_in_a_moment_is_heard_twice() -> None:
    panel, taps = (800, 480), TapFilter()
    both = finger(0.5, 0.5), mouse(401, 239)
    for reports in (both, both[::-1], (both[1], both[1], both[0], both[0])):
        heard = [taps.find_tap(report, panel, 100) for report in (*reports, *(reports if len(reports) == 2 else ()))]
        assert len(list(filter(None, heard))) == 2


def test_other_mouse_buttons_are_no_touch() -> None:
    assert TapFilter().find_tap(mouse(5, 5, button=3), (800, 480), 0) is None


@pytest.mark.parametrize(
    ("mode", "environment", "kind"),
    [
        ("auto", {"DISPLAY": ":0"}, "window"),
        ("auto", {"WAYLAND_DISPLAY": "wayland-1"}, "window"),
        ("window", {"SDL_VIDEODRIVER": "dummy"}, "window"),
        ("kmsdrm", {"DISPLAY": ":0"}, "kmsdrm"),
        ("none", {"DISPLAY": ":0"}, "none"),
        ("none", {}, "none"),
    ],
)
def test_what_a_mode_means(mode: str, environment: dict[str, str], kind: str, tmp_path: Path) -> None:
    assert choose(mode, environment, tmp_path) == kind  # type: ignore[arg-type]


def test_without_a_desktop_auto_takes_the_bare_panel_if_there_is_one(tmp_path: Path) -> None:
    with pytest.raises(DisplayError, match=r"there is no display: .*--display none"):
        choose("auto", {}, tmp_path)
    with pytest.raises(DisplayError, match="there is no desktop"):
        choose("window", {}, tmp_path)
    (tmp_path / "dri").mkdir()
    (tmp_path / "dri" / "card0").touch()
    assert choose("auto", {"DISPLAY": ""}, tmp_path) == "kmsdrm"


def test_a_panel_that_cannot_be_used_is_reported_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DisplayError, match="there is no panel"):
        check_panel(tmp_path)
    for folder, file in (("dri", "card1"), ("input", "event0"), ("input", "event1")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / file).touch()
    check_panel(tmp_path)
    with pytest.raises(DisplayError, match="usermod -aG video,render"):
        check_panel(tmp_path, lambda device, way: "dri" not in device.parts)
    with pytest.raises(DisplayError, match=r"touches would be lost.*usermod -aG input"):
        check_panel(tmp_path, lambda device, way: "input" not in device.parts)
    check_panel(tmp_path, lambda device, way: device.name != "event0")


def test_an_sdl_that_cannot_draw_on_a_bare_panel_is_named_before_the_screen_is_blamed() -> None:
    check_drivers(("x11", "kmsdrm", "dummy"))
    with pytest.raises(DisplayError, match=r"only on x11, wayland and dummy \(SDL 2.*sudo apt install python3-pygame"):
        check_drivers(("x11", "wayland", "dummy"))
    drivers = list_video_drivers()
    assert "dummy" in drivers
    if "kmsdrm" not in drivers:  # pygame's wheel; Debian's pygame has it
        with pytest.raises(DisplayError, match="cannot draw on a bare panel"):
            start_video("kmsdrm")


def test_a_display_that_sdl_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(DisplayError, match="check that a screen is connected"), open_display("window"):
        raise AssertionError("opened")
    assert os.environ["SDL_VIDEODRIVER"] == "no-such-driver"


def test_no_display_is_a_full_display() -> None:
    with open_display("none", size=(720, 1280)) as display:
        assert display.size == (720, 1280)
        display.show(pygame.Surface(display.size))
        assert list(display.events()) == []


@pytest.mark.parametrize("rotate", ROTATIONS)
def test_a_button_drawn_in_a_window_is_pressed_there(rotate: Rotation) -> None:
    touchscreen = Touchscreen(BOARDS["mindfield"])
    with open_display("window", rotate=rotate) as display:
        assert isinstance(display, Panel)
        assert display.size == (800, 480)
        window = pygame.display.get_surface()
        assert window.get_size() == ((800, 480) if rotate in (0, 180) else (480, 800))
        display.show(touchscreen.draw(views()["play"]))
        upright = pygame.transform.rotate(window, -rotate)
        assert pygame.image.tobytes(upright, "RGB") == pygame.image.tobytes(touchscreen.draw(views()["play"]), "RGB")

        area = next(area for area, means in touchscreen.targets() if means == FinishTurn())
        offset = pygame.math.Vector2(area.center) - pygame.math.Vector2(400, 240)
        at = pygame.math.Vector2(window.get_rect().center) + offset.rotate(-rotate)
        pygame.event.get()
        pygame.event.post(mouse(round(at.x), round(at.y)))
        pygame.event.post(mouse(round(at.x), round(at.y), touch=True))
        touches = [event for event in display.events() if isinstance(event, Touch)]
        assert [touchscreen.tap(touch.x, touch.y) for touch in touches] == [FinishTurn()]


def resize(width: int, height: int) -> None:
    pygame.event.get()
    pygame.display.set_mode((width, height), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, w=width, h=height, size=(width, height)))


def test_the_picture_grows_with_the_window() -> None:
    with open_display("window") as display:
        resize(1600, 960)
        pygame.event.post(finger(0.25, 0.5))
        assert [e for e in display.events() if isinstance(e, Touch)] == [Touch(400, 480)]
        assert display.size == (1600, 960)


def test_in_a_window_too_small_to_read_the_picture_is_made_smaller() -> None:
    with open_display("window") as display:
        resize(200, 120)
        pygame.event.post(finger(0.25, 0.5))
        assert [e for e in display.events() if isinstance(e, Touch)] == [Touch(200, 240)]
        assert display.size == (800, 480)
        picture = pygame.Surface((800, 480))
        picture.fill((200, 30, 30))
        display.show(picture)
        assert pygame.display.get_surface().get_at((190, 110))[:3] == (200, 30, 30)


def test_the_next_window_has_the_place_and_size_of_the_one_before() -> None:
    with keep_window():
        with open_display("window") as menu:
            resize(1000, 700)
            list(menu.events())
            before = pygame.display.get_surface()
        with open_display("window") as game:
            assert game.size == (1000, 700)
            assert pygame.display.get_surface() is before
    assert not pygame.display.get_init()


@pytest.mark.parametrize(
    ("key", "mod", "name"),
    [
        (pygame.K_TAB, 0, "next"),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, "previous"),
        (pygame.K_LEFT, 0, "left"),
        (pygame.K_RETURN, 0, "enter"),
        (pygame.K_ESCAPE, 0, "back"),
        (pygame.K_BACKSPACE, 0, "erase"),
        (pygame.K_u, 0, "undo"),
    ],
)
def test_keys_are_reported_by_what_they_do(key: int, mod: int, name: KeyName) -> None:
    with open_display("window") as display:
        pygame.event.get()
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        assert list(display.events()) == [Key(name)]


def test_letters_are_reported_as_the_keyboard_has_them() -> None:
    with open_display("window") as display:
        pygame.event.get()
        for text in ("ü", "Á", ""):
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        assert list(display.events()) == [Letters("ü"), Letters("Á")]


def test_closing_the_window_is_reported() -> None:
    with open_display("window") as display:
        pygame.event.get()
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_q, mod=pygame.KMOD_LCTRL, unicode=""))
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
        assert list(display.events()) == [Closed(), Closed()]
