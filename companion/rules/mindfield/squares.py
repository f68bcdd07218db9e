"""Mindfield's 49 squares: their names, rings and lines. It knows no pieces and no rules.

In the code of the rules, a square is a number: 0 for a1, 1 for b1, and so on to 48 for g7. Only texts and tables use
names. The rings follow MF-G of docs/rulings/mindfield.md: Perimeter 24, Prime 24, Center 1.
"""

from __future__ import annotations

SIDE = 7

NAMES = tuple(f"{file}{row}" for row in range(1, SIDE + 1) for file in "abcdefg")
INDEX = {name: square for square, name in enumerate(NAMES)}

CENTER = INDEX["d4"]
PERIMETER = frozenset(s for s in range(SIDE * SIDE) if s % SIDE in (0, SIDE - 1) or s // SIDE in (0, SIDE - 1))
PRIME = frozenset(range(SIDE * SIDE)) - PERIMETER - {CENTER}

ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The directions (columns, rows) of moves, slides and jumps: up, right, down, left."""


def _ray(square: int, files: int, rows: int) -> tuple[int, ...]:
    file, row = square % SIDE + files, square // SIDE + rows
    ray = []
    while 0 <= file < SIDE and 0 <= row < SIDE:
        ray.append(row * SIDE + file)
        file, row = file + files, row + rows
    return tuple(ray)


RAYS = tuple(tuple(ray for d in ORTHOGONAL if (ray := _ray(s, *d))) for s in range(SIDE * SIDE))
"""For each square, the straight lines that lead away from it. The nearest square of each line comes first."""

STEPS = tuple(tuple(ray[0] for ray in rays) for rays in RAYS)
"""For each square its neighbours up, right, down and left."""

JUMPS = tuple(tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1) for rays in RAYS)
"""For each square, the jumps from it: the square that is jumped over, and the square where the jump lands."""

AROUND = tuple(
    tuple(_ray(s, f, r)[0] for f in (-1, 0, 1) for r in (-1, 0, 1) if (f or r) and _ray(s, f, r))
    for s in range(SIDE * SIDE)
)
"""For each square, the up to eight squares that touch it. Squares that touch only its corners count."""


def between(start: int, end: int) -> tuple[int, ...] | None:
    """The squares between two others on a straight line; None if they are not in the same row or column."""
    for ray in RAYS[start]:
        if end in ray:
            return ray[: ray.index(end)]
    return None
