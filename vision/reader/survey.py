"""A survey of a picture: the light, and the evidence of all places.

`survey_all` looks at all places. `survey_changed` looks at the changed places and keeps the rest of the last survey.
Both take the same steps: cut patches and windows, estimate light and print, ask the network, count piles. No step
decides between contents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.differences import Changed
from vision.reader.board import background
from vision.reader.board.conditions import Conditions, encode_colours, estimate_conditions, relight_conditions
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.colours.appearance import Look
from vision.reader.colours.kinds import Kinds
from vision.reader.colours.light import Light
from vision.reader.colours.telling_part import Part
from vision.reader.contents import hand
from vision.reader.evidence import (
    askew,
    bleached,
    brighter_print,
    heads,
    mirrored_light,
    over_rim,
    printed_marks,
    second_look,
    similar_places,
    straddling,
)
from vision.reader.evidence.network_input import classify_places, find_things_between
from vision.reader.evidence.place_evidence import PlaceEvidence, gather_evidence, measure_changed_area
from vision.reader.networks import examples, network, piles, repetition, sharpness, windows
from vision.reader.networks.examples import Examples
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles

# a pile is counted if its last place holds a piece with at least this probability
_MIN_PIECE_LOG_P = float(np.log(0.05))
_MAX_PRINT_CHANGED = 0.4
"""A place mostly shows its print if less than this part of its area differs from it. Without such places all of 211
hands over boards without rows are still seen. Print in a bright spot of light seems foreign to the network.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class Survey:
    """What was measured in a picture: the light, and the evidence of all places."""

    scene: Scene
    known: KnownPrint | None
    """The print, as learned or as drawn; None if neither is known."""
    conditions: Conditions
    """The conditions of the last picture that was surveyed as a whole."""
    light: Light
    part: Part
    """The part of the pieces that tells their kinds."""
    places: PlaceEvidence
    tops: Floats
    """(piles, levels) how likely each pile has 1, 2, ... pieces."""
    between: Floats
    """(m,) how likely something foreign is in each window between cells."""
    halfway: askew.Halfway
    """What is seen halfway between places."""
    straddling: straddling.Straddling
    """The pieces that lie across two places of a row."""
    seen_heads: heads.Heads
    """What is seen of the heads of tall pieces."""
    is_blurred: bool
    """True if the picture is too blurred to tell pieces. Looked for only on boards without markers whose print is not
    known; markers show it better.
    """
    over_rim: Floats
    """(m, 2, 2) mm: the ends of the sections of the board's rim across which something lies."""
    unlike: Flags
    """(n,) True for places that look unlike the empty places of their sort, or like pieces elsewhere. Looked for only
    on boards with markers and without rows, if the print is not known.
    """
    windows: Singles
    """(n, SIDE, SIDE, 3) what `windows.balance_windows` made of the last picture that was surveyed as a whole."""
    similar: Sequence[Ints | None] | None
    """For each place the empty ones that look similar (`similar_places`); None if the print is known."""
    stale: Flags
    """(n,) True for places whose evidence is older than the print that was learned there."""
    unlearned: Changed | None
    """Where pictures have changed since the print was last learned; None for everywhere."""

    @property
    def is_repainted(self) -> bool:
        """True if the board has markers, as our boards have, but its print is not known."""
        return bool(self.scene.layout.markers) and not self.conditions.is_print_known

    @property
    def is_undrawn(self) -> bool:
        """True if the board has markers, as our boards have, but there is no drawing of its print."""
        return bool(self.scene.layout.markers) and not self.conditions.has_drawing

    @property
    def is_rim_crossed(self) -> bool:
        """True if something lies across the board's rim: perhaps an arm."""
        return len(self.over_rim) > 0

    @property
    def may_show_inks(self) -> bool:
        """True if printed discs may look like pieces: the print of a board with markers is not known, and no place is
        in a row. If something else is seen, some of what looks like pieces may be a part of it. On boards without
        markers the light is less known: then pieces of a kind have several colours where lamps have.
        """
        is_thing = self.without_dice.log_p[:, network.THING] > np.log(hand.THING_P)
        return self.is_repainted and not (self.scene.in_row.any() or self.is_rim_crossed or is_thing.any())

    @property
    def shows_print(self) -> Flags:
        """(n,) True for places that are in no row and mostly show their print, if it is known and was not guessed."""
        known = self.conditions.is_print_known & ~self.places.is_print_guessed & ~self.scene.in_row
        return np.asarray(known & (self.places.changed_area < _MAX_PRINT_CHANGED))

    def find_uncovered(self, covered: Flags) -> Flags:
        """(n,) True for places that surely no arm hides: they show the lines of their print, or are out of its reach.
        Looked for only on boards with markers, if the print is not known and an arm is seen. covered: (n,) True for
        places that seem covered.
        """
        if self.similar is None or not self.is_repainted or not (covered.any() or self.is_rim_crossed):
            return np.zeros(len(covered), np.bool_)
        here = self.scene.atlas
        shows_lines = similar_places.find_printed(self.windows, self.similar, here.gaps, covered)
        return shows_lines | over_rim.find_out_of_reach(here.place, covered, self.over_rim)

    def look_at(self, part: Part) -> Survey:
        """The survey with the colours of another part of the pieces."""
        if part is self.part:
            return self
        return replace(self, part=part, places=self.places.look_at(part))

    def find_doubt(self, looks: Sequence[Look]) -> Floats:
        """(n,) how likely each place holds something else than it seems: a piece that is between two places, one on top
        of another piece, one whose foot is hidden, or one in light of a colour that is hardly possible. looks: of the
        kinds.
        """
        hidden = heads.find_hidden_feet(self.scene, self.places.log_p) | self.conditions.find_strange_light()
        other = np.where(hidden, heads.HIDDEN_P, np.where(np.isnan(self.seen_heads.core[:, 0]), 0.0, heads.OTHER_P))
        return np.maximum(self.halfway.find_doubt(len(other), looks), other)

    @cached_property
    def moved(self) -> PlaceEvidence:
        """The evidence as if each piece that lies across two places were at one of them."""
        return self.straddling.move_to_places(self.places, self.part)

    @cached_property
    def without_dice(self) -> PlaceEvidence:
        """The evidence with dice in rows ignored, on boards without markers or without a known print.

        If one piece is on top of another, or hides its foot, the colour is that of the head that is seen.
        """
        in_row = self.scene.in_row
        if not in_row.any() or (self.scene.layout.markers and self.known is not None):
            return self._look_at_heads()
        places = self.moved
        log_p = hand.ignore_trifles(places.log_p, self.scene.atlas, in_row)
        if self.known is None:
            log_p = hand.ignore_lone_dice(log_p, self.scene.atlas.cell, in_row)
        is_die = (log_p != places.log_p).any(axis=1)  # a die's colour must not count as the colour of the print
        return replace(places.ignore_print(is_die), log_p=log_p)

    def _look_at_heads(self) -> PlaceEvidence:
        """The evidence with the heads of tall pieces, which count more where the feet tell less."""
        places = _weigh(self.moved, self.seen_heads)
        core = self.seen_heads.core
        return replace(places, core=np.where(np.isnan(core), places.core, core), head=self.seen_heads.seen)


