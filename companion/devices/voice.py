"""The voice: the program espeak-ng turns a text into speech.

The program may be missing, fail or hang. Nothing here waits: the program runs beside the game, and this module looks at
it again and again. The loudspeaker plays the speech, so that no second program needs the sound card.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import IO, Self

from companion.devices.retry import RetryTimer
from companion.language import _

PROGRAM = "espeak-ng"

LIMIT_S = 10.0
"""How long the program may take for a text. On a PC it takes 0.06 s for a sentence."""

RETRY_S = 2.0
"""How long to wait after the first failure before the voice is tried again."""

WORDS_PER_MINUTE = "160"
"""How fast to speak. It is a little slower than the usual 175, because the sentences name cells and numbers."""

SIZES = ((4, 8), (40, 44))
"""The two numbers in a WAV file that say how long the file and its samples are. For each: the byte where it begins, and
how many bytes at the start of the file do not count. espeak-ng does not know these lengths when it writes to a pipe or
an unnamed file.
"""


@dataclass(frozen=True, slots=True)
class Speech:
    """Speech, as a WAV file."""

    wav: bytes
    """The content of the file."""


@dataclass(frozen=True, slots=True)
class VoiceLost:
    """Texts cannot be spoken at present."""

    text: str
    """Why, and what to do, for people."""


@dataclass(frozen=True, slots=True)
class VoiceBack:
    """The voice works again."""

    text: str
    """What happened, for people."""


VoiceEvent = Speech | VoiceLost | VoiceBack


@dataclass(frozen=True, slots=True)
class _Run:
    """The running program that turns a text into speech."""

    process: subprocess.Popen[bytes]
    made: IO[bytes]
    errors: IO[bytes]
    until: float
    """The time by which the program must have ended."""


class Voice:
    """Turns one text at a time into speech. It is a context manager. It raises nothing; `events` says what is wrong."""

    def __init__(self) -> None:
        self._waiting: tuple[str, str] | None = None
        self._run: _Run | None = None
        self._ending: list[subprocess.Popen[bytes]] = []
        self._retry = RetryTimer(RETRY_S)
        self._problem = ""

    @property
    def is_busy(self) -> bool:
        """True if a text is being turned into speech."""
        return self._run is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        for process in self._ending:
            with contextlib.suppress(subprocess.TimeoutExpired):  # one that hangs in the kernel is left alone
                process.wait(1.0)

    def say(self, text: str, language: str) -> None:
        """Turns a text into speech, instead of any text that is in work or waits. language: its code, such as `de`."""
        self.stop()
        self._waiting = text, language

    def stop(self) -> None:
        """Drops the text that is in work, and the one that waits."""
        self._waiting = None
        if self._run is not None:
            self._end(self._run)
            self._run = None

    def events(self, now: float) -> Iterator[VoiceEvent]:
        """Returns what has happened since the last call. now: seconds."""
        self._ending = [process for process in self._ending if process.poll() is None]
        if self._run is not None:
            yield from self._look(self._run, now)
        # After a failure, new texts are dropped for a while: speech that comes too late confuses.
        waiting, self._waiting = self._waiting, None
        if waiting is not None and self._retry.is_due(now):
            yield from self._start(*waiting, now)

    def _start(self, text: str, language: str, now: float) -> Iterator[VoiceEvent]:
        program = shutil.which(PROGRAM)
        if program is None:
            yield from self._fail(
                _(
                    "the spoken prompts need {program}: run 'sudo apt install {program}', or turn speech off in the"
                    " settings (sound.speech)"
                ).format(program=PROGRAM),
                now,
            )
            return
        words = (program, "-v", language, "-s", WORDS_PER_MINUTE, "--stdout", "--", text)
        with contextlib.ExitStack() as files:
            try:
                made, errors = (files.enter_context(tempfile.TemporaryFile()) for _file in range(2))
                process = subprocess.Popen(
                    words, stdin=subprocess.DEVNULL, stdout=made, stderr=errors, start_new_session=True
                )
            except (OSError, ValueError) as error:  # a text with a zero in it is a ValueError
                yield from self._fail(_explain(str(error)), now)
                return
            self._run = _Run(process, made, errors, now + LIMIT_S)
            files.pop_all()  # `_end` closes them

    def _look(self, run: _Run, now: float) -> Iterator[VoiceEvent]:
        status = run.process.poll()
        if status is None and now < run.until:
            return
        run.made.seek(0)
        run.errors.seek(0)
        wav, told = run.made.read(), run.errors.read(1000).decode("utf-8", "replace").strip()
        self._end(run)
        self._run = None
        if status is None:
            text = _("it has not answered for {seconds} seconds").format(seconds=f"{LIMIT_S:.0f}")
            yield from self._fail(_explain(text), now)
        elif status != 0 or not wav:
            yield from self._fail(_explain(told or _("exit status {status}").format(status=status)), now)
        else:
            self._retry.succeed()
            had_failed, self._problem = bool(self._problem), ""
            if had_failed:
                yield VoiceBack(_("Speech works again"))
            yield Speech(fill_in_sizes(wav))

    def _fail(self, problem: str, now: float) -> Iterator[VoiceLost]:
        """Reports why nothing is spoken, once for each reason."""
        self._retry.fail(now)
        if problem != self._problem:
            self._problem = problem
            yield VoiceLost(problem)

    def _end(self, run: _Run) -> None:
        """Ends the program and all programs that it has started, without waiting for their end."""
        if run.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(run.process.pid, signal.SIGKILL)
            self._ending.append(run.process)
        run.made.close()
        run.errors.close()


def fill_in_sizes(wav: bytes) -> bytes:
    """A WAV file by espeak-ng with its true lengths filled in. Any other bytes stay unchanged."""
    if wav[:4] != b"RIFF" or wav[36:40] != b"data":
        return wav
    filled = bytearray(wav)
    for at, uncounted in SIZES:
        filled[at : at + 4] = (len(wav) - uncounted).to_bytes(4, "little")
    return bytes(filled)


def _explain(reason: str) -> str:
    return _("speech fails ({program}: {reason}): `companion doctor` may know why").format(
        program=PROGRAM, reason=reason
    )
