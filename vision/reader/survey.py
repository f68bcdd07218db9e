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
from vision.reader.atlas import Flags, Floats, Picture, Whole
from vision.reader.evidence import Seen, Setting
from vision.reader.examples import Examples
from vision.reader.kinds import Kinds
from vision.reader.light import Light
from vision.reader.scene import Known, Scene
from vision.reader.shade import UNKNOWN

_PERHAPS = float(np.log(0.05))  # how likely a piece must be there to count those below it


@dataclass(frozen=True, eq=False)
class Survey:
    """A picture as it was looked at, all of it or what had changed in it: the light then, and all places' evidence.

    tops: (piles, levels) how likely each pile has 1, 2, ... pieces. between: (m,) how likely something foreign lies at
    each place between cells. askew: (n,) how likely a piece lies between each place and another one. setting: of the
    last picture that was looked at whole. stale: (n,) places the print of which was learned since. unlearned: where
    pictures have changed since the print was learned; None for everywhere.
    """

    scene: Scene
    known: Known | None
    setting: Setting
    light: Light
    seen: Seen
    tops: Floats
    between: Floats
    askew: Floats
    stale: Flags
    unlearned: Changed | None

    @cached_property
    def without_dice(self) -> Seen:
        """What is seen, without single dice in rows where there are no markers, or no print is known."""
        in_row = self.scene.in_row
        if not in_row.any() or (self.scene.layout.markers and self.known is not None):
            return self.seen
        seen = self.seen
        verdict = hand.without_trifles(seen.verdict, self.scene.atlas, in_row)
        if self.known is None:
            verdict = hand.without_lone_dice(verdict, self.scene.atlas.cell, in_row)
        as_die = (verdict != seen.verdict).any(axis=1)  # the colour there is no print's
        as_print, as_others = (np.where(as_die, UNKNOWN, of) for of in (seen.as_print, seen.as_others))
        return replace(seen, verdict=verdict, as_print=as_print, as_others=as_others)


def of_all(
    image: Picture, scene: Scene, kinds: Kinds, known: Known | None, learned: bool, before: Examples | None
) -> Survey:
    """All places surveyed. known: the print, as learned or as drawn. before: what places looked like."""
    here = scene.atlas
    shone = light.linear(here.cut(image))
    bare = background.bare(shone, here)
    cut = scene.windows.cut(image)
    setting, colours = evidence.setting(image, cut, shone, bare, scene, known, learned)
    now = windows.shown(cut, setting.white)
    if learned and scene.drawn is None:
        setting = evidence.with_others(setting, now, scene)
    tell = evidence.like_others(now, setting, scene)
    said = network.told(evidence.inputs(now, setting, tell), None if setting.known else ~scene.in_row)
    verdict = network.in_the_dark(examples.weighed(said.verdict, now, before), windows.unlit(cut))
    if known is None:
        setting, colours = evidence.relit(setting, shone, bare, verdict, here, scene.layout)
    along = evidence.told_by_next(tell, verdict, here.cell, scene.in_row)
    seen = evidence.seen(colours, bare, verdict, said.large, here, scene.probes, setting, kinds.size_of, tell, along)
    seen = askew.without_shared(image, scene, setting, seen, float(kinds.sizes[-1]))
    tops = _piled(image, scene, kinds, setting, seen, None, None)
    still = np.zeros(here.count, np.bool_)
    between = evidence.things_between(image, scene.between, setting, np.arange(len(scene.between.place)))
    beside = askew.between(image, scene, known, setting, seen, float(kinds.sizes[-1]))
    return Survey(scene, known, setting, setting.light, seen, tops, between, beside, still, None)


def _piled(
    image: Picture,
    scene: Scene,
    kinds: Kinds,
    setting: Setting,
    seen: Seen,
    before: Floats | None,
    changed: Changed | None,
) -> Floats:
    """(piles, levels) how likely each pile has one piece, two, and so on.

    before: as it was; only where it has changed it is looked at again.
    """
    them = scene.piles
    out = np.tile(piles.unseen(them.levels), (len(them.places), 1)) if before is None else before.copy()
    there = seen.verdict[them.places, network.PIECE] > _PERHAPS
    if changed is not None and len(there):
        reach = 2 * float(kinds.sizes[-1])
        around = np.concatenate([them.tops - reach, them.tops + reach], axis=1)
        there &= changed.within(around)
    some = np.flatnonzero(there)
    if len(some):
        out[some] = piles.heights(image, them.part(some), setting.white, bool(scene.layout.markers))
    return out


def again(
    image: Picture,
    last: Survey,
    kinds: Kinds,
    numbers: Whole,
    shift: Floats,
    changed: Changed,
    before: Examples | None,
) -> Survey:
    """The last survey with the places with these numbers as they are now, in a light brighter by (3,) logarithms."""
    scene, setting, seen = last.scene, last.setting.brighter(shift), last.seen
    if len(numbers):
        patches, probes, there = scene.atlas.part(numbers), scene.probes.part(numbers), setting.part(numbers)
        shone = light.linear(patches.cut(image))
        colours, bare = evidence.colours(shone, there.at), background.bare(shone, patches)
        cut = scene.windows.part(numbers).cut(image)
        now = windows.shown(cut, there.white)
        said = network.told(evidence.inputs(now, there))
        verdict = examples.weighed(said.verdict, now, None if before is None else before.part(numbers))
        verdict = network.in_the_dark(verdict, windows.unlit(cut))
        part = evidence.seen(colours, bare, verdict, said.large, patches, probes, there, kinds.size_of)
        seen = seen.with_part(numbers, part)
    beside, between = scene.between.touched(changed), last.between.copy()
    between[beside] = evidence.things_between(image, scene.between, setting, beside)
    return replace(
        last,
        light=setting.light,
        seen=seen,
        between=between,
        askew=askew.between(image, scene, last.known, setting, seen, float(kinds.sizes[-1])),
        tops=_piled(image, scene, kinds, setting, seen, last.tops, changed),
        stale=np.zeros_like(last.stale),
        unlearned=last.unlearned and last.unlearned | changed,
    )