def survey_all(
    image: Picture,
    scene: Scene,
    kinds: Kinds,
    known: KnownPrint | None,
    learned: bool,
    before: Examples | None,
    part: Part = Part.MIDDLE,
) -> Survey:
    """The survey of all places of a picture.

    known: the print, if it is known. learned: True if it was learned from a picture, not only drawn. before: how places
    looked when their contents were known. part: the part of the pieces that tells their kinds.
    """
    here = scene.atlas
    shone = light.to_linear(here.cut(image))
    bare = background.find_bare(shone, here)
    cut = scene.windows.cut(image)
    conditions, colours = estimate_conditions(image, cut, shone, bare, scene, known, learned)
    now = windows.balance_windows(cut, conditions.window_white)
    conditions = similar_places.fill_hidden_print(conditions, now, colours, scene)
    similar = similar_places.find_similar_empty(now, conditions, scene)
    answer = classify_places(now, conditions, similar, ~scene.in_row)
    hidden = heads.find_hidden_feet(scene, answer.log_p) & conditions.is_print_known
    changed_area = measure_changed_area(colours, conditions, here, scene.probes)
    answer = second_look.look_again(answer, now, conditions, hidden, changed_area)
    answer = printed_marks.correct(answer, now, conditions, hidden)
    bright = bleached.find_bleached(cut, now, conditions)
    log_p = _doubt_unseen(bright.correct(examples.apply_examples(answer.log_p, now, before)), cut)
    seen_through = np.zeros(here.count, np.bool_)
    if not conditions.is_print_known:
        seen_through = mirrored_light.find_seen_through(cut, log_p, here.place, scene.family, here.nearby)
        log_p = mirrored_light.correct(log_p, seen_through)
    if known is None:
        conditions, colours = relight_conditions(conditions, shone, bare, log_p, here, scene.layout)
    followed = similar_places.find_followed_by_empty(similar, log_p, here.cell, scene.in_row)
    places = gather_evidence(
        colours,
        bare,
        log_p,
        answer.large,
        here,
        here.cell,
        scene.probes,
        conditions,
        kinds.size_of,
        similar,
        followed,
        not scene.has_tall_pieces,
    )
    places = places.look_at(part).ignore_print(bright.white | hidden | seen_through)
    radius = float(kinds.size_radii[-1])
    places = askew.separate_shared(image, scene, conditions, places, radius)
    seen_heads = heads.look_at_heads(image, scene, known, conditions, places)
    between = find_things_between(image, scene.between, conditions, np.arange(len(scene.between.place)))
    if not learned:
        conditions, between = brighter_print.explain(image, scene.between, conditions, between)
    return Survey(
        scene=scene,
        known=known,
        conditions=conditions,
        light=conditions.light,
        part=part,
        places=places,
        tops=_count_piles(image, scene, kinds, conditions, places, None, None),
        between=between,
        halfway=askew.find_between(image, scene, known, conditions, _weigh(places, seen_heads), radius),
        straddling=straddling.find_straddling(image, scene, known, conditions, places, radius),
        seen_heads=seen_heads,
        is_blurred=known is None and _is_blurred(image, scene),
        over_rim=over_rim.find_sections(image, scene.layout, scene.registration),
        unlike=_find_unlike(now, similar, log_p, scene),
        windows=now,
        similar=similar,
        stale=np.zeros(here.count, np.bool_),
        unlearned=None,
    )


