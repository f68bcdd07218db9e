"""The conditions of a picture, which are the same for all places: the light, the camera's noise, and how the empty
board looks in this light.

While the conditions stay the same, the evidence of a place depends only on its own patch. So after a change, only the
changed places need new evidence, and the others keep theirs. This module looks at no pieces.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.layout import Layout
from vision.reader.board import background
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import appearance, light, shade
from vision.reader.colours.light import Light, WhiteBorders
from vision.reader.networks import network, windows
from vision.reader.places import shape
from vision.reader.places.atlas import Atlas, Flags, Floats, Ints, Picture, Singles

MIN_EMPTY_LOG_P = float(np.log(0.8))
"""A logarithm. A place helps to show how other places look when empty only if it is empty with at least this
probability.
"""

MIN_GUESSED_DOUBT = 0.09
"""Print with more doubt than this was guessed, because a piece hid it when the print was learned and there is no
drawing.
"""

# with fewer empty places, or a smaller part of all places, the light cannot be estimated from them
_MIN_EMPTY_PLACES, _MIN_EMPTY_PART = 8, 0.1

_MIN_CORRELATION, _MIN_SETUP_CORRELATION = 0.0, 0.6
"""How much the hues of a board in its drawn colours at least correlate with the drawing: in any picture, and in that of
a set-up. Of 100 of our boards, all but one in coloured light had 0.62 or more at set-up, and with a hand over them at
least 0.2. Boards with the drawn shapes in other colours had -0.71 to 0.53, and one 0.75.
"""

_MIN_SETUP_CONTRAST = 0.45
"""How much their differences from the mean hue at least correlate, in the picture of a set-up whose white paper is
clipped. Three of 200 of our boards in such light had hues that correlate by 0.28 to 0.54 only, but differences from
0.59 to 0.98. The only two of 400 repainted boards with shapes and paper as drawn had differences of 0.27 and 0.29.
"""

_MIN_PAPERS, _MIN_PAPER_CONTRAST = 4, 0.8
"""How many sides of markers must show unclipped paper, and how far it must be from the print (a logarithm), to measure
the contrast of a picture.
"""

_MAX_LIGHT_HUE_GAP, _LEAST_LIGHT = 0.4, 1e-6
"""How far the hue of the light at a place may be from the median of all places (a logarithm), and the linear light that
counts at least.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Conditions:
    """What is true for a whole picture, and for later ones while light and print stay the same.

    Colours are logarithms of reflectance, see `appearance`. The background is what the empty board looks like.
    """

    light: Light
    light_at: Floats
    """(n, 3) linear light that falls on each place."""
    border_values: Floats
    """(m, 3) linear colours of the markers' white borders, one row for each side of a marker; nan for sides that cannot
    be used.
    """
    noise: float
    """Standard deviation of the camera's noise in one channel, in logarithmic colours."""
    saturation: float
    """How much of the print's colour this picture shows: 1 all of it, 0 none."""
    contrast: float
    """How many times as far white paper and the learned print are apart (logarithms) as when the print was learned; 1
    if this is not known.
    """
    plain_background: Floats
    """(n, 3) the background as one colour for each place."""
    background: Singles
    """(n, p*p, 3) the background at each sample of the patches. It is (n, 1, 3) if only one colour for each place is
    known.
    """
    background_doubt: Singles
    """(n, p*p) how far `background` may be wrong. It is (1, 1) if all samples are equally sure."""
    window_white: Floats
    """(3,) the linear light that counts as white (1) in the network's windows."""
    window_background: Singles | None
    """(n, SIDE, SIDE, 4) the background in the network's windows: its colours and their doubt. None if it is not
    known.
    """
    between_background: Singles | None
    """(m, SIDE, SIDE, 4) the background in the windows between cells, in the same form; see also `brighter_print`."""
    ink_offset: Singles
    """(4,) how most of the print differs from its drawing: three colours, and 0 for the doubt. All are 0 without a
    drawing.
    """
    shadow_tint: Floats
    """(3,) how much of each channel shadows take away, see `shade.estimate_shadow_tint`."""
    has_drawing: bool
    """True if there is a drawing of the print. Then hidden print is never guessed."""

    @property
    def is_print_known(self) -> bool:
        """True if the print is known. Otherwise the inside of a cell is expected to look like its corners."""
        return self.window_background is not None

    @cached_property
    def guessed(self) -> Flags:
        """(n,) True for places whose print was only guessed."""
        if self.window_background is None or self.has_drawing:
            return np.zeros(len(self.light_at), np.bool_)
        return _are_guessed(self.window_background)

    def find_guessed_between(self, count: int) -> Flags:
        """(m,) the same for windows between cells. count: how many there are, m."""
        if self.between_background is None or self.has_drawing:
            return np.zeros(count, np.bool_)
        return _are_guessed(self.between_background)

    def find_strange_light(self) -> Flags:
        """(n,) True for places where the light seems to have quite another hue than elsewhere. It was estimated wrong
        there: too few colours are left in the print, because the camera clips it or a hand covers it.
        """
        hue = appearance.find_hue(np.log(np.maximum(self.light_at, _LEAST_LIGHT)))
        return np.asarray((np.abs(hue - np.median(hue, axis=0)) > _MAX_LIGHT_HUE_GAP).any(axis=1))

    def select(self, numbers: Ints) -> Conditions:
        """The conditions at the places with these numbers."""
        is_one_for_all = len(self.background_doubt) == 1
        return replace(
            self,
            light_at=self.light_at[numbers],
            plain_background=self.plain_background[numbers],
            background=self.background[numbers],
            background_doubt=self.background_doubt if is_one_for_all else self.background_doubt[numbers],
            window_background=None if self.window_background is None else self.window_background[numbers],
        )

    def brighten(self, shift: Floats) -> Conditions:
        """The same conditions after the light has become brighter everywhere. shift: (3,) by how much, as
        logarithms.
        """
        factor = np.exp(shift)
        return replace(
            self,
            light=self.light.brighten(shift),
            light_at=self.light_at * factor,
            window_white=self.window_white * factor,
        )

    def replace_print(self, known: KnownPrint) -> Conditions:
        """The same conditions with a print that was learned in the meantime."""
        return replace(
            self,
            plain_background=background.fill_gaps(known.bare, known.scene.atlas, known.scene.layout),
            background=known.colours,
            background_doubt=known.doubt,
            window_background=known.windows,
            between_background=known.between,
            ink_offset=np.zeros(4, np.float32),
        )


