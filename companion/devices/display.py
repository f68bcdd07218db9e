"""The display: opens a window or the bare panel, shows pictures upright, and reports touches.

Pictures and touches are in pixels of an upright picture (`size`), even if the panel is turned or the window is
stretched. SDL does not rotate (SDL#9699), so this module does. It draws no pictures and knows no game.
"""

from __future__ import annotations

import contextlib
import contextvars
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Protocol, cast

import pygame
from pygame._sdl2.video import Window

from companion.config import Mode, Rotation
from companion.devices.keyboard import Key, Letters, is_full_screen_key, is_quit_key, read_key, read_letters
from companion.devices.mount import Mount, Size, TapFilter
from companion.devices.sdl_drivers import describe_sdl, list_video_drivers
from companion.host.user import name_user
from companion.language import _
from companion.values.picture_size import is_large_enough
from companion.words import join_words

DisplayKind = Literal["window", "kmsdrm", "none"]
"""A window on a desktop, the bare panel, or no display."""

DESKTOP_DRIVERS = ("x11", "wayland")
"""SDL's drivers that show windows on a desktop. The others make surfaces of any size."""
WINDOW: Size = (800, 480)
"""The size of a window, if nobody asks for another one."""

PANEL_LIMIT: Size = (1280, 800)
"""A desktop up to this size counts as a panel: with the mode `auto`, the picture fills it."""


class DisplayError(Exception):
    """The display cannot be opened. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Touch:
    """Somebody touched or clicked the picture."""

    x: float
    """Pixels from the left."""

    y: float
    """Pixels from the top."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed, or Control-Q was pressed."""


Input = Touch | Key | Letters | Closed
"""What people can do at a display."""


class Display(Protocol):
    """Shows pictures and reports touches. It is a context manager."""

    @property
    def size(self) -> Size:
        """Width and height of the upright picture in pixels."""

    @property
    def fills(self) -> bool:
        """True if the display is open and its picture fills a whole screen, as on a panel that people touch."""

    def __enter__(self) -> Display: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def events(self) -> Iterable[Input]:
        """What people have done since the last call."""

    def show(self, picture: pygame.Surface) -> None:
        """Shows a picture of this display's `size`. Showing the same surface again does nothing, so draw each change on
        a new one.
        """


def open_display(
    kind: DisplayKind,
    *,
    size: Size = WINDOW,
    rotate: Rotation = 0,
    title: str = "Board companion",
    may_fill: bool = False,
) -> Display:
    """The display of a kind, not yet open. Raises DisplayError.

    size: the size of the picture in a window or without a display; a bare panel has its own size. rotate: by how many
    degrees the panel is turned clockwise. may_fill: True if the window may fill a desktop up to PANEL_LIMIT.
    """
    match kind:
        case "none":
            return NoDisplay(size)
        case "kmsdrm":
            check_panel(Path("/dev"))
            return Panel("kmsdrm", None, rotate, title)
        case "window":
            return Panel("window", size, rotate, title, may_fill=may_fill)


def choose(mode: Mode, environment: Mapping[str, str], devices: Path = Path("/dev")) -> DisplayKind:
    """The kind of display for a mode: a window, the bare panel, or none. environment: variables that tell of a desktop.
    Raises DisplayError if the mode cannot work.
    """
    desktop = sys.platform != "linux" or any(
        environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    )
    match mode:
        case "none" | "kmsdrm":
            return mode
        case "window" if not desktop:
            raise DisplayError(
                _(
                    "there is no desktop for a window: start the companion on a desktop, or use --display kmsdrm on "
                    "a bare console, or --display none"
                )
            )
        case "auto" if not desktop:
            if not any(devices.glob("dri/card*")):
                raise DisplayError(_("there is no display: start the companion on a desktop, or use --display none"))
            return "kmsdrm"
        case _:
            return "window"


def check_panel(devices: Path, may: Callable[[Path, int], bool] = os.access) -> None:
    """Checks that this user may use the panel and its touches. Raises DisplayError, which says what to do.

    may: says whether a device file may be opened (os.access). SDL reports no error if the user may not read touches:
    the picture comes, and every touch is lost (SDL#12613).
    """
    cards = sorted(devices.glob("dri/card*"))
    if not cards:
        raise DisplayError(
            _(
                "there is no panel ({devices}/dri/card*): turn on the display in the system's settings, or use "
                "--display none"
            ).format(devices=devices)
        )
    if not any(may(card, os.R_OK | os.W_OK) for card in cards):
        raise DisplayError(
            _("this user may not use the panel {panel}: {advice}").format(
                panel=cards[0], advice=_advise_to_join("video", "render")
            )
        )
    inputs = sorted(devices.glob("input/event*"))
    if inputs and not any(may(device, os.R_OK) for device in inputs):
        raise DisplayError(
            _("touches would be lost, because this user may not read {devices}/input: {advice}").format(
                devices=devices, advice=_advise_to_join("input")
            )
        )


