"""Which seeds may be used while the reader is designed, and which only for a report.

Nothing is ever designed on a report seed: its photographs are rendered once the reader is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

PARTS: Mapping[str, range] = MappingProxyType({"design": range(9000, 10000), "report": range(10_000, 20_000)})
"""All seeds of each part."""

SETS: Mapping[str, Mapping[str, range]] = MappingProxyType(
    {
        "design": MappingProxyType(
            {"own": range(9200, 9220), "painted": range(9500, 9510), "starts": range(9800, 9820)}
        ),
        "report": MappingProxyType(
            {"own": range(11_340, 11_360), "painted": range(11_310, 11_320), "starts": range(11_320, 11_340)}
        ),
    }
)
"""The seeds of each part by set: our boards, repainted boards, start tables. Each seed is one folder of each game.

Report seeds that taught us something are design cases from then on, and new ones take their place. The first reports
used seeds 500 to 993, the last ones 10,000 to 10,089, 10,100 to 10,289, 10,300 to 10,557, 10,560 to 10,626, 10,630 to
10,651, 10,655, 10,656, 10,660 to 10,722, 10,725 to 10,727, 10,730 to 11,039, 11,100 to 11,119, 11,140 to
11,299. These were looked at:

- Backgammon: 511 (stacks), 650, 677, 682, 956 (dark spots taken for markers, bleached boards), 931 (a cup on the bar),
  972, 10,211 (piles), 10,223 (too much light), 10,280 (found in a wrong place in too much light), 10,364 (not found
  in too much light), 10,424 (a phone in the colour of the felt), 10,483 (a cup
  between the tips of points), 10,512, 10,515 (patterns taken for hands), 10,469 (a start table: a shadow like a ball),
  10,524 (found in a wrong place), 10,612 (a checker below a sleeve), 10,645
  (the top of a pile over the bar), 10,678 (a pile at the end of a row), 10,679 (too much light), 10,705 (windows
  mirrored in checkers), 10,735 (a pile from above), 10,748 (a pile over another one),
  10,882 (blurred empty points called black), 10,964 (a red frame in too much light),
  11,281 (white checkers in a tray called black);
- Spaces: 504 to 511 (needless doubts), 653, 679 (mirrored lamps), 922 (a white stone on cream print), 968 (black on
  black print, blurred), 10,284 (white stones in printed rings), 10,351, 10,352 (too much light),
  10,301 (a cup), 10,403, 10,407 (black on black print, blurred), 10,501, 10,504
  (white on printed discs, black in coloured light), 10,630 (white cups),
  10,741 (a black stone on a printed star), 10,862 (blue stones called white),
  10,864 (white stones on clipped cream print), 10,992 (a cell below a phone), 11,009 (a cell below a sleeve),
  11,186 (printed discs taken for black stones), 11,213 (a black stone on the black middle),
  11,291 (a black stone called empty);
