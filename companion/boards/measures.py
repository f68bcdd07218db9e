"""Lengths as people type them on the command line."""

from __future__ import annotations

import argparse
import math

from companion.boards.outlines import Point
from companion.language import _


def parse_length(text: str) -> float:
    """A length in mm from what people type. Raises ArgumentTypeError."""
    try:
        number = float(text.removesuffix("mm"))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(_("a length in millimetres is needed, not {text!r}").format(text=text))
    return number


def parse_size(text: str) -> Point:
    """Width and height in mm, from "460x400", or from one number for both. Raises ArgumentTypeError."""
    parts = text.lower().replace("×", "x").split("x")
    if len(parts) > 2:
        raise argparse.ArgumentTypeError(
            _("width and height in millimetres are needed, as in 460x400, not {text!r}").format(text=text)
        )
    return parse_length(parts[0]), parse_length(parts[-1])
