"""Takes a small picture of the board after each move, and shows it to people who look back.

A picture shows only the board, straight from above, at a moment when no hand was over it. Pictures are small, and few
are written in a short time, because writing wears out an SD card. If a picture is missing, the game goes on, and people
see only the drawn board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2

from companion.files import check_free_space
from companion.history.journal import Journal
from companion.history.pictures import PictureStore
from companion.history.saved_games import list_saved_games
from companion.history.steps import count_moves
from companion.language import _
from companion.session import Session
from companion.values.notifications import Notification
from companion.values.views import View
from vision.layout import Layout
from vision.observation import Observation
from vision.register import Registration
from vision.sources import Frame

LONGEST_PX = 480
"""How many pixels the longer side of a picture has."""

MARGIN = 1.2
"""How far a picture reaches beyond the outermost places for pieces, in diameters of the largest piece."""

QUALITY = 80

MOST_BYTES_AN_HOUR = 20 * 2**20
"""How many bytes of pictures are written in an hour at most, on average."""

MOST_BYTES_AT_ONCE = 2 * 2**20
"""How many bytes above this average may be written in a short time."""


class Album:
    """The pictures of the running game."""

    def __init__(
        self,
        journal: Journal,
        session: Session,
        layout: Layout,
        is_wanted: Callable[[], bool],
        say: Callable[[str], None],
    ) -> None:
        """is_wanted: returns True while people want pictures to be kept. say: called with a message if the disk
        fails.
        """
        self._journal = journal
        self._session = session
        self._is_wanted = is_wanted
        self._say = say
        self._data = journal.path.parent
        self._store = PictureStore(self._data)
        self._region = _find_region(layout)
        left, top, right, bottom = self._region
        self._px_per_mm = LONGEST_PX / max(right - left, bottom - top)
        self._clear: tuple[Frame, Registration] | None = None
        self._written, self._written_at = 0.0, 0.0
        self._shown: tuple[tuple[int, int], bytes | None] | None = None
        self._failed = False
        self._game, self._start = _find_current(journal), session.state.start
        self._try(self._tidy_up)

    def follow(
        self, frame: Frame, seen: Observation, registration: Registration | None, news: tuple[Notification, ...]
    ) -> None:
        """Keeps a picture for each move among the news, from the last frame in which nothing was over the board."""
        if registration is not None and seen.settled:
            self._clear = frame, registration
        state = self._session.state
        if state.start is not self._start:  # a new game began on the same table
            self._game, self._start = _find_current(self._journal), state.start
        made = sum(one.event == "move" for one in news)
        begins = not state.turns and any(one.event == "setup-ok" for one in news)
        if (made or begins) and self._clear is not None:
            numbers = range(len(state.turns) - made + 1, len(state.turns) + 1) if made else (0,)
            self._try(lambda: self._keep(tuple(numbers), frame.t))

    def add_picture(self, view: View) -> View:
        """The view. While people look back at a step, its picture is added if there is one."""
        if view.screen != "history" or not self._is_wanted():
            return view
        moves = count_moves(self._session.state, self._session.now.step)
        if moves is None:
            return view
        wanted = self._game, moves
        if self._shown is None or self._shown[0] != wanted:
            self._shown = wanted, None
            self._try(self._load)
        return replace(view, photo=self._shown[1])

    def _load(self) -> None:
        assert self._shown is not None
        self._shown = self._shown[0], self._store.find(*self._shown[0])

    def _keep(self, numbers: tuple[int, ...], t: float) -> None:
        """Writes the newest clear picture once for each number: it shows the table after this many moves."""
        assert self._clear is not None
        if not self._is_wanted():
            self._store.delete_all()
            return
        frame, registration = self._clear
        picture = registration.rectify(frame.image, self._region, self._px_per_mm)
        done, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        earlier = max(0.0, self._written - (t - self._written_at) * MOST_BYTES_AN_HOUR / 3600.0)
        if not done or earlier + len(jpeg) * len(numbers) > MOST_BYTES_AT_ONCE:
            return
        check_free_space(self._data)
        self._shown = None
        for number in numbers:
            self._store.keep(self._game, number, jpeg.tobytes())
        self._written, self._written_at = earlier + len(jpeg) * len(numbers), t

    def _tidy_up(self) -> None:
        if self._is_wanted():
            self._store.limit(self._game)
        else:
            self._store.delete_all()

    def _try(self, work: Callable[[], None]) -> None:
        """Does some work with the disk. If it fails, people get one message, and the game goes on."""
        try:
            work()
        except OSError as error:
            if not self._failed:
                self._failed = True
                reason = error.strerror or str(error)
                self._say(_("No pictures of the moves can be kept: {reason}. The game goes on").format(reason=reason))


def _find_region(layout: Layout) -> tuple[float, float, float, float]:
    """Which part of the board a picture shows (left, top, right, bottom in mm)."""
    places = [place for cell in layout.cells.values() for place in cell.places()]
    margin = MARGIN * max(kind.diameter_mm for kind in layout.pieces.values())
    across, down = [x for x, _y in places], [y for _x, y in places]
    return min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin


def _find_current(journal: Journal) -> int:
    """The number of the game that was played last."""
    return max(list_saved_games(journal.entries), key=lambda saved: saved.latest).number
