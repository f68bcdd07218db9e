"""`companion rules`: the rules core for other programs (interfaces.md section 4)."""

from __future__ import annotations

import argparse
import sys

from companion.rules import protocol


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes no arguments: requests come on standard input."""


def run(args: argparse.Namespace) -> int:
    """Answers until the input ends; exit status 0."""
    protocol.serve(sys.stdin, sys.stdout)
    return 0
