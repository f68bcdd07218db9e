"""Which seeds may be used while the reader is designed, and which only for a report.

Nothing is ever designed on a report seed: its photographs are rendered once the reader is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PARTS: Mapping[str, range] = MappingProxyType({"design": range(9000, 10000), "report": range(500, 1000)})
"""All seeds of each part."""

SETS: Mapping[str, Mapping[str, range]] = MappingProxyType(
    {
        "design": MappingProxyType(
            {"own": range(9200, 9220), "painted": range(9500, 9510), "starts": range(9800, 9820)}
        ),
        "report": MappingProxyType({"own": range(957, 977), "painted": range(977, 987), "starts": range(819, 919)}),
    }
)
"""The seeds of each part by set: our boards, repainted boards, start tables. Each seed is one folder of each game.

Report seeds that taught us something are design cases from then on: 500, 501, 700 and 701 (boards that were not found),
503 (pawns taken for grey ones), 504 to 511 (stacks, doubts that were needless), 520 (pawns seen from far aside), 522 (a
lamp in front of the camera), 532 and 539 (a sleeve and a cup over a corner of an area; 523 to 542 went with them), 543
to 562 (a sleeve and an arm between the areas of Color Dice), 569 and 576 (glare, and colours mixed up beside an arm;
563 to 582 went with them), 583 to 602 (read twice, not looked at), 702 to 704, 714 and 722 (printed discs as large as
pieces), 705 to 724 (seen with those), 731 (white stones on white print, overexposed; 725 to 734 went with it), 735, 737
and 739 (pawns' heads learned as print, discs in rows, stones that glare; 735 to 744 went with them), 745 to 754 (read
before the lights in which two kinds look alike were left out), 775 of Mindfield (white stones on white print, far
overexposed), 635 and 641 of Color Dice (pawns lit from one side, and pawns that hide each other), 776 and 777 of Spry
(cork that was taken for pieces; nothing was wrong on 777), 644 of Color Dice (yellow pawns in the shade), 781, 782, 785
and 787 of Mindfield (print below a stone taken from the other colour, white stones on bleached marble, stones taken for
print, a printed disc taken for the Antipode), 795 of Color Dice and 796 of Mindfield (a pawn and a stone in the colour
of the print), 647, 652, 665 and 670 of Color Dice (heads of pawns taken for other pawns, feet that are hidden), 653 and
660 of Spaces and 662 of Spry (a mirrored lamp taken for print, a sleeve in its colour), 793 of Mindfield (gold stones
in too much light), 922 of Spaces (a white stone on cream print), 677 and 682 of Backgammon (white over nearly all of
the markers' black), 679 of Spaces and 677 of Color Dice (a shiny patch taken for a hand, a white cup that was not
seen), 931 of Backgammon (a cup on the bar), 932 of Color Dice (a pawn taken for guessed print), 935 of Mindfield and
Color Dice (our shapes in other colours, guessed print taken for a hand), 936 of Mindfield (pieces on most cells of one
colour), 937 of Color Dice, 938 of Spry and Mindfield (looked at: long shadows, too much light), 956 of Backgammon (a
bleached board that was not found), 650 of Backgammon (dark spots taken for markers; the others of 603 to 695, 755 to
763, 765 to 774, 776 to 797, 920 to 939, 945 to 952 and 955, and the other games of these seeds, were read by earlier
readers and not looked at), 764 (a marker's border under too much light), 800 to 806 (rows with one checker of the wrong
kind, kinds of one piece), 807 to 812 (start tables that were not recognised), 813 to 818 (one of two single pieces of
the wrong kind). Of films: 9201, 9202 and 9207 (a coloured shadow, advice below a hand), 9301 (shadows that went with
their pieces).
"""

PHOTOS = 3
"""Photographs in a folder beside the set-up photograph; something covers the board in the last one."""


def of(part: str, which: str, count: int | None = None) -> range:
    """The seeds of a set, or the first `count` of them. Raises ValueError if there are fewer or the part lacks them."""
    seeds = SETS[part][which]
    if count is not None:
        if not 0 < count <= len(seeds):
            raise ValueError(f"the {part} part has {len(seeds)} seeds for {which!r}, not {count}")
        seeds = seeds[:count]
    if seeds.start not in PARTS[part] or seeds[-1] not in PARTS[part]:
        raise ValueError(f"{seeds} are not all seeds of the {part} part")
    return seeds
