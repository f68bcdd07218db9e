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
from vision.reader.atlas import Atlas, Flags, Floats, Patches, Picture, Singles, Whole
from vision.reader.between import Between
from vision.reader.discs import Probes
from vision.reader.light import Light
from vision.reader.posterior import Evidence
from vision.reader.scene import Known, Scene

_EMPTY = float(np.log(0.8))  # how likely a place must be empty to tell how others of its sort look
_FEWEST_EMPTY, _EMPTY_PART = 8, 0.1  # as many empty places, and this part of all, tell the light
_BESIDE_GLOSS = 0.35  # of a piece's middle: as much of it mirrors no lamp at least
_STANDS_OUT = 0.5  # from 0 to 1: how clearly a sample must differ from the print
_OTHERS, _OTHERS_ALONE = 0.1, 0.2
"""Logarithms: how far off print may be that others of its sort tell together, or one of them alone."""
_MAY_DIFFER = 3.0  # a logarithm: how much better print may explain a place than that of its sort does which others show
_AGREE = 2  # other places must show print of a colour: a single one may hold a piece
_GOES_ON = -3.0  # a logarithm: how well the next place of a row explains a colour, at least, if its print goes on
_GUESSED = 0.09  # the least doubt of print that pieces hid when it was learned
_NONE: Whole = np.empty(0, np.int64)
_BRIGHT = 0.75  # of the same: the share that is darker than its brighter part
_LOOSE_MM = 1.0  # how far pieces usually lie from the middle of their places


@dataclass(frozen=True, eq=False)
class Setting:
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
    at: Floats
    whites: Floats
    noise: float
    vivid: float
    flat: Floats
    ground: Singles
    doubt: Singles
    white: Floats
    windows: Singles | None
    between: Singles | None
    ink: Singles
    missing: Floats

    @property
    def known(self) -> bool:
        """Whether the print is known, and not just taken to be inside the cells what it is in their corners."""
        return self.windows is not None

    def part(self, numbers: Whole) -> Setting:
        """For the places with these numbers."""
        every = len(self.doubt) == 1
        return replace(
            self,
            at=self.at[numbers],
            flat=self.flat[numbers],
            ground=self.ground[numbers],
            doubt=self.doubt if every else self.doubt[numbers],
            windows=None if self.windows is None else self.windows[numbers],
        )

    def brighter(self, shift: Floats) -> Setting:
        """In a light that is brighter by (3,) logarithms all over."""
        factor = np.exp(shift)
        return replace(self, light=self.light.brighter(shift), at=self.at * factor, white=self.white * factor)

    def on(self, known: Known) -> Setting:
        """On a print that has been learned since."""
        return replace(
            self,
            flat=background.around(known.bare, known.scene.atlas, known.scene.layout),
            ground=known.colours,
            doubt=known.doubt,
            windows=known.windows,
            between=known.between,
            ink=np.zeros(4, np.float32),
        )


@dataclass(frozen=True, eq=False)
class Seen(Evidence):
    """Evidence, and what else is seen at each place."""

    offset: Whole
    """(n, g) number of the displacement of the best disc of each size."""
    unlike: Floats
    """(n,) the part of a piece's area at the place that is unlike its print."""
    shade: Floats
    """(n,) how much darker bare print is than expected, as a logarithm; 0 where that is not known."""

    def with_part(self, numbers: Whole, part: Seen) -> Seen:
        """With other evidence at the places with these numbers."""
        rows = {field.name: getattr(self, field.name).copy() for field in fields(self)}
        for name, row in rows.items():
            row[numbers] = getattr(part, name)
        return replace(self, **rows)


