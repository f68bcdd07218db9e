"""Texts of moves, legal or not, to try all of them with `judge`."""

from __future__ import annotations

import random

from tests.rules.mindfield.positions import MINDFIELD

CELLS = MINDFIELD.info.cells


def alphabet(rnd: random.Random) -> list[str]:
    """Every placing, step and jump of one leg, and many jumps of two and three legs of the right length."""
    pairs = [(a, b) for a in CELLS for b in CELLS]
    texts = [*CELLS, "pass", *(f"claim {c}" for c in CELLS[::5])]
    texts += [f"{a}-{b}" for a, b in pairs] + [f"{a}x{b}" for a, b in pairs]
    legs = {
        a: [b for b in CELLS if sorted((abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1])))) == [0, 2]]
        for a in CELLS
    }
    for a in CELLS:
        for b in legs[a]:
            texts += [f"{a}x{b}x{c}" for c in legs[b]]
            texts += [f"{a}x{b}x{c}x{rnd.choice(legs[c])}" for c in legs[b]]
    return texts
