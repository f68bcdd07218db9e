"""Reads a board: a picture and where the board lies in it in, for each cell how likely each content is out.

One pass goes: patches around all places (atlas), light, print (ground), what stands out from the print and
whether it is a disc (discs, shape), what its colour says (appearance, beliefs), anything foreign (hand).
Pieces need no training: their names say roughly how they look, and the picture itself says the rest.
`learn` makes print, light and looks known beforehand. It knows no rules and takes nothing likely for certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from vision.layout import Layout, PieceKind
from vision.observation import Reading
from vision.reader import appearance, atlas, beliefs, cells, discs, ground, hand, light, reaching, shape
from vision.reader.appearance import Look
from vision.reader.atlas import Atlas, Floats, Picture, Singles, Whole
from vision.reader.beliefs import Beliefs, Evidence
from vision.reader.debug import DebugPictures, Stages
from vision.reader.discs import Discs, Probes
from vision.reader.ground import Print
from vision.reader.light import Borders, Light
from vision.reader.reaching import Overview, Paper, Pieces
from vision.register import Registration

_LOOSE_MM = 1.0  # how far pieces usually lie from the middle of their places
_NO_RIM = 8.0  # how much speaks against a piece that goes on beyond its rim
_STALE = (0.06, 0.03)  # how much a learned look may have changed since: level, hue


@dataclass(frozen=True, eq=False)
class _Scene:
    """What one registration makes of the layout; the same for every picture as long as nothing moves."""

    registration: Registration
    atlas: Atlas
    probes: Probes
    family: Whole
    near: Floats
    borders: Borders
    drawn: Print | None
    over: Overview


@dataclass(frozen=True, eq=False)
class _Sheet:
    """One picture cut into patches: colours (n, p*p, 3), the light, and the print that is expected there.

    shade: (n,) how much darker bare print is than expected, as a logarithm; 0 where that is not known.
    vivid: how much of the print's colour is seen; paper: the print all over the board, where it is known.
    """

    colours: Singles
    light: Light
    noise: float
    flat: Floats
    ground: Singles
    doubt: Singles
    cap: Floats
    shade: Floats
    vivid: float
    paper: Paper | None


@dataclass(frozen=True, eq=False)
class _Known:
    """A known print as one scene samples it, the same for every picture: colours and doubt at the patches.

    bare: (n, 3) its bare colours; borders: (m, 3) what the markers' white borders give back; paper: all over it.
    """

    print: Print
    scene: _Scene
    colours: Singles
    doubt: Singles
    bare: Floats
    borders: Floats
    paper: Paper


class Reader:
    """Reads pictures of one layout. Holds what it has learned, nothing of the pictures read before."""

    def __init__(self, layout: Layout, art: Picture | None = None) -> None:
        """art: the whole print (size_mm) as a BGR picture of any size, where there is a drawing of it."""
        self._layout = layout
        self._kinds = tuple(layout.pieces.values()) or (_any_piece(layout),)
        self._radii = _sizes([k.diameter_mm / 2 for k in self._kinds])
        self._size_of = np.array([int(np.argmin(np.abs(self._radii - k.diameter_mm / 2))) for k in self._kinds])
        heights = np.array([k.height_mm for k in self._kinds])
        self._rises = heights / max(float(np.median(heights)), 1e-9)
        self._looks = tuple(appearance.promised(k.name, _steepness(k)) for k in self._kinds)
        self._art = art
        self._print: Print | None = None
        self._scene: _Scene | None = None
        self._sampled: _Known | None = None

    def learn(self, image: Picture, registration: Registration, table: Mapping[str, tuple[str, ...]]) -> None:
        """Takes print, light and the looks of the pieces from a BGR picture of a known table (cell -> kinds).

        May be called again with later pictures: looks get surer, and print that was hidden becomes known.
        Raises KeyError for a cell or kind that the layout does not have.
        """
        scene = self._at(registration)
        here = scene.atlas
        lies = self._lying(here, table)
        sheet = self._sheet(image, scene)
        occupied = lies >= 0
        stands = shape.standing_out(sheet.colours, sheet.ground, sheet.doubt, sheet.noise)
        found = discs.fit(scene.probes, stands, _LOOSE_MM)
        core = self._core(scene, sheet.colours, found)
        weights = (lies == np.arange(len(self._kinds))[:, None]).astype(np.float64)
        shift = appearance.shifted(self._looks, core, weights, _light_doubt(sheet.light))
        looks, _ = appearance.refined(self._looks, core, weights, shift, inf)
        self._looks = tuple(
            replace(look, named=look.named or bool(seen)) for look, seen in zip(looks, weights.any(axis=1), strict=True)
        )
        hidden = [
            (float(x), float(y), self._kinds[k].diameter_mm / 2 + 0.16 * float(pitch))
            for (x, y), k, pitch in zip(
                here.place[occupied] + here.lean[occupied], lies[occupied], here.pitch[occupied], strict=True
            )
        ]
        fresh = ground.learn(
            image, registration, here, sheet.light, sheet.flat, hidden, scene.drawn, self._layout.size_mm
        )
        self._print = fresh if self._print is None else ground.merged(self._print, fresh)

    def read(self, image: Picture, registration: Registration, debug: DebugPictures | None = None) -> Reading:
        """What a BGR picture shows, for every cell of the layout."""
        scene = self._at(registration)
        here = scene.atlas
        sheet = self._sheet(image, scene)
        if self._known(scene) is None:
            # Where the print is not known, a first look tells which places are empty, and those what empty ones share.
            first, _ = self._believe(scene, sheet, sheet.ground, None)
            pattern, sure = shape.patterns(sheet.colours, sheet.flat, first.share[:, 0], scene.family)
            expected = first.expected[:, None].astype(np.float32)
        else:
            pattern, expected = sheet.ground - sheet.flat[:, None].astype(np.float32), sheet.ground
            sure = sheet.doubt.mean(axis=1) < 0.5 * ground.HIDDEN
        shows, unclear = shape.showing(here, sheet.colours, pattern, 0.8 * self._radii[0], sheet.noise)
        final, found = self._believe(scene, sheet, expected, np.where(sure, shape.by_pattern(shows, unclear), 0.0))
        best = final.share.argmax(axis=1)
        holds = (best > 0) & (best <= len(self._kinds))
        size = self._size_of[np.clip(best - 1, 0, len(self._kinds) - 1)]
        middles = scene.probes.offsets[found.offset[size, np.arange(here.count)]] * here.step
        radius = np.where(holds, self._radii[size], 0.0)
        known = self._known(scene) is not None
        strange = hand.strange(sheet.colours, sheet.ground, sheet.noise, sheet.doubt, known)
        rise = here.lean * self._rises[np.clip(best - 1, 0, len(self._kinds) - 1), None]
        high = 1 + 2 * self._levels(here)
        foreign = hand.look(here, strange, sheet.doubt, middles, rise, high, radius, list(self._radii))
        if sheet.paper is not None:
            pieces = self._lie(here, np.flatnonzero(holds), middles, rise, high, radius)
            arm = reaching.arms(image, scene.over, sheet.light, sheet.paper, sheet.noise, pieces)
            if arm.any():
                foreign = hand.joined(foreign, reaching.hidden(arm, scene.over, here))
        elif foreign.seen:
            foreign = hand.spread_over(foreign, sheet.flat)
        reading = cells.conclude(self._layout, here, [k.name for k in self._kinds], final, foreign, sheet.shade)
        if debug is not None:
            debug.write(
                Stages(image, registration, self._layout, here, sheet.colours, sheet.light, sheet.ground),
                strange,
                final,
                foreign,
                middles,
                radius,
                reading,
            )
        return reading

    def _lie(self, here: Atlas, places: Whole, middles: Floats, rise: Floats, high: Whole, radius: Floats) -> Pieces:
        """The pieces believed at some places, as high as they may be there."""
        seen = here.place[places] + here.lean[places] + middles[places]
        top = seen + rise[places] * high[places, None]
        return Pieces(seen - rise[places], top, radius[places], 2 * float(self._radii[-1]))

    def _levels(self, here: Atlas) -> Whole:
        """(n,) how many more pieces may lie on top of one at each place: on the last of a cell, all that it holds."""
        cells = list(self._layout.cells.values())
        more = np.array([max(c.capacity - len(c.places()), 0) for c in cells], np.int64)[here.cell]
        return np.where(np.append(here.cell[1:] != here.cell[:-1], True), more, 0)

    def _at(self, registration: Registration) -> _Scene:
        if self._scene is None or self._scene.registration is not registration:
            here = atlas.build(self._layout, registration)
            family = shape.families(here, self._layout)
            borders = light.borders(self._layout, registration)
            drawn = None if self._art is None else ground.drawn(self._art, self._layout, here)
            self._scene = _Scene(
                registration,
                here,
                discs.probes(here, self._radii),
                family,
                _telling(here),
                borders,
                drawn,
                reaching.overview(self._layout, registration),
            )
        return self._scene

    def _sheet(self, image: Picture, scene: _Scene) -> _Sheet:
        """Cuts a picture into patches of colours freed from the light, beside what print is expected there."""
        here = scene.atlas
        n, samples = here.count, here.side**2
        shone = light.linear(here.cut(image)).reshape(n, samples, 3)
        bare = ground.bare(shone, here)
        known, vivid = self._known(scene), 1.0
        if known is None:
            white = light.shown(image, scene.borders)
            lit = light.from_markers(white, self._layout) or light.from_print(bare, here.place, self._layout)
            flat = ground.around(appearance.encode(bare / lit.at(here.place)), here, self._layout)
            printed, doubt, paper = flat[:, None].astype(np.float32), np.zeros((1, 1), np.float32), None
        else:
            printed, doubt, plain, paper = known.colours, known.doubt, known.bare, known.paper
            learned = self._print is not None
            white = light.shown(image, scene.borders, known.borders if learned else None)
            paper_lit = light.from_markers(white.whole(), self._layout)
            if paper_lit is not None:
                vivid = ground.vivid(appearance.encode(bare / paper_lit.at(here.place)), plain)
            if paper_lit is not None and vivid < appearance.VIVID:
                lit = paper_lit  # coloured print seen in grey would make the light seem coloured
            else:
                lit = light.from_known(bare, appearance.decode(plain), here.place, white, self._layout, learned)
            if not learned:
                inks = ground.inked(appearance.encode(bare / lit.at(here.place)), plain)
                printed, plain = printed + inks[:, None].astype(np.float32), plain + inks
            flat = ground.around(plain, here, self._layout)
        at = lit.at(here.place)
        shade = np.nan_to_num((appearance.encode(bare / at) - flat).mean(axis=1))
        colours: Singles = appearance.encode(np.asarray(shone / at[:, None], np.float32))
        noise = shape.noise_of(colours - printed, here)
        return _Sheet(
            colours, lit, noise, flat, printed, doubt, appearance.encode(light.BRIGHTEST / at), shade, vivid, paper
        )

    def _known(self, scene: _Scene) -> _Known | None:
        """The print where it is known: as learned, else as drawn."""
        known = self._print or scene.drawn
        if known is None:
            return None
        if self._sampled is None or self._sampled.print is not known or self._sampled.scene is not scene:
            here, printed = scene.atlas, known.at(scene.atlas)
            borders = np.median(known.sample(scene.borders.points)[0], axis=1).astype(np.float64)
            self._sampled = _Known(
                known,
                scene,
                *printed,
                ground.bare(printed[0], here),
                np.clip(appearance.decode(borders), *light.PAPER_LEARNED),
                reaching.paper(known, scene.over),
            )
        return self._sampled

    def _core(self, scene: _Scene, colours: Singles, found: Discs) -> Floats:
        """(n, 3) the colour in the middle of the smallest disc found at each place."""
        samples = discs.core_samples(scene.atlas, scene.probes, found.offset[0])
        return np.median(np.take_along_axis(colours, samples[..., None], axis=1), axis=1).astype(np.float64)

    def _believe(self, scene: _Scene, sheet: _Sheet, expected: Singles, drawn: Floats | None) -> tuple[Beliefs, Discs]:
        """Weighs contents. expected: the empty board for the discs; drawn: (n,) what its pattern says for empty places.

        Without `drawn` the form counts half: the print's pattern is not yet known.
        """
        here = scene.atlas
        stands = shape.standing_out(sheet.colours, expected, sheet.doubt, sheet.noise)
        found = discs.fit(scene.probes, stands, _LOOSE_MM)
        core = self._core(scene, sheet.colours, found)
        alike = shape.resembling(sheet.colours, core)
        form = shape.fits(here, scene.probes, found, alike, self._size_of)
        if drawn is None:
            form = 0.5 * form
        else:
            form[:, 0] += drawn
        if sheet.ground.shape[1] == 1:
            below, doubt = sheet.flat, np.zeros(here.count)
        else:
            samples = discs.core_samples(here, scene.probes, found.offset[0])
            here_printed = np.take_along_axis(sheet.ground, samples[..., None], axis=1)
            here_doubt = np.take_along_axis(sheet.doubt, samples, axis=1)
            below = np.median(here_printed, axis=1).astype(np.float64)
            doubt = np.median(here_doubt, axis=1).astype(np.float64)
            # What stands out from a print that is only guessed says little.
            form = form / (1 + (doubt / ground.HIDDEN) ** 2)[:, None]
            cover = shape.surrounded(sheet.colours, sheet.ground, sheet.doubt, stands, core, below, scene.probes, found)
            # What goes on all around tells of no piece; as a shadow it may well lie on an empty place.
            form = form * (1 - cover)[:, None] - np.append(0.0, np.full(len(self._kinds), _NO_RIM)) * cover[:, None]
            off = np.take_along_axis(sheet.colours, samples[..., None], axis=1) - here_printed
            form[:, 0] += shape.evenness(off, here_doubt, float(sheet.doubt.min()), sheet.noise)
        evidence = Evidence(core, below, doubt, sheet.cap, scene.near, form)
        return beliefs.weigh(evidence, self._present(sheet.vivid), _light_doubt(sheet.light)), found

    def _present(self, vivid: float) -> tuple[Look, ...]:
        """The looks in a picture that shows so much of all colours, and as they may have changed since learned."""
        looks = [appearance.faded(look, vivid) for look in self._looks]
        if self._print is None:
            return tuple(looks)
        stale = appearance.spread(*_STALE)
        return tuple(replace(look, doubt=look.doubt + stale) for look in looks)

    def _lying(self, here: Atlas, table: Mapping[str, tuple[str, ...]]) -> Whole:
        """(n,) the number of the kind that is seen at each place, -1 where none is."""
        numbers = {k.name: i for i, k in enumerate(self._kinds)}
        named = {name: i for i, name in enumerate(self._layout.cells)}
        lies = np.full(here.count, -1)
        for name, kinds in table.items():
            spots = np.flatnonzero(here.cell == named[name])
            for i, kind in enumerate(kinds):
                lies[spots[min(i, len(spots) - 1)]] = numbers[kind]
        return lies


def _sizes(radii: list[float]) -> Floats:
    """The sizes that can be told apart: radii that differ by less than an eighth count as one."""
    out: list[list[float]] = []
    for r in sorted(radii):
        if out and r < 1.125 * out[-1][0]:
            out[-1].append(r)
        else:
            out.append([r])
    return np.array([float(np.mean(group)) for group in out])


def _steepness(kind: PieceKind) -> float:
    """From 0 for a piece of which the top is seen to 1 for one of which flanks are (see `promised`)."""
    return float(np.clip(kind.height_mm / kind.diameter_mm - 0.5, 0.0, 1.0))


def _any_piece(layout: Layout) -> PieceKind:
    """What to look for on a board whose layout names no pieces: something as large as its cells."""
    place = np.array([p for cell in layout.cells.values() for p in cell.places()], np.float64)
    radii, heights = atlas.sizes(layout, place)
    return PieceKind("piece", 2 * float(radii[0]), float(heights[0]))


def _telling(here: Atlas) -> Floats:
    """How much empty places tell of each other (see `Evidence`)."""
    near = np.exp(-0.5 * (here.gaps / (2.0 * float(np.median(here.pitch)))) ** 2)
    np.fill_diagonal(near, 0.0)
    return np.asarray(near)


def _light_doubt(lit: Light) -> Floats:
    return appearance.spread(lit.doubt_level, lit.doubt_hue)
