"""Runs the page of the camera: opens the camera before a game, looks for the board, and keeps the corners that people
tap.

During a game, it shows the pictures of the game's own camera.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from types import UnionType
from typing import ClassVar

import numpy as np

from companion.app.board_setup import open_layout
from companion.app.chosen_settings import ChosenSettings
from companion.app.errors import ServiceError
from companion.app.side_pages.live_picture import measure_sharpness, shrink
from companion.boards import corner_taps
from companion.boards.corner_taps import CornerTaps
from companion.config import Config, Corners
from companion.language import translate
from companion.presentation.camera_page import describe_framing, describe_good, describe_waiting, make_page
from companion.rules import GAMES
from companion.values.side_commands import (
    CameraCommand,
    KeepCorners,
    OpenCamera,
    SideCommand,
    TapPicture,
    UndoTap,
)
from companion.values.side_pages import LivePicture, Place, SidePage
from vision import register
from vision.errors import BoardNotFound, SourceEnded, SourceError, SourceStalled, VisionError
from vision.layout import Layout
from vision.register import Registration
from vision.register.corners import to_layout_corners
from vision.sources import Activity, Frame, FrameSource
from vision.watcher import quality

PICTURE_EVERY_S = 0.12
"""How often a new picture is shown. More would only cost time."""

LOOK_EVERY_S = 0.7
"""How often it looks for the board."""

WAIT_S = 0.02
"""How long to wait for a picture before the screen is drawn again."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What was found in a picture: where the board is, or why it is not found."""

    text: str
    registration: Registration | None = None


class CameraSide:
    """The page of the camera."""

    handles: ClassVar[type | UnionType] = CameraCommand

    def __init__(
        self,
        settings: ChosenSettings,
        open_source: Callable[[Config], FrameSource],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """open_source: makes the camera that the settings name; it is not open yet. clock: returns seconds."""
        self._settings = settings
        self._open_source = open_source
        self._clock = clock
        self._own: FrameSource | None = None
        self._stack = ExitStack()
        self._forget()

    def _forget(self) -> None:
        self._layout: Layout | None = None
        self._taps: CornerTaps | None = None
        self._frame: Frame | None = None
        self._sharpest = 0.0
        self._look: _Look | None = None
        self._looked_at = self._shown_at = -math.inf
        self._page: SidePage | None = None
        self._trouble = ""
        self._is_kept = False

    def close(self) -> None:
        """Closes the camera if this page has opened it."""
        self._own = None
        self._stack.close()

    def perform(self, command: SideCommand) -> None:
        self._shown_at = -math.inf
        match command:
            case OpenCamera(game):
                self.close()
                self._forget()
                if game is not None:
                    self._open(game)
            case TapPicture(x, y) if self._taps is not None and self._frame is not None:
                height, width = self._frame.image.shape[:2]
                self._taps = corner_taps.tap(self._taps, (x * width, y * height))
                self._looked_at = -math.inf
            case UndoTap() if self._taps is not None:
                self._taps = corner_taps.undo(self._taps)
                self._looked_at = -math.inf
            case KeepCorners() if self._taps is not None and self._taps.corners is not None:
                corners = tuple((round(x, 1), round(y, 1)) for x, y in self._taps.corners)
                self._trouble = self._settings.keep("camera_corners", corners)
                self._is_kept = not self._trouble
            case _:
                pass

    def see(self, frame: Frame, layout: Layout) -> None:
        """Takes a picture of the running game."""
        if self._own is None:
            self._take(frame, layout)

    def page(self) -> SidePage | None:
        if self._is_kept:
            return None
        if self._own is not None:
            self._read()
        now = self._clock()
        if self._page is None or now - self._shown_at >= PICTURE_EVERY_S:
            self._shown_at = now
            self._page = self._make(now)
        return self._page

    def _open(self, game: str) -> None:
        info = GAMES[game].info
        try:
            self._choose(open_layout(self._settings.config, game, info.cells, info.kinds))
            source = self._open_source(self._settings.config)
            self._own = self._stack.enter_context(source)
        except (ServiceError, VisionError) as error:
            self._trouble = translate(str(error))

    def _choose(self, layout: Layout) -> None:
        self._layout = layout
        self._taps = None if layout.markers else CornerTaps()

    def _read(self) -> None:
        """Takes the newest picture of the camera, if this page has opened it."""
        assert self._own is not None
        assert self._layout is not None
        try:
            frame = self._own.read(WAIT_S)
        except (SourceStalled, SourceEnded):
            return
        except SourceError as error:
            self._trouble = translate(str(error))
            return
        self._trouble = ""
        self._own.attend(Activity())
        self._take(frame, self._layout)

    def _take(self, frame: Frame, layout: Layout) -> None:
        if self._layout is not layout:
            self._choose(layout)
        self._frame = frame

    def _make(self, now: float) -> SidePage:
        frame, layout = self._frame, self._layout
        if frame is None or layout is None:
            return make_page(None, "" if self._trouble else describe_waiting(), None, trouble=self._trouble)
        if self._look is None or now - self._looked_at >= LOOK_EVERY_S:
            self._looked_at = now
            self._look = self._find(frame, layout)
        sharp = measure_sharpness(frame.image)
        self._sharpest = max(self._sharpest, sharp, 1.0)
        is_known = self._settings.config.camera_corners is not None
        picture = self._picture(frame, layout, self._look.registration, sharp / self._sharpest)
        return make_page(picture, self._look.text, self._taps, trouble=self._trouble, is_known=is_known)

    def _find(self, frame: Frame, layout: Layout) -> _Look:
        """Looks for the board in a picture, and says what it found."""
        height, width = frame.image.shape[:2]
        corners = self._find_corners()
        try:
            if layout.markers and corners is None:
                found = register.find(frame.image, layout)
            elif corners is not None:
                found = register.from_corners((width, height), layout, self._place(layout, corners))
            else:
                return _Look("")
        except BoardNotFound as error:
            why = quality.explain_no_board(frame.image)
            return _Look(translate(str(error)) if why is None else translate(why))
        outline = found.project(_corners_mm(layout))
        outside = [i for i, shown in enumerate(found.shows(outline)) if not shown]
        advice = quality.assess(frame.image, found, layout).advice
        text = describe_framing(outside) or (translate(advice) if advice else describe_good())
        return _Look(text, found)

    def _find_corners(self) -> Corners | None:
        """The corners of the board in the picture: those that people have just tapped, or else those in the settings.
        None if there are none.
        """
        if self._taps is not None and self._taps.taps:
            return self._taps.corners
        return self._settings.config.camera_corners

    def _place(self, layout: Layout, corners: Corners) -> Corners:
        at = self._settings.config.camera_corners_at
        return corners if at is None else to_layout_corners(layout, at, corners)

    def _picture(self, frame: Frame, layout: Layout, found: Registration | None, sharpness: float) -> LivePicture:
        height, width = frame.image.shape[:2]
        size, pixels = shrink(frame.image)

        def place(points: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[Place, ...]:
            return tuple((float(x) / width, float(y) / height) for x, y in points)

        taps = () if self._taps is None else self._taps.taps
        cells = np.array([(cell.x, cell.y) for cell in layout.cells.values()], np.float64)
        return LivePicture(
            size,
            pixels,
            sharpness,
            () if found is None else place(found.project(_corners_mm(layout))),
            () if found is None or self._taps is None else place(found.project(cells)),
            place(np.array(taps, np.float64).reshape(-1, 2)),
            self._taps is not None,
        )


def _corners_mm(layout: Layout) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    w, h = layout.size_mm
    return np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
