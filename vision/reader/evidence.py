"""What a picture shows at each place, before contents are weighed: for all places of a board, or for some of them.

A `Setting` is what holds all over a picture: the light, the noise, the print as it is expected in them. In one
setting the evidence of a place follows from its own patch alone, whatever goes on at other places. So the
evidence of the places that have changed can be put among that of the others. It never says what a place holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from vision.layout import Layout
from vision.reader import appearance, background, discs, light, network, rows, shade, shape, windows
from vision.reader.atlas import Atlas, Flags, Floats, Ints, Patches, Picture, Singles
from vision.reader.between import Between
from vision.reader.discs import Probes
from vision.reader.light import Light
from vision.reader.posterior import Evidence
from vision.reader.scene import KnownPrint, Scene

_MIN_EMPTY_LOG_P = float(np.log(0.8))  # how likely a place must be empty to tell how others of its sort look
_MIN_EMPTY_PLACES, _MIN_EMPTY_PART = 8, 0.1  # as many empty places, and this part of all, tell the light
_PLAIN_QUANTILE = 0.35  # of a piece's middle: as much of it mirrors no lamp at least
_MIN_DIFFERENCE = 0.5  # from 0 to 1: how clearly a sample must differ from the print
_OTHERS_DOUBT, _SINGLE_OTHER_DOUBT = 0.1, 0.2
"""Logarithms: how far off print may be that others of its sort tell together, or one of them alone."""
_ANY_PRINT_BONUS = (
    3.0  # a logarithm: how much better print may explain a place than that of its sort does which others show
)
_MIN_AGREEING = 2  # other places must show print of a colour: a single one may hold a piece
_MIN_CONTINUED_LOG_DENSITY = (
    -3.0
)  # a logarithm: how well the next place of a row explains a colour, at least, if its print goes on
_MIN_GUESSED_DOUBT = 0.09  # the least doubt of print that pieces hid when it was learned
_NO_PLACES: Ints = np.empty(0, np.int64)
_BRIGHT_QUANTILE = 0.75  # of the same: the share that is darker than its brighter part
_USUAL_OFFSET_MM = 1.0  # how far pieces usually lie from the middle of their places


@dataclass(frozen=True, eq=False)
class Conditions:
    """What holds all over a picture, and over those after it as long as light and print stay as they are.

    light, at: its linear colour at each place (n, 3). whites: (m, 3) the markers' borders, a value a side, nan where
    they tell nothing. flat: (n, 3), ground: (n, p*p, 3) or (n, 1, 3), doubt: (n, p*p) or (1, 1): the print that is
    expected at each place, plain and in full, and how sure that is.
    vivid: how much of the print's colour is seen. white: (3,) the light that counts as 1 for the network.
    windows: (n, SIDE, SIDE, 4) the print in its windows, between: (m, SIDE, SIDE, 4) in those between cells; None where
    the print is not known. ink: (4,) how far most of a drawn print is off its drawing, and no doubt.
    missing: (3,) how much of each channel shadows take, see `shade.missing_light`.
    """

    light: Light
    light_at: Floats
    border_values: Floats
    noise: float
    saturation: float
    plain_background: Floats
    background: Singles
    background_doubt: Singles
    window_white: Floats
    window_background: Singles | None
    between_background: Singles | None
    ink_offset: Singles
    shadow_tint: Floats

    @property
    def known(self) -> bool:
        """Whether the print is known, and not just taken to be inside the cells what it is in their corners."""
        return self.window_background is not None

    def part(self, numbers: Ints) -> Conditions:
        """For the places with these numbers."""
        every = len(self.background_doubt) == 1
        return replace(
            self,
            light_at=self.light_at[numbers],
            plain_background=self.plain_background[numbers],
            background=self.background[numbers],
            background_doubt=self.background_doubt if every else self.background_doubt[numbers],
            window_background=None if self.window_background is None else self.window_background[numbers],
        )

    def brighter(self, shift: Floats) -> Conditions:
        """In a light that is brighter by (3,) logarithms all over."""
        factor = np.exp(shift)
        return replace(
            self,
            light=self.light.brighter(shift),
            light_at=self.light_at * factor,
            window_white=self.window_white * factor,
        )

    def on(self, known: KnownPrint) -> Conditions:
        """On a print that has been learned since."""
        return replace(
            self,
            plain_background=background.fill_gaps(known.bare, known.scene.atlas, known.scene.layout),
            background=known.colours,
            background_doubt=known.doubt,
            window_background=known.windows,
            between_background=known.between,
            ink_offset=np.zeros(4, np.float32),
        )


@dataclass(frozen=True, eq=False)
class PlaceEvidence(Evidence):
    """Evidence, and what else is seen at each place."""

    disc_offset: Ints
    """(n, g) number of the displacement of the best disc of each size."""
    changed_area: Floats
    """(n,) the part of a piece's area at the place that is unlike its print."""
    darkening: Floats
    """(n,) how much darker bare print is than expected, as a logarithm; 0 where that is not known."""

    def with_part(self, numbers: Ints, part: PlaceEvidence) -> PlaceEvidence:
        """With other evidence at the places with these numbers."""
        rows = {field.name: getattr(self, field.name).copy() for field in fields(self)}
        for name, row in rows.items():
            row[numbers] = getattr(part, name)
        return replace(self, **rows)


