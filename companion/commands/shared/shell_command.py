"""The type of what every file in `companion/commands` offers as `COMMAND`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable


class ShellCommand:
    """A command of the command line. It is not a dataclass, because dataclasses are slow to load."""

    def __init__(self, add_arguments: Callable[[ArgumentParser], None], run: Callable[[Namespace], int]) -> None:
        self.add_arguments = add_arguments
        """Adds the options of the command."""
        self.run = run
        """Runs the command, and returns the exit status: 0 for success, 1 for an error with a message, 2 for wrong
        use."""
