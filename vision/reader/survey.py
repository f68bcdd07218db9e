"""A survey of a picture: the evidence of all places, or of those that have changed among that of the last survey.

One function gathers the evidence of all places, one that of some, and both by the same steps: patches and windows
around places, light and print, what the network says of each window, how high piles are. It weighs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from vision.differences import Changed
from vision.reader import askew, background, evidence, examples, hand, light, network, piles, windows
from vision.reader.atlas import Flags, Floats, Ints, Picture
from vision.reader.evidence import Conditions, PlaceEvidence
from vision.reader.examples import Examples
from vision.reader.kinds import Kinds
from vision.reader.light import Light
from vision.reader.scene import KnownPrint, Scene
from vision.reader.shade import UNKNOWN_LOG_DENSITY

_MIN_PIECE_LOG_P = float(np.log(0.05))  # how likely a piece must be there to count those below it


@dataclass(frozen=True, eq=False)
class Survey:
    """A picture as it was looked at, all of it or what had changed in it: the light then, and all places' evidence.

    tops: (piles, levels) how likely each pile has 1, 2, ... pieces. between: (m,) how likely something foreign lies at
    each place between cells. askew: (n,) how likely a piece lies between each place and another one. setting: of the
    last picture that was looked at whole. stale: (n,) places the print of which was learned since. unlearned: where
    pictures have changed since the print was learned; None for everywhere.
    """

    scene: Scene
    known: KnownPrint | None
    setting: Conditions
    light: Light
    seen: PlaceEvidence
    tops: Floats
    between: Floats
    askew: Floats
    stale: Flags
    unlearned: Changed | None

    @cached_property
    def without_dice(self) -> PlaceEvidence:
        """What is seen, without single dice in rows where there are no markers, or no print is known."""
        in_row = self.scene.in_row
        if not in_row.any() or (self.scene.layout.markers and self.known is not None):
            return self.seen
        seen = self.seen
        log_p = hand.ignore_trifles(seen.log_p, self.scene.atlas, in_row)
        if self.known is None:
            log_p = hand.ignore_lone_dice(log_p, self.scene.atlas.cell, in_row)
        as_die = (log_p != seen.log_p).any(axis=1)  # the colour there is no print's
        print_log_density, other_print_log_density = (
            np.where(as_die, UNKNOWN_LOG_DENSITY, of) for of in (seen.print_log_density, seen.other_print_log_density)
        )
        return replace(
            seen, log_p=log_p, print_log_density=print_log_density, other_print_log_density=other_print_log_density
        )


def survey_all(
    image: Picture, scene: Scene, kinds: Kinds, known: KnownPrint | None, learned: bool, before: Examples | None
) -> Survey:
    """All places surveyed. known: the print, as learned or as drawn. before: what places looked like."""
    here = scene.atlas
    shone = light.to_linear(here.cut(image))
    bare = background.find_bare(shone, here)
    cut = scene.windows.cut(image)
    setting, colours = evidence.estimate_conditions(image, cut, shone, bare, scene, known, learned)
    now = windows.balance_windows(cut, setting.window_white)
    if learned and scene.drawn is None:
        setting = evidence.fill_hidden_print(setting, now, scene)
    tell = evidence.find_similar_empty(now, setting, scene)
    said = network.classify(evidence.make_inputs(now, setting, tell), None if setting.known else ~scene.in_row)
    log_p = network.mask_unlit(examples.apply_examples(said.log_p, now, before), windows.find_unlit(cut))
    if known is None:
        setting, colours = evidence.relight_conditions(setting, shone, bare, log_p, here, scene.layout)
    along = evidence.find_followed_by_empty(tell, log_p, here.cell, scene.in_row)
    seen = evidence.gather_evidence(
        colours, bare, log_p, said.large, here, scene.probes, setting, kinds.size_of, tell, along
    )
    seen = askew.separate_shared(image, scene, setting, seen, float(kinds.sizes[-1]))
    tops = _count_piles(image, scene, kinds, setting, seen, None, None)
    still = np.zeros(here.count, np.bool_)
    between = evidence.find_things_between(image, scene.between, setting, np.arange(len(scene.between.place)))
    beside = askew.find_between(image, scene, known, setting, seen, float(kinds.sizes[-1]))
    return Survey(scene, known, setting, setting.light, seen, tops, between, beside, still, None)


def _count_piles(
    image: Picture,
    scene: Scene,
    kinds: Kinds,
    setting: Conditions,
    seen: PlaceEvidence,
    before: Floats | None,
    changed: Changed | None,
) -> Floats:
    """(piles, levels) how likely each pile has one piece, two, and so on.

    before: as it was; only where it has changed it is looked at again.
    """
    them = scene.piles
    out = np.tile(piles.guess_heights(them.levels), (len(them.places), 1)) if before is None else before.copy()
    there = seen.log_p[them.places, network.PIECE] > _MIN_PIECE_LOG_P
    if changed is not None and len(there):
        reach = 2 * float(kinds.sizes[-1])
        around = np.concatenate([them.tops - reach, them.tops + reach], axis=1)
        there &= changed.within(around)
    some = np.flatnonzero(there)
    if len(some):
        out[some] = piles.estimate_heights(image, them.part(some), setting.window_white, bool(scene.layout.markers))
    return out


def survey_changed(
    image: Picture,
    last: Survey,
    kinds: Kinds,
    numbers: Ints,
    shift: Floats,
    changed: Changed,
    before: Examples | None,
) -> Survey:
    """The last survey with the places with these numbers as they are now, in a light brighter by (3,) logarithms."""
    scene, setting, seen = last.scene, last.setting.brighter(shift), last.seen
    if len(numbers):
        patches, probes, there = scene.atlas.part(numbers), scene.probes.part(numbers), setting.part(numbers)
        shone = light.to_linear(patches.cut(image))
        colours, bare = evidence.encode_colours(shone, there.light_at), background.find_bare(shone, patches)
        cut = scene.windows.part(numbers).cut(image)
        now = windows.balance_windows(cut, there.window_white)
        said = network.classify(evidence.make_inputs(now, there))
        log_p = examples.apply_examples(said.log_p, now, None if before is None else before.part(numbers))
        log_p = network.mask_unlit(log_p, windows.find_unlit(cut))
        part = evidence.gather_evidence(colours, bare, log_p, said.large, patches, probes, there, kinds.size_of)
        seen = seen.with_part(numbers, part)
    beside, between = scene.between.touched(changed), last.between.copy()
    between[beside] = evidence.find_things_between(image, scene.between, setting, beside)
    return replace(
        last,
        light=setting.light,
        seen=seen,
        between=between,
        askew=askew.find_between(image, scene, last.known, setting, seen, float(kinds.sizes[-1])),
        tops=_count_piles(image, scene, kinds, setting, seen, last.tops, changed),
        stale=np.zeros_like(last.stale),
        unlearned=last.unlearned and last.unlearned | changed,
    )