def _are_guessed(background: Singles) -> Flags:
    """(k,) True for windows whose background (k, SIDE, SIDE, 4) was only guessed in their middles."""
    return np.asarray(np.median(background[:, windows.IN_PIECE, 3], axis=1) > MIN_GUESSED_DOUBT)


def shows_other_hues(image: Picture, scene: Scene, is_setup: bool) -> bool:
    """True if a BGR picture shows strong colours on the board, but others than those of the scene's drawing. is_setup:
    True for the picture of a set-up, over which no hand is.
    """
    here, drawn = scene.atlas, scene.drawn_bare
    borders = light.select_lit_borders(light.measure_borders(image, scene.borders), scene.borders)
    paper_light = unclipped = light.estimate_from_markers(borders.drop_clipped(), scene.layout)
    # Where the camera clips most of the paper, it still tells hues apart.
    paper_light = paper_light or light.estimate_from_markers(borders, scene.layout)
    if drawn is None or paper_light is None:
        return False
    bare = background.find_bare(light.to_linear(here.cut(image)), here)
    hues = appearance.encode(bare / paper_light.compute_at(here.place))
    if is_setup and unclipped is None and not background.has_other_contrast(hues, drawn, _MIN_SETUP_CONTRAST):
        return False
    return background.has_other_hues(hues, drawn, _MIN_SETUP_CORRELATION if is_setup else _MIN_CORRELATION)


