"""What a picture shows at each place, before contents are weighed: for all places of a board, or for some of them.

A `Setting` is what holds all over a picture: the light, the noise, the print as it is expected in them. In one
setting the evidence of a place follows from its own patch alone, whatever goes on at other places. So the
evidence of the places that have changed can be put among that of the others. It never says what a place holds.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from vision.median import median
from vision.reader import appearance, discs, ground, hand, light, shape
from vision.reader.atlas import Flags, Floats, Patches, Picture, Singles, Whole
from vision.reader.beliefs import Evidence
from vision.reader.discs import Probes
from vision.reader.light import Light
from vision.reader.reaching import Paper
from vision.reader.scene import Known, Scene

_LOOSE_MM = 1.0  # how far pieces usually lie from the middle of their places
_NO_RIM = 8.0  # how much speaks against a piece that goes on beyond its rim


@dataclass(frozen=True, eq=False)
class Setting:
    """What holds all over a picture, and over those after it as long as light and print stay as they are.

    light, at: its linear colour at each place (n, 3). whites: (m, 3) the markers' borders, a value a side, nan where
    they tell nothing. flat: (n, 3), ground: (n, p*p, 3) or (n, 1, 3), doubt: (n, p*p) or (1, 1): the print that is
    expected at each place, plain and in full, and how sure that is; least: the doubt of plain print.
    vivid: how much of the print's colour is seen. paper: the print all over the board. known: None where that is not.
    """

    light: Light
    at: Floats
    whites: Floats
    noise: float
    vivid: float
    flat: Floats
    ground: Singles
    doubt: Singles
    least: float
    paper: Paper | None

    @property
    def known(self) -> bool:
        """Whether the print is known, and not just taken to be inside the cells what it is in their corners."""
        return self.paper is not None

    def part(self, numbers: Whole) -> Setting:
        """For the places with these numbers."""
        every = len(self.doubt) == 1
        return replace(
            self,
            at=self.at[numbers],
            flat=self.flat[numbers],
            ground=self.ground[numbers],
            doubt=self.doubt if every else self.doubt[numbers],
        )

    def brighter(self, shift: Floats) -> Setting:
        """In a light that is brighter by (3,) logarithms all over."""
        return replace(self, light=self.light.brighter(shift), at=self.at * np.exp(shift))

    def on(self, known: Known) -> Setting:
        """On a print that has been learned since."""
        return replace(
            self,
            flat=ground.around(known.bare, known.scene.atlas, known.scene.layout),
            ground=known.colours,
            doubt=known.doubt,
            least=float(known.doubt.min()),
            paper=known.paper,
        )


@dataclass(frozen=True, eq=False)
class Seen(Evidence):
    """Evidence, and what else is seen at each place.

    offset: (n, g) number of the displacement of the best disc of each size. strange: (n, p*p) samples that look
    neither like the print nor like its shadow. shade: (n,) how much darker bare print is than expected, as a
    logarithm; 0 where that is not known.
    """

    offset: Whole
    strange: Flags
    shade: Floats

    def with_part(self, numbers: Whole, part: Seen) -> Seen:
        """With other evidence at the places with these numbers."""
        rows = {field.name: getattr(self, field.name).copy() for field in fields(self)}
        for name, row in rows.items():
            row[numbers] = getattr(part, name)
        return replace(self, **rows)


def setting(
    image: Picture, shone: Singles, bare: Floats, scene: Scene, known: Known | None, learned: bool
) -> tuple[Setting, Singles]:
    """The setting of a picture, and the `colours` of its patches in that.

    shone: (n, p*p, 3) linear light at the patches, bare: (n, 3) that of bare print. learned: whether the print that is
    known is more than a drawing.
    """
    here, layout = scene.atlas, scene.layout
    whites = light.white(image, scene.borders)
    vivid = 1.0
    if known is None:
        lit = light.from_markers(light.shown(whites, scene.borders), layout)
        lit = lit or light.from_print(bare, here.place, layout)
        flat = ground.around(appearance.encode(bare / lit.at(here.place)), here, layout)
        printed, doubt, paper = flat[:, None].astype(np.float32), np.zeros((1, 1), np.float32), None
    else:
        printed, doubt, plain, paper = known.colours, known.doubt, known.bare, known.paper
        shown = light.shown(whites, scene.borders, known.borders if learned else None)
        paper_lit = light.from_markers(shown.whole(), layout)
        if paper_lit is not None:
            vivid = ground.vivid(appearance.encode(bare / paper_lit.at(here.place)), plain)
        if paper_lit is not None and vivid < appearance.VIVID:
            lit = paper_lit  # coloured print seen in grey would make the light seem coloured
        else:
            lit = light.from_known(bare, appearance.decode(plain), here.place, shown, layout, learned)
        if not learned:
            inks = ground.inked(appearance.encode(bare / lit.at(here.place)), plain)
            printed, plain = printed + inks[:, None].astype(np.float32), plain + inks
        flat = ground.around(plain, here, layout)
    at = lit.at(here.place)
    q = colours(shone, at)
    noise = shape.noise_of(q - printed, here)
    return Setting(lit, at, whites, noise, vivid, flat, printed, doubt, float(doubt.min()), paper), q


def colours(shone: Singles, at: Floats) -> Singles:
    """(n, p*p, 3) logarithmic colours, freed from the light (n, 3) at each place, of linear light at the patches."""
    return appearance.encode(np.asarray(shone / at[:, None].astype(np.float32), np.float32))


def seen(
    q: Singles,
    bare: Floats,
    patches: Patches,
    probes: Probes,
    there: Setting,
    size_of: Whole,
    expected: Singles | None = None,
    pattern: tuple[Singles, Flags] | None = None,
) -> Seen:
    """What patches show in a setting. q: (n, p*p, 3) their colours; bare: (n, 3) linear light of bare print.

    size_of: (kinds,) which of the probes' radii each kind has.

    Where the print is not known, a first look has to tell which places are empty, and those what empty ones have in
    common: expected: (n, 1, 3) their colour, pattern: see `shape.patterns`. Without them the form counts half.
    """
    if there.known:
        drawn = there.ground - there.flat[:, None].astype(np.float32)
        pattern = drawn, there.doubt.mean(axis=1) < 0.5 * ground.HIDDEN
    stands = shape.standing_out(q, there.ground if expected is None else expected, there.doubt, there.noise)
    found = discs.fit(probes, stands, _LOOSE_MM)
    samples = discs.core_samples(patches, probes, found.offset[0])
    middle = np.take_along_axis(q, samples[..., None], axis=1)
    core = median(middle, axis=1).astype(np.float64)
    form = shape.fits(patches, probes, found, shape.resembling(q, core), size_of)
    if pattern is None:
        form = 0.5 * form
    else:
        shows, unclear = shape.showing(patches, q, pattern[0], 0.8 * float(probes.radii[0]), there.noise)
        form[:, 0] += np.where(pattern[1], shape.by_pattern(shows, unclear), 0.0)
    below, doubt = there.flat, np.zeros(patches.count)
    if there.known:
        printed = np.take_along_axis(there.ground, samples[..., None], axis=1)
        unsure = np.take_along_axis(there.doubt, samples, axis=1)
        below = median(printed, axis=1).astype(np.float64)
        doubt = median(unsure, axis=1).astype(np.float64)
        # What stands out from a print that is only guessed says little.
        form = form / (1 + (doubt / ground.HIDDEN) ** 2)[:, None]
        cover = shape.surrounded(q, there.ground, there.doubt, stands, core, below, probes, found)
        # What goes on all around tells of no piece; as a shadow it may well lie on an empty place.
        form = form * (1 - cover)[:, None] - np.append(0.0, np.full(len(size_of), _NO_RIM)) * cover[:, None]
        form[:, 0] += shape.evenness(middle - printed, unsure, there.least, there.noise)
    return Seen(
        core,
        below,
        doubt,
        appearance.encode(light.BRIGHTEST / there.at),
        form,
        found.offset.T,
        hand.strange(q, there.ground, there.noise, there.doubt, there.known),
        np.nan_to_num((appearance.encode(bare / there.at) - there.flat).mean(axis=1)),
    )
