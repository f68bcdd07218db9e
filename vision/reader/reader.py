"""Reads a board: a picture and where the board lies in it in, for each cell how likely each content is out.

One pass goes: patches and windows around all places (atlas, windows), light and print (light, ground), what the network
says of each window (evidence), which kind each piece is (naming, posterior), anything occlusion (between, hand), cells.
Pieces need no training: their names say which is lighter or redder, and the picture itself says the rest.
A look at a picture is whole, or it is the last look with the places that have changed put in anew (`_look`): one
function gathers the evidence of all places or of some, and all that is weighed afterwards is weighed for all.
`learn` makes print, light and looks known beforehand. It knows no rules and takes nothing likely for certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from types import MappingProxyType

import numpy as np

from vision.differences import Changed
from vision.layout import Layout
from vision.observation import Reading
from vision.reader import (
    appearance,
    background,
    cells,
    drawing,
    evidence,
    hand,
    kind_assignment,
    light,
    network,
    posterior,
    rows,
    stock,
    survey,
    windows,
)
from vision.reader.appearance import Look
from vision.reader.atlas import Floats, Ints, Picture
from vision.reader.background import HiddenDiscs, Print
from vision.reader.debug import DebugPictures, Stages
from vision.reader.examples import Examples
from vision.reader.hand import Occlusion
from vision.reader.kinds import Kinds
from vision.reader.light import Light
from vision.reader.posterior import Posterior
from vision.reader.scene import KnownPrint, Scene
from vision.reader.survey import Survey
from vision.register import Registration

_STALE_DOUBT = (0.06, 0.03)  # how much a learned look may have changed since: level, hue
_MAX_CHANGED_PART = 0.7  # of all places: where more have changed, all are looked at
_MAX_AGAINST_P = 0.5  # a cell that holds with less than this probability what a table says speaks against it
_LAID_OUT_ODDS = 10.0  # the odds that people lay out a cell as they mean to, beside what a picture alone makes likely
_MAX_LIGHT_SHIFT = 0.06  # a logarithm: where the light is another by more than this, all is looked at


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a picture fits a table."""

    p: float
    """How likely the least likely cell holds what the table says."""
    against: tuple[str, ...]
    """The cells that rather hold something else, the clearest first."""


