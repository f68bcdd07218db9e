"""`companion rules`: the rules core for other programs (interfaces.md section 4)."""

from __future__ import annotations

import argparse
import sys

from companion.rules import protocol


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes no arguments: requests come on standard input."""


def run(args: argparse.Namespace) -> int:
    """Answers until the input ends; exit status 0, or 1 where it cannot read or answer, said on standard error."""
    if sys.stdin is None or sys.stdout is None:
        sys.stderr.write("companion rules: standard input and output must both be open\n")
        return 1
    try:
        protocol.serve(sys.stdin, sys.stdout)
    except OSError as error:
        sys.stderr.write(f"companion rules: {error.strerror}\n")
        return 1
    return 0
