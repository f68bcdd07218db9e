"""Gathers the evidence of places: their colours, their shape, and how well print alone explains what they show.

It can do this for all places of a board or for some. It never says what a place holds; `posterior` does that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.colours import appearance, light, light_surface, shade
from vision.reader.colours.telling_part import Part
from vision.reader.networks import network
from vision.reader.places import discs, outlines, shape
from vision.reader.places.atlas import Flags, Floats, Ints, Patches, Singles
from vision.reader.places.discs import Probes

_PLAIN_QUANTILE = 0.35  # at least this part of a piece's samples, from the darkest one on, reflects no lamp
_BRIGHT_QUANTILE = 0.75  # the samples above this quantile are the brighter part of a piece
_MIN_GLARE = 0.7
"""A logarithm. If the middle of a piece is this much brighter than `_PLAIN_QUANTILE` of all that is seen of it, a lamp
is mirrored in the middle. The middle of white Go stones in seven lights is at most 0.57 brighter.
"""
_SHINE_QUANTILES, _MIN_SHINE, _MAX_UNLIT_MIDDLE = (0.5, 0.8), 0.33, 0.1
"""The brightness of a piece varies where a lamp is mirrored: between these two quantiles of all that is seen of it, by
more than the second value (a logarithm). And the middle is at most the third value darker than the first quantile:
otherwise the piece is lit from one side. In the first moves of 120 games in any light, it varied by at least 0.36 in
all pieces whose middle looked like that of a lighter kind.
"""
_MIN_SHINY_GLARE = 0.4  # the same as `_MIN_GLARE` for such a piece
_MIN_DEEP = 0.6
"""The same the other way around: if the middle is this much darker than most of what is seen of a piece, it is deep, as
in a cup. Of 285 photographs of our boards this changed the readings of two, in which white cups were called black.
"""
_RIM_QUANTILE, _MIN_CLIPPED_GLARE = 0.1, 0.35
"""Two values for middles that the camera clips, which may be brighter than they look: the part of a piece that is taken
as its rim, and how much darker (a logarithm) this rim then is if the middle may show a lamp instead of the piece.
"""
_MIN_MOSTLY_CLIPPED_GLARE = 1.0
"""The same for middles of which the camera clips all channels but one."""
_MIN_GLARE_CONTRAST = 0.6
"""The same for middles that the camera does not clip (a logarithm): by at least this much their edge is darker in every
direction. A black piece that mirrored a lamp with all of its top was 0.82 darker at least. Around two pieces side by
side some direction is never more than 0.05 darker.
"""
_MIN_DIFFERENCE = 0.5  # a sample counts as changed if it differs from the background at least this clearly, from 0 to 1
_USUAL_OFFSET_MM = 1.0  # how far pieces usually are from the middle of their places
_OTHERS_DOUBT, _SINGLE_OTHER_DOUBT = 0.1, 0.2
"""How far off the print of other places may be (logarithms): if several similar places show it, and if only one
does.
"""

_MIN_AGREEING = 2  # this many similar places must show the same colour of print, because a single one may hold a piece
_ANY_PRINT_BONUS = 3.0
"""How much better print explains a place if it need not be the print of similar places (a logarithm)."""

_MIN_CONTINUED_LOG_DENSITY = -3.0
"""A logarithm of a density: how well the next place of a row must at least explain a place's colour. If it does so less
well, the print changes between the two.
"""

_MIN_PIECE_LOG_P = float(np.log(0.5))  # with at least this probability of a piece, its outline is looked for

_NO_PLACES: Ints = np.empty(0, np.int64)


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """What is known about each place before its content is estimated. Colours are logarithms of reflectance, see
    `appearance`.
    """

    core: Floats
    """(n, 3) the colour of the part of each place that tells the kind, mostly of its middle; see `telling_part`."""
    darkest: Floats
    """(n, 3) the colour of the darkest part of what is seen at each place."""
    head: Floats | None = None
    """(n, 3) the colour of what is seen where the head of a tall piece at each place would be; None if pieces are
    flat.
    """
    terms: Floats
    """(n, 6) where the places are, in the form that a surface of light needs; see `light_surface.compute_terms`."""
    brightest: Floats
    """(n, 3) the brightest colour that the camera can show at each place."""
    size_fit: Floats
    """(n, k) logarithms of how well the size of what is there fits each kind."""
    print_log_density: Floats
    """(n,) logarithms of how well print in some shade explains what each place shows; see
    `shade.compute_print_log_density`.
    """
    any_print_log_density: Floats
    """(n,) the same, for any print that may be there. It differs from `print_log_density` only if the print is unknown
    and taken from similar places.
    """
    may_be_glare: Flags
    """(n,) True where `core` may be the colour of a lamp that is mirrored in a piece."""
    is_shiny: Flags
    """(n,) True where the brightness of what is seen varies as if a lamp were mirrored in a piece."""
    cell: Ints
    """(n,) the number of the cell that each place belongs to."""
    log_p: Floats
    """(n, 3) logarithms of how likely each place is empty, holds a piece, holds something else; see
    `network.classify`.
    """
    is_print_guessed: Flags
    """(n,) True where the print was only guessed, because a piece hid it when the print was learned."""
    is_print_seen: Flags
    """(n,) True where the print is known and was not guessed."""


@dataclass(frozen=True, eq=False, kw_only=True)
class PlaceEvidence(Evidence):
    """The evidence that `posterior` needs, and what later steps need besides."""

    middle: Floats
    """(n, 3) the colour of what is in the middle of each place."""
    disc_offset: Ints
    """(n, g) for each place and each size of pieces, the number of the displacement where a disc fits best. See
    `discs.Probes.offsets`.
    """
    changed_area: Floats
    """(n,) how much of the place differs from the background, as a part of the area of the smallest piece."""
    darkening: Floats
    """(n,) how much darker the bare print is than expected (a logarithm); 0 if unknown."""

    def ignore_print(self, where: Flags) -> PlaceEvidence:
        """This evidence as if nothing were known about the colour of the print at some places. where: (n,) True for
        these places.
        """
        return replace(
            self,
            print_log_density=np.where(where, shade.UNKNOWN_LOG_DENSITY, self.print_log_density),
            any_print_log_density=np.where(where, shade.UNKNOWN_LOG_DENSITY, self.any_print_log_density),
        )

    def look_at(self, part: Part) -> PlaceEvidence:
        """This evidence with the colours of one part of the pieces. No lamp is mirrored in their darkest part."""
        if part is Part.MIDDLE:
            return replace(self, core=self.middle)
        return replace(self, core=self.darkest, may_be_glare=np.zeros_like(self.may_be_glare))

    def replace_part(self, numbers: Ints, part: PlaceEvidence) -> PlaceEvidence:
        """This evidence with new evidence for some places. numbers: which places. part: their new evidence."""
        known = {field.name: getattr(self, field.name) for field in fields(self)}
        arrays = {name: array.copy() for name, array in known.items() if array is not None}
        for name, array in arrays.items():
            array[numbers] = getattr(part, name)
        return replace(self, **arrays)


def gather_evidence(
    colours: Singles,
    bare: Floats,
    log_p: Floats,
    large: Floats,
    patches: Patches,
    cell: Ints,
    probes: Probes,
    conditions: Conditions,
    size_of: Ints,
    similar: Sequence[Ints | None] | None = None,
    followed: Ints = _NO_PLACES,
    is_flat: bool = False,
) -> PlaceEvidence:
    """The evidence of places, with the colours of the middles of the pieces; for those of another part see `look_at`.

    colours: (n, p*p, 3) of the patches, from `conditions.encode_colours`. bare: (n, 3) linear light of bare print.
    log_p: (n, 3) and large: (n,) the network's answers, see `network.NetworkAnswer`. cell: (n,) the number of each
    place's cell. size_of: (k,) the number of each kind's size in `probes`. similar: if the print is not known, the
    places that show how each place looks when empty, from `similar_places.find_similar_empty`. followed: (m,) places
    whose neighbour shows it, from `similar_places.find_followed_by_empty`. is_flat: True if the pieces are flat; then
    their outlines say where they are on print that is not known.
    """
    difference = _measure_difference(colours, conditions)
    offset = discs.fit_offsets(probes, difference, _USUAL_OFFSET_MM)
    moved = probes.offsets[offset[0]]
    if not conditions.is_print_known and is_flat:
        there = np.flatnonzero(log_p[:, network.PIECE] > _MIN_PIECE_LOG_P)
        moved[there] = outlines.fit_outlines(colours[there], patches, float(probes.radii[0]), moved[there])
    samples = discs.move_samples(patches, moved, probes.core)
    plain, bright = find_tones(np.take_along_axis(colours, samples[..., None], axis=1))
    face = discs.move_samples(patches, moved, probes.face)
    seen = np.take_along_axis(colours, face[..., None], axis=1)
    is_shiny = find_shine(plain, seen)
    middle, darkest = find_own_colour(plain, seen, is_shiny), find_darkest(seen)
    brightest = appearance.encode(light.MAX_LIGHT / conditions.light_at)
    as_print = as_any_print = np.full(len(plain), shade.UNKNOWN_LOG_DENSITY)
    if conditions.is_print_known:
        papers = find_tones(np.take_along_axis(conditions.background, samples[..., None], axis=1))
        doubt = np.take_along_axis(conditions.background_doubt, samples, axis=1).mean(axis=1).astype(np.float64)
        as_print = as_any_print = explain_by_print((plain, bright), papers, doubt, conditions.shadow_tint)
    elif similar is not None:
        as_print, as_any_print = _explain_by_others(colours, (plain, bright), samples, similar)
        # Along a row the print continues or changes. If it changes, the next place does not help.
        papers = find_tones(np.take_along_axis(colours[followed + 1], samples[followed][..., None], axis=1))
        continued = explain_by_print((plain[followed], bright[followed]), papers, np.full(len(followed), _OTHERS_DOUBT))
        is_continued = continued > _MIN_CONTINUED_LOG_DENSITY
        as_print[followed] = np.where(is_continued, continued, shade.UNKNOWN_LOG_DENSITY)
    darkening = (appearance.encode(bare / conditions.light_at) - conditions.plain_background).mean(axis=1)
    return PlaceEvidence(
        core=middle,
        middle=middle,
        darkest=darkest,
        terms=light_surface.compute_terms(patches.place, conditions.light.size_mm),
        brightest=brightest,
        # On unknown print it is less clear where a piece ends, so what is around its middle may be print.
        may_be_glare=find_glare(middle, seen, darkest, brightest, probes.edge) & conditions.is_print_known,
        is_shiny=is_shiny,
        size_fit=shape.compute_size_fit(large, size_of),
        print_log_density=as_print,
        any_print_log_density=as_any_print,
        log_p=log_p,
        cell=cell,
        is_print_guessed=conditions.guessed,
        is_print_seen=conditions.is_print_known & ~conditions.guessed,
        disc_offset=offset.T,
        changed_area=_sum_changes(difference, patches, probes),
        darkening=np.nan_to_num(darkening),
    )


def _explain_by_others(
    colours: Singles, tones: tuple[Floats, Floats], samples: Ints, similar: Sequence[Ints | None]
) -> tuple[Floats, Floats]:
    """How well the print of similar places explains each place: (n,) `Evidence.print_log_density` and (n,)
    `Evidence.any_print_log_density`.

    colours: (n, p*p, 3) of the patches. tones: (n, 3) and (n, 3) from `find_tones`, the plain and the bright colour of
    each place. samples: (n, m) the numbers of the samples that count.
    """
    usual, anywhere = (np.full(len(samples), shade.UNKNOWN_LOG_DENSITY) for _ in range(2))
    others_of = {i: those[those != i] for i, those in enumerate(similar) if those is not None}
    others_of = {i: others for i, others in others_of.items() if len(others)}
    if not others_of:
        return usual, anywhere
    shown = [find_tones(colours[others][:, samples[i]]) for i, others in others_of.items()]
    known = np.fromiter(others_of, np.int64)
    papers = tuple(np.stack([np.median(those[k], axis=0) for those in shown]) for k in (0, 1))
    off = (np.median(np.abs(those[0] - paper), axis=0).max() for those, paper in zip(shown, papers[0], strict=True))
    doubt = _OTHERS_DOUBT + 1.4826 * np.fromiter(off, np.float64)
    usual[known] = explain_by_print((tones[0][known], tones[1][known]), (papers[0], papers[1]), doubt)
    # Places may have two colours, as squares do. Then some similar places explain a colour that most do not; but one
    # place alone may hold a piece.
    owner = np.repeat(known, [len(others) for others in others_of.values()])
    single = tuple(np.concatenate([those[k] for those in shown]) for k in (0, 1))
    loose = np.full(len(owner), _SINGLE_OTHER_DOUBT)
    explained = explain_by_print((tones[0][owner], tones[1][owner]), (single[0], single[1]), loose)
    ends = np.flatnonzero(np.diff(owner)) + 1
    agreed = [np.sort(some)[-min(_MIN_AGREEING, len(some))] for some in np.split(explained, ends)]
    anywhere[known] = np.maximum(usual[known], agreed) + _ANY_PRINT_BONUS
    return usual, anywhere


def explain_by_print(
    tones: tuple[Floats, Floats], papers: tuple[Floats, Floats], doubt: Floats, tint: Floats = shade.NO_TINT
) -> Floats:
    """(n,) how well print explains both colours of each place, the plain and the bright one (see `find_tones`).

    The worse of the two counts, because beside a displaced piece some print can be seen. papers: the same two colours
    of the print. doubt: (n,) of the print. tint: of shadows, see `shade`.
    """
    plain, bright = (
        shade.compute_print_log_density(tone, paper, doubt, tint) for tone, paper in zip(tones, papers, strict=True)
    )
    return np.asarray(np.minimum(plain, bright))


def measure_changed_area(colours: Singles, conditions: Conditions, patches: Patches, probes: Probes) -> Floats:
    """(n,) how much of each place differs from its print, as a part of the area of the smallest piece. colours: (n,
    p*p, 3) of the patches, from `conditions.encode_colours`.
    """
    return _sum_changes(_measure_difference(colours, conditions), patches, probes)


def _sum_changes(difference: Singles, patches: Patches, probes: Probes) -> Floats:
    """The same from (n, p*p) how clearly each sample differs from the print."""
    disc = np.hypot(patches.grid[..., 0], patches.grid[..., 1]).ravel() < probes.radii[0]
    return np.asarray((difference[:, disc] > _MIN_DIFFERENCE).mean(axis=1), np.float64)


def _measure_difference(colours: Singles, conditions: Conditions) -> Singles:
    """(n, p*p) from 0 to 1: how clearly each sample of the patches differs from the print."""
    return shape.measure_difference(colours, conditions.background, conditions.background_doubt, conditions.noise)


def find_shine(plain: Floats, face: Singles) -> Flags:
    """(n,) True for places whose brightness varies as if a lamp were mirrored in the middle of a piece.

    plain: (n, 3) the plain colour of the middle. face: (n, l, 3) the colours of all that is seen of a piece.
    """
    half, bright = (int(part * face.shape[1]) for part in _SHINE_QUANTILES)
    grey = np.partition(face.mean(axis=2), (half, bright), axis=1)
    is_uneven = grey[:, bright] - grey[:, half] > _MIN_SHINE
    return np.asarray(is_uneven & (grey[:, half] - plain.mean(axis=1) < _MAX_UNLIT_MIDDLE))


def find_own_colour(plain: Floats, face: Singles, is_shiny: Flags) -> Floats:
    """(n, 3) the colour of what is in the middle of each place, without a lamp that is mirrored there, and not in the
    shade of a deep middle.

    plain, face: as for `find_shine`. is_shiny: (n,) what it says.
    """
    number = int(_PLAIN_QUANTILE * face.shape[1])
    whole = np.partition(face, number, axis=1)[:, number].astype(np.float64)
    is_glare = (plain - whole).mean(axis=1) > np.where(is_shiny, _MIN_SHINY_GLARE, _MIN_GLARE)
    usual = np.median(face, axis=1).astype(np.float64)
    is_deep = (usual - plain).mean(axis=1) > _MIN_DEEP
    return np.where(is_deep[:, None], usual, np.where(is_glare[:, None], whole, plain))


def find_darkest(face: Singles) -> Floats:
    """(n, 3) the colour of the darkest part of each piece. face: (n, l, 3) the colours of all that is seen of it."""
    number = int(_RIM_QUANTILE * face.shape[1])
    return np.asarray(np.partition(face, number, axis=1)[:, number], np.float64)


def find_glare(core: Floats, face: Singles, rim: Floats, brightest: Floats, edge: Sequence[Ints]) -> Flags:
    """(n,) True for places whose middle may show a lamp that is mirrored there: it is too bright for the camera while
    something around it is clearly darker, or its edge is much darker all around.

    core: (n, 3) the colour of the middle. face: (n, l, 3) the colours of all that is seen of a piece. rim: (n, 3) its
    darkest part. brightest: (n, 3) the brightest colour that the camera can show. edge: see `Probes.edge`.
    """
    clipped = appearance.find_clipped_channels(core, brightest)
    middle, grey = core.mean(axis=1), face.mean(axis=2)
    drop = middle - rim.mean(axis=1)
    is_clipped = np.all(clipped, axis=1) & (drop > _MIN_CLIPPED_GLARE)
    is_mostly_clipped = (clipped.sum(axis=1) == 2) & (drop > _MIN_MOSTLY_CLIPPED_GLARE)
    is_edge_dark = [middle - grey[:, some].min(axis=1) > _MIN_GLARE_CONTRAST for some in edge]
    return np.asarray(is_clipped | is_mostly_clipped | np.all(is_edge_dark, axis=0))


def find_tones(samples: Singles) -> tuple[Floats, Floats]:
    """Two colours (n, 3) of each surface: the plain one, without highlights, and the bright one, of its brighter part.
    samples: (n, m, 3) the colours of the surfaces.
    """
    plain, bright = int(_PLAIN_QUANTILE * samples.shape[1]), int(_BRIGHT_QUANTILE * samples.shape[1])
    parts = np.partition(samples, (plain, bright), axis=1)
    return parts[:, plain].astype(np.float64), parts[:, bright].astype(np.float64)
