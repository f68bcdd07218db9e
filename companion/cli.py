"""The command line: `companion rules|boards|read|play`.

It reads arguments, calls the part that does the work, and turns errors into a message and an exit status:
0 done, 1 a stated error, 2 wrong use. Nothing imports it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from companion import play, read
from companion.boards import command as boards
from companion.rules import protocol


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="companion", description="A companion for board games on a real board.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("rules", help="the rules core for other programs: JSON lines in, JSON lines out")
    boards.add_arguments(commands.add_parser("boards", help="print boards and markers"))
    read.add_arguments(commands.add_parser("read", help="read photographs of a board"))
    play.add_arguments(commands.add_parser("play", help="play a game"))
    asked = parser.parse_args(arguments)
    try:
        match asked.command:
            case "rules":
                protocol.serve(sys.stdin, sys.stdout)
                return 0
            case "boards":
                return boards.run(asked)
            case "read":
                return read.run(asked)
            case _:
                return play.run(asked)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to it, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


if __name__ == "__main__":
    sys.exit(main())