- Spry: 662 (a sleeve in the colour of the print), 731, 938 (white on white print, overexposed), 776, 982, 10,050,
  10,059, 10,082 (print that was taken for pieces), 10,034 (a lamp mirrored in a corner), 10,060
  (a mirrored window), 10,220 (printed discs), 10,221, 10,258 (hard shadows), 10,232, 10,247
  (white stones in a hand's shadow), 10,321 (black stones in stray light), 10,323, 10,355,
  10,363, 10,365 (printed discs), 10,304 (white stones in a hand's shadow),
  10,391 to 10,393 (print nearly in the colours of the stones), 10,404 (a white stone called black),
  10,424 (wavy wood, shadows at set-up), 10,514, 10,518, 10,545 (cells below a sleeve), 10,546
  (print taken for stones), 10,655 (guessed print taken for a hand),
  10,733 (yellow print taken for a white stone), 10,779
  (white stones in their own shade), 10,782, 10,813 (sleeves),
  10,790, 10,797 (printed discs taken for stones), 10,791 (white stones in the shade),
  10,992 (print taken for white stones), 11,005 (a cell below a sleeve in the colour of the print),
  11,031 (a white stone on guessed print), 11,185, 11,239 (printed discs taken for black stones), 11,232, 11,235
  (printed discs taken for white stones);
- Color Dice: 503, 520, 635, 641, 644, 647, 652, 665, 670, 967, 969, 972 (pawns in the shade, hidden feet, heads), 543
  to 562 (arms between the areas), 677 (a white cup), 795, 932, 935, 937, 977, 981, 982, 985, 989, 992, 10,024, 10,029,
  10,053, 10,058 (guessed print, shade), 10,007 (pink light), 10,018 (a phone), 10,071 (a cup), 10,200 (a ball),
  10,078 (shade), 10,367 (a pawn on guessed print), 10,391, 10,392, 10,412, 10,450 to
  10,453 (arms), 10,398, 10,458 (phones), 10,508 (long shadows at set-up),
  10,515 (pawns not seen), 10,618 (a grey phone), 10,503, 10,513, 10,514, 10,516 (print taken for pawns),
  10,520 (a card), 10,528 (a ball),
  10,523, 10,527, 10,530 (hidden feet), 10,868 (a sleeve), 10,650 (guessed print taken for a hand),
  10,701 (cyan light taken for a hand), 10,703 (a shadow taken for a pawn),
  10,707 (a pawn not seen), 10,730 (blue pawns on blue print), 10,744 (a hand on bright print), 10,748 (a head in front
  of an empty place), 10,750 (blurred pawns in warm light), 10,756 (bright print taken for a hand),
  10,475 (a start table in too much light), 10,982 (a yellow pawn on a cream field), 10,997 (a cell below a phone),
  11,025 (guessed print taken for a hand), 11,038 (a hand not seen), 11,217 (yellow pawns in the light of a red
  sleeve), 11,276 (a yellow pawn called empty);
- Mindfield: 702 to 704, 714, 722, 787 (printed discs), 775, 781, 782, 793 (too much light), 785, 796, 936, 979, 981,
  984, 985, 991, 992 (stones in the colour of the print), 935 (our shapes in other colours), 970 (a cell beside a cup),
  10,008 (gold called silver), 10,023 (sizes on guessed print), 10,032 (a lamp mirrored in a corner), 10,213 (a
  sleeve in the colour of the print), 10,233 (gold in a hand's shadow), 10,259 (silver on clipped white print), 10,328
  (silver in a hand's shadow), 10,329, 10,362 (a printed middle), 10,318 (the hue of the light),
  10,394, 10,422 (our shapes in other colours), 10,426 (gold beside a hand), 10,428 (gold on gold-like print),
  10,429 (the light beside a hand), 10,399 (an arm), 10,402 (a cup in the colour of the print), 10,458 (pieces like
  printed discs), 10,501 (our shapes in other colours), 10,507, 10,508 (sizes on guessed print),
  10,513 (a stain that a stone hid), 10,540 (print like silver stones), 10,551, 10,555 (glossy gold), 10,464 (a start
  table: stray light), 10,563 (a bright spot of light), 10,573 (stones that look larger than they are),
  10,622 (gold called silver), 10,866 (silver on white print, overexposed), 10,869 (a doubtful Antipode), 10,918
  (white stones on pale print), 10,943 (an Antipode whose look was learned from dark print),
  10,855 (a gold Antipode in the light of a near lamp), 10,965 (print like gold stones),
  10,983 (gold stones on printed discs), 11,233 (stones in squares called empty), 11,237 (printed discs taken for an
  Antipode);
- boards that were not found: 500, 501, 700, 701, 764; a lamp in front of the camera: 522; a sleeve and a cup over a
  corner: 532, 539; glare: 569, 576; pawns' heads learned as print, stones that glare: 735, 737, 739;
- start tables: 800 to 818 (rows with one checker of the wrong kind, kinds of one piece, tables not recognised), 10,102,
  10,116, 10,135, 10,159, 10,184, 10,192, 10,383 (a low window, warm light, a missing pawn, a lamp on some areas, stray
  light, a cup-shaped piece, two unequally lit ones), 10,921 (a white checker for a black one);
- as they look after changes (`changes`): 10,560, 10,561, 10,570 to 10,572, 10,580 to 10,582;
- films: 9201, 9202, 9207, 9301, 9305 (coloured shadows, advice below a hand, gold stones), 9322 (a piece in the shade),
  9334 (a mirrored lamp), 9340 (glossy pawns lit from the side), 9352 (dark red stones), 9366, 9367 (arms and
  their shadows on markers), 9376 (dark green stones in the shadows of two lamps),
  9398 (a marker in bright light), 9405 (a piece at the edge of its cell), 9408 (glossy balls on a brown table, a hand
  in too much light), 9414 (hard shadows).

Nobody looked at the others of these seeds, but earlier readers read them.
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