def survey_changed(
    image: Picture,
    last: Survey,
    kinds: Kinds,
    numbers: Ints,
    shift: Floats,
    changed: Changed,
    before: Examples | None,
) -> Survey:
    """The last survey with new evidence of some places.

    numbers: which places. shift: (3,) how much brighter the light has become, as logarithms. changed: where the picture
    differs from the last one. before: how places looked when their contents were known.
    """
    scene, conditions, places = last.scene, last.conditions.brighten(shift), last.places
    if len(numbers):
        patches, probes, there = scene.atlas.select(numbers), scene.probes.select(numbers), conditions.select(numbers)
        shone = light.to_linear(patches.cut(image))
        colours, bare = encode_colours(shone, there.light_at), background.find_bare(shone, patches)
        cut = scene.windows.select(numbers).cut(image)
        now = windows.balance_windows(cut, there.window_white)
        answer = classify_places(now, there)
        everywhere = places.log_p.copy()
        everywhere[numbers] = answer.log_p
        hidden = heads.find_hidden_feet(scene, everywhere)[numbers]
        changed_area = measure_changed_area(colours, there, patches, probes)
        answer = second_look.look_again(answer, now, there, hidden, changed_area)
        answer = printed_marks.correct(answer, now, there, hidden)
        log_p = examples.apply_examples(answer.log_p, now, None if before is None else before.select(numbers))
        bright = bleached.find_bleached(cut, now, there)
        log_p = _doubt_unseen(bright.correct(log_p), cut)
        cells = scene.atlas.cell[numbers]
        some = gather_evidence(colours, bare, log_p, answer.large, patches, cells, probes, there, kinds.size_of)
        places = places.replace_part(numbers, some.look_at(last.part).ignore_print(bright.white | hidden))
    beside, between = scene.between.find_touched(changed), last.between.copy()
    between[beside] = find_things_between(image, scene.between, conditions, beside)
    seen_heads = heads.look_at_heads(image, scene, last.known, conditions, places)
    weighed, radius = _weigh(places, seen_heads), float(kinds.size_radii[-1])
    return replace(
        last,
        light=conditions.light,
        places=places,
        between=between,
        halfway=askew.find_between(image, scene, last.known, conditions, weighed, radius),
        straddling=straddling.find_straddling(image, scene, last.known, conditions, places, radius),
        seen_heads=seen_heads,
        over_rim=over_rim.find_sections(image, scene.layout, scene.registration),
        tops=_count_piles(image, scene, kinds, conditions, places, last.tops, changed),
        stale=np.zeros_like(last.stale),
        unlearned=last.unlearned and last.unlearned | changed,
    )


