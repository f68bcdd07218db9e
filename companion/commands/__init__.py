"""The commands of the command line. Each file here is one command, has its name, and offers it as `COMMAND`.

The first line of the file says what the command is for. `companion --help` shows that line without loading the command.
"""

from __future__ import annotations

from companion.commands.shared.shell_command import ShellCommand
from companion.registry import Registry

COMMANDS = Registry[ShellCommand](__name__, "COMMAND", ShellCommand, in_folders=False)
"""Every command by its name."""


def describe(name: str) -> str:
    """What a command is for, from the first line of its file. If that line is not as it must be, what is wrong
    with it.
    """
    file = COMMANDS.find_file(name)
    with open(file, encoding="utf-8") as source:  # noqa: PTH123 - without pathlib, as in the registry
        first = source.readline().strip()
    start = f'"""`companion {name}`: '
    if not first.startswith(start):
        return f"{file} must begin with {start}what it is for"
    return first.removeprefix(start).removesuffix('"""').removesuffix(".")