def estimate_conditions(
    image: Picture, cut: Picture, shone: Singles, bare: Floats, scene: Scene, known: KnownPrint | None, learned: bool
) -> tuple[Conditions, Singles]:
    """The conditions of a picture, and the colours (n, p*p, 3) of its patches in these conditions.

    cut: (n, SIDE, SIDE, 3) the network's windows, cut from the picture. shone: (n, p*p, 3) linear light at the samples
    of the patches. bare: (n, 3) linear light of bare print. known: the print, learned or drawn. learned: True if the
    print was learned from a picture.
    """
    here, layout = scene.atlas, scene.layout
    borders = light.measure_borders(image, scene.borders)
    saturation = contrast = 1.0
    if known is None:
        lit = light.estimate_from_markers(light.select_lit_borders(borders, scene.borders), layout)
        lit = lit or light.estimate_from_print(bare, here.place, layout)
        plain = background.fill_gaps(appearance.encode(bare / lit.compute_at(here.place)), here, layout)
        expected, doubt = plain[:, None].astype(np.float32), np.zeros((1, 1), np.float32)
    else:
        expected, doubt, printed = known.colours, known.doubt, known.bare
        lit_borders = light.select_lit_borders(borders, scene.borders, known.borders if learned else None)
        paper_light = light.estimate_from_unclipped_markers(lit_borders, layout, learned)
        if paper_light is not None:
            reflected = appearance.encode(bare / paper_light.compute_at(here.place))
            saturation = background.estimate_saturation(reflected, printed)
            if learned and saturation < appearance.FULL_SATURATION and scene.drawn_bare is not None:
                # Colours that were learned between crowded pieces may be the pieces' colours.
                saturation = max(saturation, background.estimate_saturation(reflected, scene.drawn_bare))
        if paper_light is not None and saturation < appearance.FULL_SATURATION:
            lit = paper_light  # if a coloured print looked grey, the light by this print would seem coloured
        else:
            reflectance = appearance.decode(printed)
            lit = light.estimate_from_known_print(
                bare, reflectance, here.place, lit_borders, paper_light, layout, learned
            )
        seen = appearance.encode(bare / lit.compute_at(here.place))
        if learned:
            contrast = _measure_contrast(seen, printed, lit_borders, lit)
        else:
            inks = background.estimate_ink_offsets(seen, printed)
            expected, printed = expected + inks[:, None].astype(np.float32), printed + inks
        plain = background.fill_gaps(printed, here, layout)
    light_at = lit.compute_at(here.place)
    colours = encode_colours(shone, light_at)
    noise = shape.estimate_noise(colours - expected, here)
    in_windows = in_between = None
    tint = shade.NO_TINT
    ink = np.zeros(4, np.float32)
    if known is not None:
        in_windows, in_between = known.windows, known.between
        tint = shade.estimate_shadow_tint(*(background.collect_bare(both, here) for both in (colours, expected)))
        if not learned:
            off = np.append(inks, np.zeros((len(inks), 1)), axis=1).astype(np.float32)
            ink = np.asarray(np.median(off, axis=0), np.float32)
            in_windows, in_between = in_windows + off[:, None, None], in_between + ink
    conditions = Conditions(
        light=lit,
        light_at=light_at,
        border_values=borders,
        noise=noise,
        saturation=saturation,
        contrast=contrast,
        plain_background=plain,
        background=expected,
        background_doubt=doubt,
        window_white=windows.find_white(cut),
        window_background=in_windows,
        between_background=in_between,
        ink_offset=ink,
        shadow_tint=tint,
        has_drawing=scene.drawn is not None,
    )
    return conditions, colours


def _measure_contrast(bare: Floats, printed: Floats, borders: WhiteBorders, lit: Light) -> float:
    """`Conditions.contrast`, if enough paper is seen that the camera does not clip, and the print is dark enough.

    bare, printed: (n, 3) the colours of bare print, as seen and as learned.
    """
    paper = borders.drop_clipped()
    known = np.isfinite(bare).all(axis=1) & np.isfinite(printed).all(axis=1)
    if len(paper.where) < _MIN_PAPERS or not known.any():
        return 1.0
    learned = np.median(appearance.encode(paper.paper), axis=0) - np.median(printed[known], axis=0)
    if abs(learned.mean()) < _MIN_PAPER_CONTRAST:
        return 1.0
    white = np.median(appearance.encode(paper.values / lit.compute_at(paper.where)), axis=0)
    return float((white - np.median(bare[known], axis=0)).mean() / learned.mean())


def relight_conditions(
    conditions: Conditions, shone: Singles, bare: Floats, log_p: Floats, here: Atlas, layout: Layout
) -> tuple[Conditions, Singles]:
    """The conditions with the light estimated from empty places only, and the colours of the patches in this light.

    For a print that is not known: what seems to be print between crowded pieces is really their shadow. The light stays
    the same on boards with markers, and on boards with few empty places. shone, bare: see `estimate_conditions`. log_p:
    (n, 3) what the network answers, see `network`.
    """
    empty = log_p[:, network.EMPTY] > MIN_EMPTY_LOG_P
    if layout.markers or empty.sum() < max(_MIN_EMPTY_PLACES, _MIN_EMPTY_PART * len(empty)):
        return conditions, encode_colours(shone, conditions.light_at)
    lit = light.estimate_from_print(np.where(empty[:, None], bare, np.nan), here.place, layout)
    light_at = lit.compute_at(here.place)
    plain = background.fill_gaps(appearance.encode(bare / light_at), here, layout)
    relit = replace(
        conditions,
        light=lit,
        light_at=light_at,
        plain_background=plain,
        background=plain[:, None].astype(np.float32),
    )
    return relit, encode_colours(shone, light_at)


def encode_colours(shone: Singles, light_at: Floats) -> Singles:
    """(n, p*p, 3) the colours of patches without the effect of the light.

    shone: (n, p*p, 3) linear light at the samples. light_at: (n, 3) linear light that falls on each place.
    """
    return appearance.encode(np.asarray(shone / light_at[:, None].astype(np.float32), np.float32))