def check_drivers(drivers: Sequence[str]) -> None:
    """Checks that this SDL can draw on a bare panel. If not, raises DisplayError, so that nobody blames the screen.
    drivers: what this SDL can draw on.
    """
    if "kmsdrm" in drivers:
        return
    raise DisplayError(
        _(
            "the library SDL here cannot draw on a bare panel, only on {drivers} ({sdl}). Run 'sudo apt install "
            "python3-pygame', and use an environment that sees it: 'sudo make install' makes one"
        ).format(drivers=join_words(drivers), sdl=describe_sdl())
    )


def _advise_to_join(*groups: str) -> str:
    return _(
        "run 'sudo usermod -aG {groups} {user}' and log in again (a systemd unit needs "
        "SupplementaryGroups={unit_groups})"
    ).format(groups=",".join(groups), user=name_user(), unit_groups=" ".join(groups))


_kept = contextvars.ContextVar("kept", default=False)


@contextlib.contextmanager
def keep_window() -> Iterator[None]:
    """Inside `with`, a window that is closed stays open. The next display gets it, with its place and size."""
    token = _kept.set(True)
    try:
        yield
    finally:
        _kept.reset(token)
        pygame.display.quit()


def find_kept_window() -> pygame.Surface | None:
    """The window that was kept open for the next one; None if there is none."""
    return pygame.display.get_surface() if _kept.get() and pygame.display.get_init() else None


def close_window() -> None:
    """Closes the window or panel, unless it is kept for the next one."""
    if not _kept.get():
        pygame.display.quit()


def start_video(kind: Literal["window", "kmsdrm"]) -> None:
    """Starts SDL's video for a window or the bare panel. `pygame.display.quit` ends it again. Raises DisplayError."""
    environment = os.environ
    if kind == "kmsdrm":
        check_drivers(list_video_drivers())
        driver = "kmsdrm"
    elif environment.get("SDL_VIDEODRIVER") or sys.platform != "linux":
        driver = None
    else:  # without a name, SDL also takes drivers that show nothing
        driver = "wayland,x11" if environment.get("WAYLAND_DISPLAY") else "x11"
    try:
        with _set_environment("SDL_VIDEODRIVER", driver):
            pygame.display.init()
    except pygame.error as error:
        raise DisplayError(_explain_refusal(error)) from error


def set_mode(size: Size, flags: int) -> pygame.Surface:
    """Opens the window or fills the panel, after `start_video`. If that fails, ends the video and raises
    DisplayError. A window is never larger than the desktop.
    """
    if flags & pygame.RESIZABLE and pygame.display.get_driver() in DESKTOP_DRIVERS:
        size = _limit_to_desktop(size)
    try:
        return pygame.display.set_mode(size, flags)
    except pygame.error as error:
        pygame.display.quit()
        raise DisplayError(_explain_refusal(error)) from error


def _limit_to_desktop(size: Size) -> Size:
    desktops = pygame.display.get_desktop_sizes()
    return min(size[0], max(wide for wide, _tall in desktops)), min(size[1], max(tall for _wide, tall in desktops))


_moved: Final[list[Window]] = []
"""All windows that were moved, kept forever. SDL's events point to them, so pygame crashes if one of them is freed."""


def keep_on_desktop() -> None:
    """Moves a window that has grown beyond the edge of the desktop back onto it. Wayland places windows by itself."""
    window = Window.from_display_module()
    _moved.append(window)
    x, y = cast("tuple[int, int]", window.position)
    width, height = pygame.display.get_window_size()
    desktop = pygame.display.get_desktop_sizes()[0]
    if 0 <= x < desktop[0] and 0 <= y < desktop[1]:  # else it is on another screen
        window.position = (max(0, min(x, desktop[0] - width)), max(0, min(y, desktop[1] - height)))


def _explain_refusal(error: pygame.error) -> str:
    return _(
        "the display cannot be opened ({reason}): check that a screen is connected and that DISPLAY is right, or use "
        "--display none"
    ).format(reason=error)