def setting(
    image: Picture, cut: Picture, shone: Singles, bare: Floats, scene: Scene, known: Known | None, learned: bool
) -> tuple[Setting, Singles]:
    """The setting of a picture, and the `colours` of its patches in that.

    cut: (n, SIDE, SIDE, 3) the network's windows. shone: (n, p*p, 3) linear light at the patches, bare: (n, 3) that
    of bare print. learned: whether the print that is known is more than a drawing.
    """
    here, layout = scene.atlas, scene.layout
    whites = light.white(image, scene.borders)
    vivid = 1.0
    if known is None:
        lit = light.from_markers(light.shown(whites, scene.borders), layout)
        lit = lit or light.from_print(bare, here.place, layout)
        flat = background.around(appearance.encode(bare / lit.at(here.place)), here, layout)
        printed, doubt = flat[:, None].astype(np.float32), np.zeros((1, 1), np.float32)
    else:
        printed, doubt, plain = known.colours, known.doubt, known.bare
        shown = light.shown(whites, scene.borders, known.borders if learned else None)
        paper_lit = light.from_markers(shown.whole(), layout)
        if paper_lit is not None:
            reflected = appearance.encode(bare / paper_lit.at(here.place))
            vivid = background.vivid(reflected, plain)
            if learned and vivid < appearance.VIVID and scene.drawn_bare is not None:
                # Between crowded pieces, colours are learned that are theirs.
                vivid = max(vivid, background.vivid(reflected, scene.drawn_bare))
        if paper_lit is not None and vivid < appearance.VIVID:
            lit = paper_lit  # coloured print seen in grey would make the light seem coloured
        else:
            lit = light.from_known(bare, appearance.decode(plain), here.place, shown, layout, learned)
        if not learned:
            inks = background.inked(appearance.encode(bare / lit.at(here.place)), plain)
            printed, plain = printed + inks[:, None].astype(np.float32), plain + inks
        flat = background.around(plain, here, layout)
    at = lit.at(here.place)
    q = colours(shone, at)
    noise = shape.noise_of(q - printed, here)
    expected = between = None
    missing = shade.WHITE
    ink = np.zeros(4, np.float32)
    if known is not None:
        expected, between = known.windows, known.between
        missing = shade.missing_light(*(background.all_bare(colours, here) for colours in (q, printed)))
        if not learned:
            off = np.append(inks, np.zeros((len(inks), 1)), axis=1).astype(np.float32)
            ink = np.asarray(np.median(off, axis=0), np.float32)
            expected, between = expected + off[:, None, None], between + ink
    return Setting(
        lit, at, whites, noise, vivid, flat, printed, doubt, windows.white(cut), expected, between, ink, missing
    ), q


def relit(
    there: Setting, shone: Singles, bare: Floats, verdict: Floats, here: Atlas, layout: Layout
) -> tuple[Setting, Singles]:
    """The setting by the light on empty places alone, where the print is not known; and the `colours` in it.

    Where pieces crowd, what seems to be print between them is their shadow.
    """
    empty = verdict[:, network.EMPTY] > _EMPTY
    if layout.markers or empty.sum() < max(_FEWEST_EMPTY, _EMPTY_PART * len(empty)):
        return there, colours(shone, there.at)
    lit = light.from_print(np.where(empty[:, None], bare, np.nan), here.place, layout)
    at = lit.at(here.place)
    flat = background.around(appearance.encode(bare / at), here, layout)
    moved = replace(there, light=lit, at=at, flat=flat, ground=flat[:, None].astype(np.float32))
    return moved, colours(shone, at)


def colours(shone: Singles, at: Floats) -> Singles:
    """(n, p*p, 3) logarithmic colours, freed from the light (n, 3) at each place, of linear light at the patches."""
    return appearance.encode(np.asarray(shone / at[:, None].astype(np.float32), np.float32))


def inputs(now: Singles, there: Setting, tell: Sequence[Whole | None] | None = None) -> Singles:
    """(n, CHANNELS, SIDE, SIDE) what the network takes of windows (n, SIDE, SIDE, 3) in a setting.

    now: from `windows.shown`. tell: from `like_others`.
    """
    if there.windows is None:
        return windows.joined(now, *((None, None) if tell is None else windows.family(now, tell)))
    return on_print(now, there.windows, there.at, there.white)


def on_print(now: Singles, printed: Singles, at: Floats, white: Floats) -> Singles:
    """As `inputs`, of windows of a known print: (n, SIDE, SIDE, 4) its colours and doubt. at: (n, 3) the light."""
    reflected = np.maximum(np.exp(printed[..., :3]) - np.float32(light.FLOOR), 0)
    empty = windows.balanced(np.asarray(reflected * at[:, None, None].astype(np.float32), np.float32), white)
    return windows.joined(now, empty, np.minimum(printed[..., 3] / background.HIDDEN, 1))