class Reader:
    """Reads pictures of one layout. Holds what it has learned, and what it saw in the last picture without a hand.

    With `changed`, which says where a picture differs from that one, only what has changed is looked at anew.
    """

    def __init__(
        self, layout: Layout, art: Picture | None = None, pieces: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """What is known of the board before any picture.

        art: the whole print (size_mm) as a BGR picture of any size, where there is a drawing of it; it does no harm
        where another print turns out to lie there. pieces: how many of each kind there can be; where they pile up, all
        of them lie on the board's cells.
        """
        self._take(layout)
        self._art = art
        self._as_drawn = False  # whether a picture has shown the print that is drawn
        self._stock = pieces
        self._measured = layout if rows.has_rows(layout) and not layout.markers else None
        self._fitted = self._measured is None
        self._taught = False  # whether pieces of every kind have been learned from
        self._examples: Examples | None = None
        self._print: Print | None = None
        self._scene: Scene | None = None
        self._sampled: KnownPrint | None = None
        self._last: Survey | None = None

    def _take(self, layout: Layout) -> None:
        """Makes this the layout that is read."""
        self._layout = layout
        self._kinds = Kinds.of(layout)
        self._looks = self._kinds.promised

    def _fit_rows(self, image: Picture, registration: Registration) -> None:
        """Where rows of pieces were measured by people, finds out how they really lie, once a picture shows some."""
        if self._fitted or self._measured is None:
            return
        fitted = rows.fit_rows(self._measured, image, registration)
        if fitted is not None:
            self._take(fitted)
            self._fitted = True
            self._scene = self._last = self._sampled = self._examples = None

    def learn(
        self,
        image: Picture,
        registration: Registration,
        table: Mapping[str, tuple[str, ...]],
        *,
        changed: Changed | None = None,
    ) -> None:
        """Takes print, light and the looks of the pieces from a BGR picture of a known table (cell -> kinds).

        May be called again with later pictures: looks get surer, and print that was hidden becomes known.
        changed: as for `read`. Raises KeyError for a cell or kind that the layout does not have.
        """
        if self._print is None and table:  # people were still setting up when rows were fitted, perhaps
            self._fitted = self._measured is None
        self._fit_rows(image, registration)
        self._fitted = self._fitted or bool(table)  # looks that are learned are of these rows
        scene = self._at(image, registration)
        here = scene.atlas
        look = self._look(image, scene, changed)
        lies = self._lying(look, table)
        occupied = lies >= 0
        weights = self._kinds.numbered(lies)
        # How pieces differ is told by this picture alone: a few that are seen again and again look always the same.
        before = self._since_learned(tuple(map(_with_prior_spread, self._looks, self._kinds.promised)))
        shift = appearance.estimate_light_shift(before, look.seen.core, weights, _light_doubt(look.light))
        looks, _ = appearance.update_looks(before, look.seen.core, weights, shift, inf)
        there = [bool(some.any()) for some in weights]
        self._looks = tuple(replace(kind, named=kind.named or some) for kind, some in zip(looks, there, strict=True))
        shown = windows.balance_windows(scene.windows.cut(image), look.setting.window_white)
        self._examples = Examples.of(shown, occupied, look.seen.log_p, self._examples)
        self._taught = self._taught or all(there)
        some = np.flatnonzero(occupied)
        radius = np.asarray(self._kinds.radius[lies[some]] + 0.16 * here.pitch[some], np.float64)
        hidden = HiddenDiscs(some, here.place[some] + here.lean[some], radius)
        known, new = self._print, look.unlearned
        lit, flat = look.light, look.setting.plain_background
        self._print = background.learn_print(image, scene.raster, here, scene.family, lit, flat, hidden, known, new)
        self._last = None if changed is None else replace(self._relearned(image, look), unlearned=changed.nowhere())

    def fit(self, image: Picture, registration: Registration, table: Mapping[str, tuple[str, ...]]) -> Fit:
        """How well a BGR picture fits a table (cell -> kinds), whatever its colours are called.

        Cells that hold the same must look alike, and pieces of another kind unlike; only the order that names promise
        must hold. Raises KeyError for a cell or kind that the layout does not have.
        """
        self._fit_rows(image, registration)
        look = self._look_at_all(image, self._at(image, registration))
        here, lies = look.scene.atlas, self._lying(look, table)
        weights = self._kinds.numbered(lies)
        final = posterior.estimate_posterior_given_table(look.without_dice, self._kinds.promised, weights)
        none = np.zeros(here.count)
        nothing = Occlusion(False, none)
        reading = self._concluded(look, final, nothing, {})
        seen = [i for i, some in enumerate(weights) if some.any()]
        colours = [look.seen.core[weights[i] > 0] for i in seen]
        if kind_assignment.contradicts_names([self._kinds.promised[i] for i in seen], colours):
            return Fit(0.0, tuple(table))
        # A cell's pieces are taken together; here each of them has to be of the kind that the table says.
        told = np.arange(here.count), np.clip(lies, 0, None)
        others = final.probabilities[:, 1 : 1 + len(self._kinds)].sum(axis=1) - final.probabilities[:, 1:][told]
        right = np.where(lies < 0, 1.0, 1.0 - others)
        fits = {
            name: min(cell.chance(table.get(name, ())), float(right[here.cell == number].min()))
            for number, (name, cell) in enumerate(reading.cells.items())
        }
        # What people mean to lay out they mostly do.
        chances = {name: _LAID_OUT_ODDS * p / (_LAID_OUT_ODDS * p + 1.0 - p) for name, p in fits.items()}
        against = sorted((name for name, p in chances.items() if p < _MAX_AGAINST_P), key=lambda name: chances[name])
        return Fit(min(chances.values()), tuple(against))

    def _concluded(self, look: Survey, weighed: Posterior, occlusion: Occlusion, pieces: Mapping[str, int]) -> Reading:
        """The reading of a look, by what was weighed at its places. pieces: how many of each kind there can be."""
        here, piled = look.scene.atlas, look.scene.piles
        there = weighed.probabilities[piled.places, 1 : 1 + len(self._kinds)].sum(axis=1)
        return cells.conclude(
            self._layout,
            here,
            self._kinds.names,
            weighed,
            occlusion,
            look.seen.darkening,
            look.askew,
            tops=dict(zip(here.cell[piled.places].tolist(), look.tops, strict=True)),
            behind=piled.hide(here, look.tops, there, float(self._kinds.sizes[-1])),
            stock=pieces,
        )

    def _relearned(self, image: Picture, look: Survey) -> Survey:
        """A look at a picture as it is on the print that was learned from it."""
        scene, sampled, new = look.scene, self._sampled, look.unlearned
        if new is None or sampled is None or self._print is None or look.known is not sampled:
            return self._look_at_all(image, scene)
        stale = scene.touched(new)
        self._sampled = sampled.renewed(self._print, np.flatnonzero(stale), scene.between.touched(new))
        setting = look.setting.on(self._sampled)
        return replace(look, known=self._sampled, setting=setting, stale=stale)

    def read(
        self,
        image: Picture,
        registration: Registration,
        debug: DebugPictures | None = None,
        *,
        changed: Changed | None = None,
    ) -> Reading:
        """What a BGR picture shows, for every cell of the layout.

        changed: where it differs from the last picture that was learned from, or read as without a hand; None where
        that is not known.
        """
        self._fit_rows(image, registration)
        scene = self._at(image, registration)
        here = scene.atlas
        look = self._look(image, scene, changed)
        seen = look.seen
        final = self._weighed(look)
        best = final.probabilities.argmax(axis=1)
        holds = (best > 0) & (best <= len(self._kinds))
        size = self._kinds.size_of[np.clip(best - 1, 0, len(self._kinds) - 1)]
        middles = scene.probes.offsets[seen.disc_offset[np.arange(here.count), size]] * here.step
        radius = np.where(holds, self._kinds.sizes[size], 0.0)
        rise = here.lean * self._kinds.rises[np.clip(best - 1, 0, len(self._kinds) - 1), None]
        high = 1 + 2 * scene.levels
        piled = hand.find_under_piles(here, middles, rise, high, radius)
        log_p = look.without_dice.log_p
        thing = np.where(piled, 0.0, np.exp(log_p[:, network.THING]))
        most = hand.count_allowed_trifles(self._layout, here, scene.in_row)
        occlusion = hand.find_occlusion(thing, look.between, scene.between, scene.neighbours, most)
        names = self._kinds.names
        reading = self._concluded(look, final, occlusion, self._stock)
        if not reading.hand:
            self._last = look
        if debug is not None:
            now = windows.balance_windows(scene.windows.cut(image), look.setting.window_white)
            tell = evidence.find_similar_empty(now, look.setting, scene)
            network_saw = evidence.make_inputs(now, look.setting, tell)
            debug.write(
                Stages(image, registration, self._layout, here, look.light, network_saw, log_p, names),
                final,
                occlusion,
                middles,
                radius,
                reading,
            )
        return reading

    def _look(self, image: Picture, scene: Scene, changed: Changed | None) -> Survey:
        """Looks at all places of a picture, or at those that have changed since the last one where that is enough."""
        known, last = self._known(scene), self._last
        if changed is not None and known is not None and last is not None and last.known is known:
            shift = light.estimate_shift(last.setting.border_values, light.measure_borders(image, scene.borders))
            anew = last.stale | scene.touched(changed)
            if anew.mean() <= _MAX_CHANGED_PART and np.abs(shift).max() < _MAX_LIGHT_SHIFT:
                return survey.survey_changed(
                    image, last, self._kinds, np.flatnonzero(anew), shift, changed, self._examples
                )
        return self._look_at_all(image, scene)

    def _look_at_all(self, image: Picture, scene: Scene) -> Survey:
        learned = self._print is not None
        return survey.survey_all(image, scene, self._kinds, self._known(scene), learned, self._examples)

    def _weighed(self, look: Survey) -> Posterior:
        """What lies at each place, by the looks of the pieces in this picture."""
        seen = look.without_dice
        return posterior.estimate_posterior(
            replace(seen, log_p=stock.apply_stock_prior(seen.log_p, self._stock)),
            self._present(look.setting.saturation),
            _light_doubt(look.light),
            self._print is not None and self._taught,
        )

    def _at(self, image: Picture, registration: Registration) -> Scene:
        """The scene of a registration. It has the drawing once a picture has shown that the print is as drawn."""
        scene = self._scene
        moved = scene is None or scene.registration is not registration
        if self._art is not None and not self._as_drawn and (moved or self._print is None):
            self._as_drawn = drawing.shows_drawn_print(self._art, image, registration, self._layout)
        art = self._art if self._as_drawn else None
        if scene is None or moved or (scene.drawn is None) != (art is None):
            scene = Scene.of(self._layout, registration, self._kinds.sizes, self._kinds.height, art)
            self._scene = scene
        return scene

    def _known(self, scene: Scene) -> KnownPrint | None:
        """The print where it is known: as learned, else as drawn."""
        known = self._print or scene.drawn
        if known is None:
            return None
        if self._sampled is None or self._sampled.print is not known or self._sampled.scene is not scene:
            self._sampled = KnownPrint.of(known, scene)
        return self._sampled

    def _present(self, vivid: float) -> tuple[Look, ...]:
        """The looks in a picture that shows so much of all colours, and as they may have changed since learned."""
        return self._since_learned(tuple(appearance.fade(look, vivid) for look in self._looks))

    def _since_learned(self, looks: tuple[Look, ...]) -> tuple[Look, ...]:
        """Looks as they may have changed since they were learned."""
        if self._print is None:
            return looks
        stale = appearance.make_covariance(*_STALE_DOUBT)
        return tuple(replace(look, doubt=look.doubt + stale) for look in looks)

    def _lying(self, look: Survey, table: Mapping[str, tuple[str, ...]]) -> Ints:
        """(n,) the number of the kind that is seen at each place, -1 where none is.

        Of a cell's places those count that look least empty: where a point's first checker has left, the others stay.
        """
        here = look.scene.atlas
        empty = self._weighed(look).probabilities[:, 0]
        numbers = {name: i for i, name in enumerate(self._kinds.names)}
        named = {name: i for i, name in enumerate(self._layout.cells)}
        lies = np.full(here.count, -1)
        for name, kinds in table.items():
            spots = np.flatnonzero(here.cell == named[name])
            spots = np.sort(spots[np.argsort(empty[spots], kind="stable")][: len(kinds)])
            for i, kind in enumerate(kinds):
                lies[spots[min(i, len(spots) - 1)]] = numbers[kind]
        return lies


def _with_prior_spread(look: Look, promised: Look) -> Look:
    """A look of which pieces differ as much as was promised."""
    return replace(look, spread=promised.spread)


def _light_doubt(lit: Light) -> Floats:
    return appearance.make_covariance(lit.doubt_level, lit.doubt_hue)