def estimate_conditions(
    image: Picture, cut: Picture, shone: Singles, bare: Floats, scene: Scene, known: KnownPrint | None, learned: bool
) -> tuple[Conditions, Singles]:
    """The setting of a picture, and the `colours` of its patches in that.

    cut: (n, SIDE, SIDE, 3) the network's windows. shone: (n, p*p, 3) linear light at the patches, bare: (n, 3) that
    of bare print. learned: whether the print that is known is more than a drawing.
    """
    here, layout = scene.atlas, scene.layout
    whites = light.measure_borders(image, scene.borders)
    vivid = 1.0
    if known is None:
        lit = light.estimate_from_markers(light.select_lit_borders(whites, scene.borders), layout)
        lit = lit or light.estimate_from_print(bare, here.place, layout)
        flat = background.fill_gaps(appearance.encode(bare / lit.at(here.place)), here, layout)
        printed, doubt = flat[:, None].astype(np.float32), np.zeros((1, 1), np.float32)
    else:
        printed, doubt, plain = known.colours, known.doubt, known.bare
        shown = light.select_lit_borders(whites, scene.borders, known.borders if learned else None)
        paper_lit = light.estimate_from_markers(shown.whole(), layout)
        if paper_lit is not None:
            reflected = appearance.encode(bare / paper_lit.at(here.place))
            vivid = background.estimate_saturation(reflected, plain)
            if learned and vivid < appearance.FULL_SATURATION and scene.drawn_bare is not None:
                # Between crowded pieces, colours are learned that are theirs.
                vivid = max(vivid, background.estimate_saturation(reflected, scene.drawn_bare))
        if paper_lit is not None and vivid < appearance.FULL_SATURATION:
            lit = paper_lit  # coloured print seen in grey would make the light seem coloured
        else:
            lit = light.estimate_from_known_print(bare, appearance.decode(plain), here.place, shown, layout, learned)
        if not learned:
            inks = background.estimate_ink_offsets(appearance.encode(bare / lit.at(here.place)), plain)
            printed, plain = printed + inks[:, None].astype(np.float32), plain + inks
        flat = background.fill_gaps(plain, here, layout)
    at = lit.at(here.place)
    q = encode_colours(shone, at)
    noise = shape.estimate_noise(q - printed, here)
    expected = between = None
    missing = shade.NO_TINT
    ink = np.zeros(4, np.float32)
    if known is not None:
        expected, between = known.windows, known.between
        missing = shade.estimate_shadow_tint(*(background.collect_bare(colours, here) for colours in (q, printed)))
        if not learned:
            off = np.append(inks, np.zeros((len(inks), 1)), axis=1).astype(np.float32)
            ink = np.asarray(np.median(off, axis=0), np.float32)
            expected, between = expected + off[:, None, None], between + ink
    return Conditions(
        lit, at, whites, noise, vivid, flat, printed, doubt, windows.find_white(cut), expected, between, ink, missing
    ), q