def look_at(image: Picture, around: windows.Windows, middle: Floats, printed: Singles, there: Setting) -> Floats:
    """(m, 3) how likely windows of a known print (m, SIDE, SIDE, 4) show it empty, a piece, or something foreign.

    middle: (m, 2) mm of the windows.
    """
    cut = around.cut(image)
    told = network.told(on_print(windows.shown(cut, there.white), printed, there.light.at(middle), there.white))
    return np.asarray(np.exp(network.in_the_dark(told.verdict, windows.unlit(cut))))


def things_between(image: Picture, around: Between, there: Setting, numbers: Whole) -> Floats:
    """(len(numbers),) how likely something foreign lies at these of the places between cells; 0: print is not known."""
    if there.between is None or around.windows is None or not len(numbers):
        return np.zeros(len(numbers))
    likely = look_at(image, around.windows.part(numbers), around.place[numbers], there.between[numbers], there)
    return np.asarray(likely[:, network.THING])


def like_others(now: Singles, there: Setting, scene: Scene) -> list[Whole | None] | None:
    """The empty places that tell how each place looks empty, see `windows.alike`; None where the print is known.

    Those are taken for empty that a first look takes for empty, or that look like most of their sort. now: as for
    `inputs`.
    """
    if there.known:
        return None
    verdict, place = network.told(inputs(now, there), ~scene.in_row).verdict, scene.atlas.place
    sort = windows.sorts(now, scene.family)
    sort = 2 * sort + np.where(scene.in_row, scene.atlas.cell % 2, 0)  # points have two colours in turn
    empty = (verdict[:, network.EMPTY] > _EMPTY) | rows.printed(verdict, scene.atlas.cell, scene.in_row)
    return windows.alike(now, sort, place, empty | windows.usual(now, sort, place))


def with_others(there: Setting, now: Singles, scene: Scene) -> Setting:
    """A setting in which print that was guessed, below pieces, is what empty places of its sort show now.

    now: as for `inputs`.
    """
    if there.windows is None:
        return there
    doubt = there.windows[..., 3]
    guessed = np.median(doubt[:, windows.GAPS < 1], axis=1) > _GUESSED
    if not guessed.any():
        return there
    sort, place = windows.sorts(now, scene.family), scene.atlas.place
    usual = windows.usual(now, sort, place)
    tell = windows.alike(now, sort, place, usual)
    shown, unsure = windows.family(now, [those if usual[i] and guessed[i] else None for i, those in enumerate(tell)])
    reflected = windows.light_of(shown, there.white) / there.at[:, None, None].astype(np.float32)
    filled = np.concatenate(
        [appearance.encode(np.asarray(reflected, np.float32)), background.HIDDEN * unsure[..., None]], axis=3
    )
    told = (unsure < 1) & (doubt > _GUESSED)
    return replace(there, windows=np.where(told[..., None], filled, there.windows))


def told_by_next(tell: Sequence[Whole | None] | None, verdict: Floats, cell: Whole, in_row: Flags) -> Whole:
    """(m,) numbers of places of which no others tell, but the next place of their row, which is empty.

    tell: from `like_others`. verdict: (n, 3) what the network says. cell: (n,) the cells of the places, in order.
    in_row: (n,) places that belong to rows.
    """
    if tell is None:
        return _NONE
    empty_next = np.append((cell[1:] == cell[:-1]) & (verdict[1:, network.EMPTY] > _EMPTY), False)
    return np.flatnonzero(in_row & empty_next & np.array([those is None for those in tell]))


