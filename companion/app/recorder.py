"""Keeps the last frames of a running game for a bug report, with what people did and what happened.

In memory, it keeps the last frames as JPEGs: a few a second, and every frame near something that people did or that
happened.

On the disk, it writes one file, `last-frames.zip`, in place of the one before. It does so after something went wrong or
was unclear, when `companion report` asks for it, and at the end. After trouble it writes at most thirty megabytes an
hour, which is little for an SD card. The file is never synced, never takes the space that games need, and never ends a
game. If it cannot be written, people get one message.
"""

from __future__ import annotations

import json
import math
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType

import cv2

from companion.app.recording import FILE, name_picture
from companion.app.script import write
from companion.config import Config
from companion.files import check_free_space, make_zip, replace_file
from companion.history.journal import Journal
from companion.language import _
from companion.values.commands import EnterRoll
from companion.values.notifications import Notification
from vision import layout as layouts
from vision.layout import Layout
from vision.sources import Frame

REQUEST = "report-wanted"
"""A file of this name in the data folder asks for the newest frames. It is deleted once they are written."""

FRAMES = 64
"""How many frames are kept: about fifteen seconds, in at most about ten megabytes."""

KEEP_EVERY_S = 0.25
FRAMES_AROUND = 4
"""If something happens at a frame, this many frames before it and after it are all kept."""

QUALITY = 85
TROUBLE = ("illegal", "unsure", "lost-board", "takeback", "device")
"""The events that count as trouble: after them, the frames are written to the disk."""

WRITE_AGAIN_S = 60.0
MOST_BYTES_AN_HOUR = 30 * 2**20
"""How many bytes are written in an hour at most after trouble. An SD card wears out by writing."""

REQUEST_CHECK_S = 1.0


@dataclass(frozen=True, slots=True)
class _Noted:
    """What a bug report needs to know about a frame, beside its picture."""

    index: int
    """The frame's number."""
    t: float
    """When it was taken, in s."""
    entries: int
    """How many entries the journal had before this frame."""
    done: tuple[str, ...]
    """What people did just before this frame, as lines of a script."""
    news: tuple[Notification, ...]
    """What happened at this frame."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A kept frame, as JPEG. An unpacked picture would take thirty times the memory."""

    noted: _Noted
    jpeg: bytes


class Recorder:
    """Keeps the last frames. It is a context manager and writes them at its end, even after an error."""

    def __init__(self, journal: Journal, game: str, config: Config, layout: Layout, say: Callable[[str], None]) -> None:
        """say: called with a message if the frames cannot be written."""
        self._folder = journal.path.parent
        self._journal = journal
        self._game = game
        self._config = config
        self._layout = layout
        self._say = say
        self._ring: deque[_Kept] = deque(maxlen=FRAMES)
        self._recent: deque[tuple[_Noted, Frame]] = deque(maxlen=FRAMES_AROUND + 1)
        self._done: list[str] = []
        self._entries = journal.count
        self._keep_on = FRAMES_AROUND
        self._write_again_at = -math.inf
        self._listened = -REQUEST_CHECK_S
        self._failed = False

    def __enter__(self) -> Recorder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._write()

    def record_action(self, text: str) -> None:
        """Notes what people do just before the next frame. text: a script's action. Rolls are not noted here, because
        not every roll counts; they come from the notifications.
        """
        self._done.append(text)

    def record_frame(self, frame: Frame, news: tuple[Notification, ...]) -> None:
        """Keeps a frame, and the notifications that came with it."""
        rolls = tuple(write(EnterRoll(one.data["dice"])) for one in news if one.event == "roll")
        noted = _Noted(frame.index, frame.t, self._entries, (*rolls, *self._done), news)
        self._done.clear()
        self._entries = self._journal.count
        self._recent.append((noted, frame))
        if noted.done or news:
            self._keep(self._recent)
            self._keep_on = FRAMES_AROUND
        elif self._keep_on > 0 or not self._ring or frame.t - self._ring[-1].noted.t >= KEEP_EVERY_S:
            self._keep([(noted, frame)])
            self._keep_on -= 1
        if any(one.event in TROUBLE for one in news) and frame.t >= self._write_again_at:
            # A large file has to last longer.
            written = self._write()
            self._write_again_at = frame.t + max(WRITE_AGAIN_S, 3600.0 * written / MOST_BYTES_AN_HOUR)
        self._write_if_asked(time.monotonic())

    def _keep(self, more: Iterable[tuple[_Noted, Frame]]) -> None:
        """Puts frames among those that are kept, in order. A frame that is kept already is skipped."""
        there = {one.noted.index for one in self._ring}
        for noted, frame in more:
            if noted.index not in there:
                done, jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
                if done:
                    self._ring.append(_Kept(noted, jpeg.tobytes()))
        self._ring = deque(sorted(self._ring, key=lambda one: one.noted.index), maxlen=FRAMES)

    def _write_if_asked(self, now: float) -> None:
        if now - self._listened < REQUEST_CHECK_S:
            return
        self._listened = now
        request = self._folder / REQUEST
        if request.exists():
            self._write()
            try:
                request.unlink(missing_ok=True)
            except OSError as error:
                self._listened = math.inf  # else the file that stays would ask for the frames again and again
                self._tell_failed(error)

    def _write(self) -> int:
        """Writes the frames to the disk. Returns how many bytes this took."""
        if not self._ring:
            return 0
        try:
            check_free_space(self._folder)
            content = self._zipped()
            replace_file(self._folder / FILE, content, durable=False, private=True)
        except OSError as error:
            self._tell_failed(error)
            return 0
        self._failed = False
        return len(content)

    def _tell_failed(self, error: OSError) -> None:
        if not self._failed:
            self._failed = True
            self._say(
                _("The last pictures could not be kept for a bug report: {reason}. The game goes on").format(
                    reason=error.strerror
                )
            )

    def _zipped(self) -> bytes:
        kept, first = tuple(self._ring), self._ring[0].noted
        span = kept[-1].noted.t - first.t
        about = {
            "game": self._game,
            "entries": first.entries,
            "fps": round((len(kept) - 1) / span, 3) if span > 0 else 30.0,
            "written": time.time(),
            "frames": [{"frame": k.noted.index, "t": round(k.noted.t, 3)} for k in kept],
            "settings": self._config.to_json(),
        }
        script = [f"{n} {done}\n" for n, one in enumerate(kept) for done in one.noted.done]
        news = [json.dumps(h.to_json()) + "\n" for one in kept for h in one.noted.news]
        return make_zip(
            {
                "recording.json": json.dumps(about, indent=1, default=str) + "\n",
                "happenings.jsonl": "".join(news),
                "replay/script": "".join(script),
                "replay/layout.json": json.dumps(layouts.dump(self._layout)) + "\n",
                "replay/settings.toml": self._settings(),
                **{name_picture(number): one.jpeg for number, one in enumerate(kept)},
            }
        )

    def _settings(self) -> str:
        """The settings, as a file, that a replay needs beside those on its command line."""
        lines = ["[board]", 'layout = "replay/layout.json"']
        if self._config.camera_corners is not None:
            corners = " ".join(f"{x!r},{y!r}" for x, y in self._config.camera_corners)
            lines += ["[camera]", f'corners = "{corners}"']
        if self._config.play_quiet_commit_s is not None:
            lines += ["[play]", f"quiet_commit_s = {self._config.play_quiet_commit_s!r}"]
        return "\n".join(lines) + "\n"