def relight_conditions(
    there: Conditions, shone: Singles, bare: Floats, log_p: Floats, here: Atlas, layout: Layout
) -> tuple[Conditions, Singles]:
    """The setting by the light on empty places alone, where the print is not known; and the `colours` in it.

    Where pieces crowd, what seems to be print between them is their shadow.
    """
    empty = log_p[:, network.EMPTY] > _MIN_EMPTY_LOG_P
    if layout.markers or empty.sum() < max(_MIN_EMPTY_PLACES, _MIN_EMPTY_PART * len(empty)):
        return there, encode_colours(shone, there.light_at)
    lit = light.estimate_from_print(np.where(empty[:, None], bare, np.nan), here.place, layout)
    at = lit.at(here.place)
    flat = background.fill_gaps(appearance.encode(bare / at), here, layout)
    moved = replace(there, light=lit, light_at=at, plain_background=flat, background=flat[:, None].astype(np.float32))
    return moved, encode_colours(shone, at)


def encode_colours(shone: Singles, at: Floats) -> Singles:
    """(n, p*p, 3) logarithmic colours, freed from the light (n, 3) at each place, of linear light at the patches."""
    return appearance.encode(np.asarray(shone / at[:, None].astype(np.float32), np.float32))


def make_inputs(now: Singles, there: Conditions, tell: Sequence[Ints | None] | None = None) -> Singles:
    """(n, CHANNELS, SIDE, SIDE) what the network takes of windows (n, SIDE, SIDE, 3) in a setting.

    now: from `windows.shown`. tell: from `like_others`.
    """
    if there.window_background is None:
        return windows.join_channels(now, *((None, None) if tell is None else windows.predict_empty(now, tell)))
    return make_inputs_on_print(now, there.window_background, there.light_at, there.window_white)


def make_inputs_on_print(now: Singles, printed: Singles, at: Floats, white: Floats) -> Singles:
    """As `inputs`, of windows of a known print: (n, SIDE, SIDE, 4) its colours and doubt. at: (n, 3) the light."""
    reflected = np.maximum(np.exp(printed[..., :3]) - np.float32(light.REFLECTANCE_FLOOR), 0)
    empty = windows.balance(np.asarray(reflected * at[:, None, None].astype(np.float32), np.float32), white)
    return windows.join_channels(now, empty, np.minimum(printed[..., 3] / background.HIDDEN_DOUBT, 1))


def classify_windows(
    image: Picture, around: windows.Windows, middle: Floats, printed: Singles, there: Conditions
) -> Floats:
    """(m, 3) how likely windows of a known print (m, SIDE, SIDE, 4) show it empty, a piece, or something foreign.

    middle: (m, 2) mm of the windows.
    """
    cut = around.cut(image)
    told = network.classify(
        make_inputs_on_print(
            windows.balance_windows(cut, there.window_white), printed, there.light.at(middle), there.window_white
        )
    )
    return np.asarray(np.exp(network.mask_unlit(told.log_p, windows.find_unlit(cut))))


def find_things_between(image: Picture, around: Between, there: Conditions, numbers: Ints) -> Floats:
    """(len(numbers),) how likely something foreign lies at these of the places between cells; 0: print is not known."""
    if there.between_background is None or around.windows is None or not len(numbers):
        return np.zeros(len(numbers))
    likely = classify_windows(
        image, around.windows.part(numbers), around.place[numbers], there.between_background[numbers], there
    )
    return np.asarray(likely[:, network.THING])


def find_similar_empty(now: Singles, there: Conditions, scene: Scene) -> list[Ints | None] | None:
    """The empty places that tell how each place looks empty, see `windows.alike`; None where the print is known.

    Those are taken for empty that a first look takes for empty, or that look like most of their sort. now: as for
    `inputs`.
    """
    if there.known:
        return None
    log_p, place = network.classify(make_inputs(now, there), ~scene.in_row).log_p, scene.atlas.place
    sort = windows.number_sorts(now, scene.family)
    sort = 2 * sort + np.where(scene.in_row, scene.atlas.cell % 2, 0)  # points have two colours in turn
    empty = (log_p[:, network.EMPTY] > _MIN_EMPTY_LOG_P) | rows.find_printed_ends(log_p, scene.atlas.cell, scene.in_row)
    return windows.find_similar(now, sort, place, empty | windows.find_usual(now, sort, place))