def _weigh(places: PlaceEvidence, seen: heads.Heads) -> PlaceEvidence:
    """The evidence with what the heads tell about the network's answers."""
    return replace(places, log_p=seen.weigh(places.log_p))


def _find_unlike(now: Singles, similar: list[Ints | None] | None, log_p: Floats, scene: Scene) -> Flags:
    """(n,) `Survey.unlike`. now: (n, SIDE, SIDE, 3) from `windows.balance_windows`. similar: from
    `similar_places.find_similar_empty`. log_p: (n, 3) the network's answers.
    """
    if similar is None or not scene.layout.markers or scene.in_row.any():
        return np.zeros(len(now), np.bool_)
    return similar_places.find_unlike(now, similar) | repetition.find_like_pieces(now, log_p)


def _is_blurred(image: Picture, scene: Scene) -> bool:
    """True if a picture of a board without markers is too blurred to tell pieces."""
    if scene.layout.markers:
        return False
    return sharpness.measure_blur(image, scene.registration, scene.layout) > sharpness.MAX_BLUR


def _doubt_unseen(log_p: Floats, cut: Picture) -> Floats:
    """The network's answers (n, 3), less sure for windows that are too dark or too bright to show anything. cut: the
    windows, as cut from the picture.
    """
    return network.mask_unlit(network.doubt_blinded(log_p, windows.find_blinded(cut)), windows.find_unlit(cut))


def _count_piles(
    image: Picture,
    scene: Scene,
    kinds: Kinds,
    conditions: Conditions,
    places: PlaceEvidence,
    before: Floats | None,
    changed: Changed | None,
) -> Floats:
    """(piles, levels) how likely each pile has 1, 2, ... pieces.

    before: the result for the last picture. Only piles near a change are counted again.
    """
    them = scene.piles
    out = np.tile(piles.guess_heights(them.levels), (len(them.places), 1)) if before is None else before.copy()
    is_due = places.log_p[them.places, network.PIECE] > _MIN_PIECE_LOG_P
    if changed is not None and len(is_due):
        reach = 2 * float(kinds.size_radii[-1])
        around = np.concatenate([them.tops - reach, them.tops + reach], axis=1)
        is_due &= changed.find_changed(around)
    some = np.flatnonzero(is_due)
    if len(some):
        white = conditions.window_white
        out[some] = piles.estimate_heights(image, them.select(some), white, bool(scene.layout.markers))
    return out
