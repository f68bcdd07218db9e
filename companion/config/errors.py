"""Problems with settings. Each has its key, and its line if it comes from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.language import _, join, ngettext

MAX_PROBLEMS = 20
"""How many problems a message names at most."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in the settings."""

    key: str
    """The setting or the section, such as `camera.focus` or `camera`; "" for the file as a whole."""

    text: str
    """What is wrong and what is allowed, for people."""

    line: int | None = None
    """The line in the file, from 1."""

    def describe(self, path: Path | None = None) -> str:
        """A text that says what is wrong, after the file and the line if they are known."""
        text = join(": ", (self.key, self.text)) if self.key else self.text
        if path is None:
            return text
        if self.line is None:
            return join(": ", (str(path), text))
        return _("{path}, line {line}: {problem}").format(path=path, line=self.line, problem=text)


class ConfigError(ValueError):
    """Settings that cannot be used. The message has one line for each problem, with file, line and key."""

    def __init__(self, problems: Sequence[Problem] | str, path: Path | None = None) -> None:
        """path: the file that the settings come from."""
        self.problems = (Problem("", problems),) if isinstance(problems, str) else tuple(problems)
        self.path = path
        lines = [problem.describe(path) for problem in self.problems[:MAX_PROBLEMS]]
        if more := len(self.problems) - len(lines):
            lines.append(ngettext("{count} more problem", "{count} more problems", more).format(count=more))
        super().__init__(join("\n", lines))