def fill_hidden_print(there: Conditions, now: Singles, scene: Scene) -> Conditions:
    """A setting in which print that was guessed, below pieces, is what empty places of its sort show now.

    now: as for `inputs`.
    """
    if there.window_background is None:
        return there
    doubt = there.window_background[..., 3]
    guessed = np.median(doubt[:, windows.SAMPLE_RADII < 1], axis=1) > _MIN_GUESSED_DOUBT
    if not guessed.any():
        return there
    sort, place = windows.number_sorts(now, scene.family), scene.atlas.place
    usual = windows.find_usual(now, sort, place)
    tell = windows.find_similar(now, sort, place, usual)
    shown, unsure = windows.predict_empty(
        now, [those if usual[i] and guessed[i] else None for i, those in enumerate(tell)]
    )
    reflected = windows.unbalance(shown, there.window_white) / there.light_at[:, None, None].astype(np.float32)
    filled = np.concatenate(
        [appearance.encode(np.asarray(reflected, np.float32)), background.HIDDEN_DOUBT * unsure[..., None]], axis=3
    )
    told = (unsure < 1) & (doubt > _MIN_GUESSED_DOUBT)
    return replace(there, window_background=np.where(told[..., None], filled, there.window_background))


def find_followed_by_empty(tell: Sequence[Ints | None] | None, log_p: Floats, cell: Ints, in_row: Flags) -> Ints:
    """(m,) numbers of places of which no others tell, but the next place of their row, which is empty.

    tell: from `like_others`. log_p: (n, 3) what the network says. cell: (n,) the cells of the places, in order.
    in_row: (n,) places that belong to rows.
    """
    if tell is None:
        return _NO_PLACES
    empty_next = np.append((cell[1:] == cell[:-1]) & (log_p[1:, network.EMPTY] > _MIN_EMPTY_LOG_P), False)
    return np.flatnonzero(in_row & empty_next & np.array([those is None for those in tell]))


def gather_evidence(
    q: Singles,
    bare: Floats,
    log_p: Floats,
    large: Floats,
    patches: Patches,
    probes: Probes,
    there: Conditions,
    size_of: Ints,
    tell: Sequence[Ints | None] | None = None,
    along: Ints = _NO_PLACES,
) -> PlaceEvidence:
    """What patches show in a setting. q: (n, p*p, 3) their colours; bare: (n, 3) linear light of bare print.

    log_p: (n, 3) and large: (n,) what the network says of them. size_of: (kinds,) which of the probes' radii each
    kind has. tell: where the print is not known, the patches that tell of each, from `like_others`. along: from
    `told_by_next`.
    """
    stands = shape.measure_difference(q, there.background, there.background_doubt, there.noise)
    offset = discs.fit_offsets(probes, stands, _USUAL_OFFSET_MM)
    samples = discs.find_core_samples(patches, probes, offset[0])
    core, bright = _find_tones(np.take_along_axis(q, samples[..., None], axis=1))
    print_log_density = other_print_log_density = np.full(len(core), shade.UNKNOWN_LOG_DENSITY)
    if there.known:
        papers = _find_tones(np.take_along_axis(there.background, samples[..., None], axis=1))
        sure = np.take_along_axis(there.background_doubt, samples, axis=1).mean(axis=1).astype(np.float64)
        print_log_density = other_print_log_density = _explain((core, bright), papers, sure, there.shadow_tint)
    elif tell is not None:
        print_log_density, other_print_log_density = _explain_by_others(q, (core, bright), samples, tell)
        # Print goes on along a row, or changes: then that of the next place tells nothing.
        papers = _find_tones(np.take_along_axis(q[along + 1], samples[along][..., None], axis=1))
        goes_on = _explain((core[along], bright[along]), papers, np.full(len(along), _OTHERS_DOUBT))
        print_log_density[along] = np.where(goes_on > _MIN_CONTINUED_LOG_DENSITY, goes_on, shade.UNKNOWN_LOG_DENSITY)
    return PlaceEvidence(
        core,
        light.compute_terms(patches.place, there.light.size_mm),
        appearance.encode(light.MAX_LIGHT / there.light_at),
        shape.compute_size_fit(large, size_of),
        print_log_density,
        other_print_log_density,
        log_p,
        offset.T,
        _measure_changed_area(stands, patches, float(probes.radii[0])),
        np.nan_to_num((appearance.encode(bare / there.light_at) - there.plain_background).mean(axis=1)),
    )