class NoDisplay:
    """A display that shows nothing and reports no touches, for machines without a screen."""

    fills = False

    def __init__(self, size: Size = WINDOW) -> None:
        self._size = size

    @property
    def size(self) -> Size:
        return self._size

    def __enter__(self) -> NoDisplay:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    def events(self) -> Iterable[Input]:
        return ()

    def show(self, picture: pygame.Surface) -> None:
        return


class Panel:
    """A window on a desktop, or a bare panel. Only one can be open: SDL has one display in each process."""

    def __init__(
        self,
        kind: Literal["window", "kmsdrm"],
        size: Size | None,
        rotate: Rotation,
        title: str,
        *,
        may_fill: bool = False,
    ) -> None:
        """size: of the picture in a window; None to fill the panel. may_fill: True if the window may fill a desktop up
        to PANEL_LIMIT.
        """
        self._kind = kind
        self._asked = size
        self._rotate = rotate
        self._title = title
        self._may_fill = may_fill
        self._filling = False
        self._screen: pygame.Surface | None = None
        self._mount = Mount(WINDOW, WINDOW, rotate)
        self._shown: pygame.Surface | None = None
        self._taps = TapFilter()

    @property
    def size(self) -> Size:
        return self._mount.picture

    @property
    def fills(self) -> bool:
        """True if the display is open and its picture fills the whole screen."""
        return self._screen is not None and self._filling

    def __enter__(self) -> Panel:
        start_video(self._kind)
        fill = self._asked is None or (self._may_fill and _is_panel(pygame.display.get_desktop_sizes()[0]))
        self._screen = self._open(fill)
        self._filling = fill
        self._fit(self._screen.get_size())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._screen = None
        self._shown = None
        if self._kind == "window":
            close_window()
        else:  # a panel that failed is opened again
            pygame.display.quit()

    def events(self) -> Iterator[Input]:
        for event in pygame.event.get():
            if event.type == pygame.QUIT or is_quit_key(event):
                yield Closed()
            elif event.type == pygame.VIDEORESIZE:
                self._fit((event.w, event.h))
            elif self._kind == "window" and is_full_screen_key(event):
                pygame.display.toggle_fullscreen()
                self._fit(pygame.display.get_window_size())
            elif (key := read_key(event)) is not None:
                yield key
            elif (letters := read_letters(event)) is not None:
                yield letters
            elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
                self._shown = None
            elif (at := self._taps.find_tap(event, self._mount.panel, pygame.time.get_ticks())) is not None and (
                touched := self._mount.to_picture(at)
            ) is not None:
                yield Touch(*touched)

    def show(self, picture: pygame.Surface) -> None:
        if self._screen is None or picture is self._shown:
            return
        turned = pygame.transform.rotate(picture, self._rotate) if self._rotate else picture
        place = self._mount.place()
        if turned.get_size() != place.size:
            turned = pygame.transform.smoothscale(turned, place.size)
        self._screen.fill((0, 0, 0))
        self._screen.blit(turned, place)
        pygame.display.flip()
        self._shown = picture

    def _fit(self, panel: Size) -> None:
        """Makes the picture as large as the window or panel. If this is too small to read, the picture keeps a readable
        size and is shrunk as a whole.
        """
        self._screen = pygame.display.get_surface()
        upright = panel if self._rotate in (0, 180) else (panel[1], panel[0])
        self._mount = Mount(panel, upright if is_large_enough(upright) else WINDOW, self._rotate)
        self._shown = None

    def _open(self, fill: bool) -> pygame.Surface:
        pygame.display.set_caption(self._title)
        kept = find_kept_window()
        if kept is not None and not fill:
            return kept
        if fill:
            pygame.mouse.set_visible(False)
            return set_mode((0, 0), pygame.FULLSCREEN)
        width, height = self._asked or WINDOW
        if self._rotate in (90, 270):
            width, height = height, width
        return set_mode((width, height), pygame.RESIZABLE)


def _is_panel(desktop: Size) -> bool:
    return max(desktop) <= PANEL_LIMIT[0] and min(desktop) <= PANEL_LIMIT[1]


@contextlib.contextmanager
def _set_environment(name: str, value: str | None) -> Iterator[None]:
    """Sets an environment variable inside `with`; None changes nothing."""
    before = os.environ.get(name)
    if value is not None:
        os.environ[name] = value
    try:
        yield
    finally:
        if value is not None:
            if before is None:
                del os.environ[name]
            else:
                os.environ[name] = before