def seen(
    q: Singles,
    bare: Floats,
    verdict: Floats,
    large: Floats,
    patches: Patches,
    probes: Probes,
    there: Setting,
    size_of: Whole,
    tell: Sequence[Whole | None] | None = None,
    along: Whole = _NONE,
) -> Seen:
    """What patches show in a setting. q: (n, p*p, 3) their colours; bare: (n, 3) linear light of bare print.

    verdict: (n, 3) and large: (n,) what the network says of them. size_of: (kinds,) which of the probes' radii each
    kind has. tell: where the print is not known, the patches that tell of each, from `like_others`. along: from
    `told_by_next`.
    """
    stands = shape.standing_out(q, there.ground, there.doubt, there.noise)
    offset = discs.fit(probes, stands, _LOOSE_MM)
    samples = discs.core_samples(patches, probes, offset[0])
    core, bright = _tones(np.take_along_axis(q, samples[..., None], axis=1))
    as_print = as_others = np.full(len(core), shade.UNKNOWN)
    if there.known:
        papers = _tones(np.take_along_axis(there.ground, samples[..., None], axis=1))
        sure = np.take_along_axis(there.doubt, samples, axis=1).mean(axis=1).astype(np.float64)
        as_print = as_others = _explained((core, bright), papers, sure, there.missing)
    elif tell is not None:
        as_print, as_others = _as_others(q, (core, bright), samples, tell)
        # Print goes on along a row, or changes: then that of the next place tells nothing.
        papers = _tones(np.take_along_axis(q[along + 1], samples[along][..., None], axis=1))
        goes_on = _explained((core[along], bright[along]), papers, np.full(len(along), _OTHERS))
        as_print[along] = np.where(goes_on > _GOES_ON, goes_on, shade.UNKNOWN)
    return Seen(
        core,
        light.terms(patches.place, there.light.size_mm),
        appearance.encode(light.BRIGHTEST / there.at),
        shape.by_size(large, size_of),
        as_print,
        as_others,
        verdict,
        offset.T,
        _unlike(stands, patches, float(probes.radii[0])),
        np.nan_to_num((appearance.encode(bare / there.at) - there.flat).mean(axis=1)),
    )


def _as_others(
    q: Singles, tones: tuple[Floats, Floats], samples: Whole, tell: Sequence[Whole | None]
) -> tuple[Floats, Floats]:
    """(n,) as `Seen.as_print` and as `Seen.as_others`, the print being what the places show there that tell of each."""
    usually, somewhere = np.full(len(samples), shade.UNKNOWN), np.full(len(samples), shade.UNKNOWN)
    shown = {i: those[those != i] for i, those in enumerate(tell) if those is not None}
    shown = {i: others for i, others in shown.items() if len(others)}
    if not shown:
        return usually, somewhere
    each = [_tones(q[others][:, samples[i]]) for i, others in shown.items()]
    known = np.fromiter(shown, np.int64)
    papers = tuple(np.stack([np.median(those[k], axis=0) for those in each]) for k in (0, 1))
    off = (np.median(np.abs(those[0] - paper), axis=0).max() for those, paper in zip(each, papers[0], strict=True))
    doubt = _OTHERS + 1.4826 * np.fromiter(off, np.float64)
    usually[known] = _explained((tones[0][known], tones[1][known]), (papers[0], papers[1]), doubt)
    # Of places that show two colours, as squares do, some explain what most do not; but one of them may hold a piece.
    of = np.repeat(known, [len(others) for others in shown.values()])
    single = tuple(np.concatenate([those[k] for those in each]) for k in (0, 1))
    loose = np.full(len(of), _OTHERS_ALONE)
    explained = _explained((tones[0][of], tones[1][of]), (single[0], single[1]), loose)
    ends = np.flatnonzero(np.diff(of)) + 1
    agreed = [np.sort(some)[-min(_AGREE, len(some))] for some in np.split(explained, ends)]
    somewhere[known] = np.maximum(usually[known], agreed) + _MAY_DIFFER
    return usually, somewhere


def _explained(
    tones: tuple[Floats, Floats], papers: tuple[Floats, Floats], doubt: Floats, missing: Floats = shade.WHITE
) -> Floats:
    """(n,) how well print explains both the plain and the bright part of what is seen; see `shade.explains`.

    A piece that lies askew leaves print to be seen beside it, but that is not all.
    """
    plain, bright = (shade.explains(tone, paper, doubt, missing) for tone, paper in zip(tones, papers, strict=True))
    return np.asarray(np.minimum(plain, bright))


def _unlike(stands: Singles, patches: Patches, radius: float) -> Floats:
    """(n,) the share of a disc in the middle of patches that stands out (n, p*p) from the print."""
    disc = np.hypot(patches.grid[..., 0], patches.grid[..., 1]).ravel() < radius
    return np.asarray((stands[:, disc] > _STANDS_OUT).mean(axis=1), np.float64)


def _tones(samples: Singles) -> tuple[Floats, Floats]:
    """(n, 3) the colour of surfaces (n, m, 3) beside the lights that they mirror, and of their brighter part."""
    plain, bright = int(_BESIDE_GLOSS * samples.shape[1]), int(_BRIGHT * samples.shape[1])
    parts = np.partition(samples, (plain, bright), axis=1)
    return parts[:, plain].astype(np.float64), parts[:, bright].astype(np.float64)