def _explain_by_others(
    q: Singles, tones: tuple[Floats, Floats], samples: Ints, tell: Sequence[Ints | None]
) -> tuple[Floats, Floats]:
    """(n,) as `Seen.print_log_density` and as `Seen.other_print_log_density`, the print being what the places show there that tell of each."""
    usually, somewhere = (
        np.full(len(samples), shade.UNKNOWN_LOG_DENSITY),
        np.full(len(samples), shade.UNKNOWN_LOG_DENSITY),
    )
    shown = {i: those[those != i] for i, those in enumerate(tell) if those is not None}
    shown = {i: others for i, others in shown.items() if len(others)}
    if not shown:
        return usually, somewhere
    each = [_find_tones(q[others][:, samples[i]]) for i, others in shown.items()]
    known = np.fromiter(shown, np.int64)
    papers = tuple(np.stack([np.median(those[k], axis=0) for those in each]) for k in (0, 1))
    off = (np.median(np.abs(those[0] - paper), axis=0).max() for those, paper in zip(each, papers[0], strict=True))
    doubt = _OTHERS_DOUBT + 1.4826 * np.fromiter(off, np.float64)
    usually[known] = _explain((tones[0][known], tones[1][known]), (papers[0], papers[1]), doubt)
    # Of places that show two colours, as squares do, some explain what most do not; but one of them may hold a piece.
    of = np.repeat(known, [len(others) for others in shown.values()])
    single = tuple(np.concatenate([those[k] for those in each]) for k in (0, 1))
    loose = np.full(len(of), _SINGLE_OTHER_DOUBT)
    explained = _explain((tones[0][of], tones[1][of]), (single[0], single[1]), loose)
    ends = np.flatnonzero(np.diff(of)) + 1
    agreed = [np.sort(some)[-min(_MIN_AGREEING, len(some))] for some in np.split(explained, ends)]
    somewhere[known] = np.maximum(usually[known], agreed) + _ANY_PRINT_BONUS
    return usually, somewhere


def _explain(
    tones: tuple[Floats, Floats], papers: tuple[Floats, Floats], doubt: Floats, missing: Floats = shade.NO_TINT
) -> Floats:
    """(n,) how well print explains both the plain and the bright part of what is seen; see `shade.explains`.

    A piece that lies askew leaves print to be seen beside it, but that is not all.
    """
    plain, bright = (
        shade.compute_print_log_density(tone, paper, doubt, missing) for tone, paper in zip(tones, papers, strict=True)
    )
    return np.asarray(np.minimum(plain, bright))


def _measure_changed_area(stands: Singles, patches: Patches, radius: float) -> Floats:
    """(n,) the share of a disc in the middle of patches that stands out (n, p*p) from the print."""
    disc = np.hypot(patches.grid[..., 0], patches.grid[..., 1]).ravel() < radius
    return np.asarray((stands[:, disc] > _MIN_DIFFERENCE).mean(axis=1), np.float64)


def _find_tones(samples: Singles) -> tuple[Floats, Floats]:
    """(n, 3) the colour of surfaces (n, m, 3) beside the lights that they mirror, and of their brighter part."""
    plain, bright = int(_PLAIN_QUANTILE * samples.shape[1]), int(_BRIGHT_QUANTILE * samples.shape[1])
    parts = np.partition(samples, (plain, bright), axis=1)
    return parts[:, plain].astype(np.float64), parts[:, bright].astype(np.float64)
