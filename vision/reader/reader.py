"""Reads a board: from a picture, and from where the board is in it, says how likely each content of each cell is.

The steps of a reading: take stray light and wide shadows away (`stray_light`, `wide_shadow`), cut patches and windows
around all places (`atlas`, `windows`), estimate light and print (`conditions`), gather the evidence of each place
(`place_evidence`), find the kind of each piece (`kind_assignment`, `posterior`), find what covers the board (`between`,
`hand`, `large_things`), combine places to cells (`place_doubt`, `cells`).

The first steps are the survey of a picture. It looks at all places, or only at those that have changed and takes the
others from the last survey. The later steps are always done for all places.

The pieces need no training. The names of their kinds say which is lighter or redder, and the picture says the rest.
`Reader.learn` makes print, light and looks known. The reader knows no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np

from vision.differences import Changed
from vision.layout import Layout, Point
from vision.observation import Reading
from vision.reader import mistrust
from vision.reader.board import conditions, drawing, print_learner
from vision.reader.board.hidden_print import HiddenPrint
from vision.reader.board.print_sheet import Print
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.board.wide_shadow import MIN_SHADOW_PART, WideShadow, find_wide_shadow
from vision.reader.colours import kind_assignment, light, stray_light
from vision.reader.colours.kinds import Kinds
from vision.reader.contents import cells, hand, large_things, posterior, stock, strays
from vision.reader.contents.hand import Occlusion
from vision.reader.contents.place_doubt import SeenPlaces
from vision.reader.contents.posterior import Posterior
from vision.reader.debug import DebugPictures, Stages
from vision.reader.evidence import printed_colours
from vision.reader.evidence.network_input import make_inputs
from vision.reader.known_looks import KnownLooks
from vision.reader.networks import network, repetition, rows, windows
from vision.reader.networks.examples import Examples
from vision.reader.places.atlas import Flags, Floats, Ints, Picture
from vision.reader.survey import Survey, survey_all, survey_changed
from vision.register import Registration

_MAX_CHANGED_PART = 0.7  # if more than this part of all places has changed, all are surveyed
# a cell is evidence against a table if it holds what the table says with less than this probability
_MAX_AGAINST_P = 0.5
_LAID_OUT_ODDS = 10.0  # the prior odds that people have set up a cell as they meant to
_MIN_PIECE_P = 0.3  # where a piece is at least so likely, it may be what has changed the print around it
_MAX_LIGHT_SHIFT = 0.06  # if the logarithm of the light has changed by more than this, all places are surveyed


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a picture fits a table that people describe."""

    p: float
    """For each cell, the picture gives a probability that it holds what the table says. This is the least of them."""
    against: tuple[str, ...]
    """The cells that probably hold something else than the table says, the clearest first."""


class Reader:
    """Reads pictures of one layout. It keeps what it has learned, and the survey of the last picture without a hand.

    If the caller says where the picture has changed since then (`changed`), the reader only looks at these places.
    """

    def __init__(
        self, layout: Layout, art: Picture | None = None, pieces: Mapping[str, int] = MappingProxyType({})
    ) -> None:
        """Takes what is known about the board before the first picture.

        art: a drawing of the whole print (size_mm), a BGR picture of any size, if there is one. It does no harm if the
        board turns out to have another print. pieces: how many pieces of each kind there can be. If the layout has
        piles, all these pieces must be on the board's cells.
        """
        self._print: Print | None = None
        self._set_layout(layout)
        self._art = art
        self._is_as_drawn = False  # True once a picture has shown the print that is drawn
        self._stock = pieces
        self._measured = layout if rows.has_rows(layout) and not layout.markers else None
        self._are_rows_fitted = self._measured is None
        self._examples: Examples | None = None
        self._scene: Scene | None = None
        self._sampled: KnownPrint | None = None
        self._shadow: WideShadow | None = None
        self._unsearched: Changed | None = None
        self._last: Survey | None = None

    def _set_layout(self, layout: Layout) -> None:
        self._layout = layout
        self._kinds = Kinds.of(layout)
        count = sum(len(cell.places()) for cell in layout.cells.values())
        self._looks = KnownLooks.of_names(self._kinds, count, is_stale=self._print is not None)

    def _fit_rows(self, image: Picture, registration: Registration) -> None:
        """Finds out how far apart the pieces of a row are, once a picture shows some. Done only for boards that people
        measured themselves.
        """
        if self._are_rows_fitted or self._measured is None:
            return
        fitted = rows.fit_rows(self._measured, image, registration)
        if fitted is not None:
            self._set_layout(fitted)
            self._are_rows_fitted = True
            self._scene = self._last = self._sampled = self._examples = None

    def learn(
        self,
        image: Picture,
        registration: Registration,
        table: Mapping[str, tuple[str, ...]],
        *,
        changed: Changed | None = None,
    ) -> None:
        """Learns the print, the light and the looks of the pieces from a picture of a known table.

        image: a BGR picture. table: for each cell the kinds of its pieces. changed: as for `read`. With each further
        picture the looks become surer, and print that was hidden becomes known. Raises KeyError for a cell or kind that
        the layout does not have.
        """
        image = stray_light.remove(image)
        if self._print is None and table:  # the rows were perhaps fitted to a table that people were still setting up
            self._are_rows_fitted = self._measured is None
        self._fit_rows(image, registration)
        self._are_rows_fitted = self._are_rows_fitted or bool(table)  # the looks that are learned belong to these rows
        scene = self._prepare_scene(image, registration)
        if self._print is None:
            scene = self._undraw_if_in_other_hues(image, scene)
        image = self._remove_shadow(image, scene, changed)
        here = scene.atlas
        survey = self._survey(image, scene, changed)
        kind_at = self._assign_table(survey, table)
        part, self._looks = self._looks.part, self._looks.add_pieces(survey, kind_at)
        if self._looks.part is not part:
            survey = self._survey_all(image, scene)
        self._looks = self._looks.learn(survey, kind_at)
        occupied = kind_at >= 0
        now = windows.balance_windows(scene.windows.cut(image), survey.conditions.window_white)
        self._examples = Examples.of(now, occupied, survey.places.log_p, self._examples)
        some = np.flatnonzero(occupied)
        hidden = HiddenPrint.of(here, registration, self._kinds, some, kind_at[some])
        self._print = print_learner.learn_print(
            image,
            scene.raster,
            here,
            scene.family,
            survey.light,
            survey.conditions.plain_background,
            hidden,
            self._print,
            survey.unlearned,
        )
        self._last = (
            None if changed is None else replace(self._relearn(image, survey), unlearned=changed.make_unchanged())
        )

    def fit(self, image: Picture, registration: Registration, table: Mapping[str, tuple[str, ...]]) -> Fit:
        """How well a BGR picture fits a table, even if the colours do not fit the kinds' names.

        table: for each cell the kinds of its pieces. Cells with the same kind must look alike, and those with another
        kind must look different. Of the names, only the order must be right: white must be lighter than black. Raises
        KeyError for a cell or kind that the layout does not have.
        """
        image = stray_light.remove(image)
        self._fit_rows(image, registration)
        scene = self._prepare_scene(image, registration)
        survey = self._survey_all(self._remove_shadow(image, scene, None), scene)
        here, kind_at = survey.scene.atlas, self._assign_table(survey, table)
        survey = survey.look_at(self._looks.add_pieces(survey, kind_at).part)
        prior_looks, places = self._kinds.prior_looks, survey.moved
        weights = self._kinds.compute_weights(kind_at)
        final = posterior.estimate_posterior_given_table(
            survey.without_dice, prior_looks, self._kinds.prior_head_looks, weights
        )
        no_occlusion = Occlusion(False, np.zeros(here.count))
        reading = self._conclude(survey, final, no_occlusion, np.zeros(here.count, np.bool_), {})
        shown = [i for i, some in enumerate(weights) if some.any()]
        names = [prior_looks[i] for i in shown]
        if kind_assignment.contradicts_names(names, [places.core[weights[i] > 0] for i in shown]):
            return Fit(0.0, tuple(table))
        # A cell's probability is about all its pieces together; here each single piece must have the table's kind.
        expected = np.arange(here.count), np.clip(kind_at, 0, None)
        p_kinds = final.probabilities[:, 1 : 1 + len(self._kinds)]
        p_others = p_kinds.sum(axis=1) - final.probabilities[:, 1:][expected]
        p_right = np.where(kind_at < 0, 1.0, 1.0 - p_others)
        fits = {
            name: min(cell.chance(table.get(name, ())), float(p_right[here.cell == number].min()))
            for number, (name, cell) in enumerate(reading.cells.items())
        }
        # Most people set up what they mean to set up.
        chances = {name: _LAID_OUT_ODDS * p / (_LAID_OUT_ODDS * p + 1.0 - p) for name, p in fits.items()}
        against = sorted((name for name, p in chances.items() if p < _MAX_AGAINST_P), key=lambda name: chances[name])
        darkest = [places.darkest[weights[i] > 0] for i in shown]
        if not against and kind_assignment.looks_like_another_kind(names, darkest):
            return Fit(0.0, tuple(table))
        return Fit(min(chances.values()), tuple(against))

    def _conclude(
        self, survey: Survey, final: Posterior, occlusion: Occlusion, uncovered: Flags, pieces: Mapping[str, int]
    ) -> Reading:
        """The reading of a picture, from what its places hold (`final`). uncovered: (n,) from `Survey.find_uncovered`.
        pieces: how many of each kind there can be.
        """
        here, piled = survey.scene.atlas, survey.scene.piles
        p_piece = final.probabilities[piled.places, 1 : 1 + len(self._kinds)].sum(axis=1)
        seen = SeenPlaces(
            atlas=here,
            colours=survey.moved.core,
            shade=survey.places.darkening,
            doubt=survey.find_doubt(final.looks),
            empty=np.exp(survey.moved.log_p[:, network.EMPTY]),
            guessed=survey.places.is_print_guessed,
            changed_area=survey.places.changed_area,
            is_print_known=survey.conditions.is_print_known,
            uncovered=uncovered,
            behind=piled.find_hidden(survey.tops, p_piece),
            tops=dict(zip(here.cell[piled.places].tolist(), survey.tops, strict=True)),
            overlooked=piled.find_overlooked(here),
        )
        return cells.conclude(self._layout, self._kinds.names, final, seen, occlusion, pieces)

    def _relearn(self, image: Picture, survey: Survey) -> Survey:
        """The survey of a picture again, now with the print that was learned from this same picture."""
        scene, sampled, new = survey.scene, self._sampled, survey.unlearned
        if new is None or sampled is None or self._print is None or survey.known is not sampled:
            return self._survey_all(image, scene)
        stale = scene.find_touched(new)
        self._sampled = sampled.renew(self._print, np.flatnonzero(stale), scene.between.find_touched(new))
        conditions = survey.conditions.replace_print(self._sampled)
        return replace(survey, known=self._sampled, conditions=conditions, stale=stale)

    def read(
        self,
        image: Picture,
        registration: Registration,
        debug: DebugPictures | None = None,
        *,
        changed: Changed | None = None,
    ) -> Reading:
        """What a BGR picture shows, for every cell of the layout.

        changed: where this picture differs from the last one that was learned from, or that was read and showed no
        hand; None if this is not known. debug: gets pictures of the steps.
        """
        image = stray_light.remove(image)
        self._fit_rows(image, registration)
        scene = self._prepare_scene(image, registration)
        image = self._remove_shadow(image, scene, changed)
        here, kinds = scene.atlas, self._kinds
        survey = self._survey(image, scene, changed)
        final = self._estimate_posterior(survey)
        best = final.probabilities.argmax(axis=1)
        holds_piece = (best > 0) & (best <= len(kinds))
        kind = np.clip(best - 1, 0, len(kinds) - 1)
        size = kinds.size_of[kind]
        middles = scene.probes.offsets[survey.places.disc_offset[np.arange(here.count), size]] * here.step
        radius = np.where(holds_piece, kinds.size_radii[size], 0.0)
        rise = here.lean * kinds.relative_heights[kind, None]
        is_under_pile = hand.find_under_piles(here, middles, rise, 1 + 2 * scene.levels, radius)
        occlusion = self._find_occlusion(image, survey, final, is_under_pile)
        uncovered = survey.find_uncovered(occlusion.covered)
        reading, looks = self._conclude(survey, final, occlusion, uncovered, self._stock), self._looks
        reading = mistrust.doubt_reading(
            reading, survey, final, uncovered, kinds, looks.colours, looks.is_complete, looks.shown
        )
        if not reading.hand:
            reading = replace(reading, strays=self._find_strays(image, survey))
        if not reading.hand:
            self._last = survey
        if debug is not None:
            now = windows.balance_windows(scene.windows.cut(image), survey.conditions.window_white)
            stages = Stages(
                image=image,
                registration=registration,
                layout=self._layout,
                atlas=here,
                light=survey.light,
                windows=make_inputs(now, survey.conditions, survey.similar),
                log_p=survey.without_dice.log_p,
                kinds=kinds.names,
            )
            debug.write(stages, final, occlusion, middles, radius, reading)
        return reading

    def _find_occlusion(self, image: Picture, survey: Survey, final: Posterior, is_under_pile: Flags) -> Occlusion:
        """What covers the board. final: what the places hold. is_under_pile: (n,) True for places that a pile may
        hide.
        """
        scene, guessed = survey.scene, survey.places.is_print_guessed
        thing = np.where(is_under_pile, 0.0, np.exp(survey.without_dice.log_p[:, network.THING]))
        if self._print is not None:  # on print that is only drawn or guessed, it is less clear what is a piece
            thing = thing + np.where(guessed, 0.0, self._find_surplus(image, survey, final))
        find = partial(
            hand.find_occlusion,
            between=survey.between,
            around=scene.between,
            near=scene.neighbours,
            most=hand.count_allowed_trifles(self._layout, scene.atlas, scene.in_row, survey.conditions.is_print_known),
            guessed=np.append(guessed, survey.conditions.find_guessed_between(len(survey.between))),
            shows_print=survey.shows_print,
        )
        counts = np.append(np.ones(len(thing), np.bool_), scene.between.among_cells)  # the rest is beside the cells
        in_arm = counts & survey.is_rim_crossed
        occlusion = find(thing, in_large=in_arm)
        if occlusion.is_seen and survey.is_repainted:
            is_print = repetition.find_widespread(survey.windows, scene.atlas.place, survey.without_dice.log_p)
            without_print = find(np.where(is_print, 0.0, thing), in_large=in_arm)
            return occlusion if without_print.is_seen else without_print
        if occlusion.is_seen or survey.known is None or max(thing.max(), survey.between.max(initial=0)) < hand.THING_P:
            return occlusion
        holds_piece = final.probabilities[:, 1:-1].sum(axis=1) > _MIN_PIECE_P
        # On print that is only drawn, windows between cells seem foreign in a lamp's light, so they tell too little.
        between = np.zeros_like(survey.between) if self._print is None else survey.between
        in_large = large_things.find_in_large_things(
            image, scene, survey.known, survey.conditions, self._kinds, holds_piece, between
        )
        return find(thing, in_large=in_large & counts)

    def _find_surplus(self, image: Picture, survey: Survey, final: Posterior) -> Floats:
        """(n,) how likely each place seems to hold a piece that the game has only once and that is elsewhere. Only what
        is wider than any piece counts: other pieces may look larger than they are.
        """
        surplus = stock.find_surplus(final.probabilities[:, 1:-1], self._kinds.names, self._stock)
        if survey.known is None or surplus.max() < hand.MAYBE_THING_P:
            return np.zeros_like(surplus)
        scene, known = survey.scene, survey.known
        return surplus * large_things.find_in_wide_changes(image, scene, known, survey.conditions, self._kinds)

    def _find_strays(self, image: Picture, survey: Survey) -> tuple[Point, ...]:
        """Where pieces are on no cell, in mm."""
        return strays.find_strays(image, survey.scene, survey.known, survey.conditions, survey.places, self._kinds)

    def _remove_shadow(self, image: Picture, scene: Scene, changed: Changed | None) -> Picture:
        """A picture without the shadow over a large part of the board, if its print is known. If such a shadow has
        come, moved or gone, all places are surveyed again. changed: as for `read`. While little has changed in all, no
        shadow has come.
        """
        known, before = self._find_known_print(scene), self._shadow
        if known is None:
            return image
        self._unsearched = self._add_unsearched(changed, known)
        if before is None and self._unsearched is not None and self._unsearched.where.mean() < MIN_SHADOW_PART:
            return image
        self._shadow = find_wide_shadow(image, scene, known, before)
        self._unsearched = None if changed is None else changed.make_unchanged()
        if self._shadow is not before:
            self._last = None
        return image if self._shadow is None else self._shadow.remove_from(image, scene.registration)

    def _add_unsearched(self, changed: Changed | None, known: KnownPrint) -> Changed | None:
        """Where pictures have changed since a wide shadow was looked for; None for everywhere. changed: as for
        `read`.
        """
        before, last = self._unsearched, self._last
        if changed is None or before is None or before.where.shape != changed.where.shape:
            return None
        return changed | before if last is not None and last.known is known else None

    def _survey(self, image: Picture, scene: Scene, changed: Changed | None) -> Survey:
        """The survey of a picture. If only some places have changed since the last survey, only these are looked at."""
        known, last = self._find_known_print(scene), self._last
        if changed is not None and known is not None and last is not None and last.known is known:
            shift = light.estimate_shift(last.conditions.border_values, light.measure_borders(image, scene.borders))
            due = last.stale | scene.find_touched(changed)
            if due.mean() <= _MAX_CHANGED_PART and np.abs(shift).max() < _MAX_LIGHT_SHIFT:
                return survey_changed(image, last, self._kinds, np.flatnonzero(due), shift, changed, self._examples)
        return self._survey_all(image, scene)

    def _survey_all(self, image: Picture, scene: Scene) -> Survey:
        is_learned = self._print is not None
        known = self._find_known_print(scene)
        return survey_all(image, scene, self._kinds, known, is_learned, self._examples, self._looks.part)

    def _estimate_posterior(self, survey: Survey) -> Posterior:
        """What each place holds, estimated with the looks of the pieces in this picture."""
        places, expected = survey.without_dice, self._looks.expect(survey)
        log_p = places.log_p
        if survey.may_show_inks:
            log_p = printed_colours.correct(places.core, log_p, expected.looks, expected.light_doubt)
        return posterior.estimate_posterior(
            replace(places, log_p=stock.apply_stock_prior(log_p, self._stock)), expected
        )

    def _prepare_scene(self, image: Picture, registration: Registration) -> Scene:
        """The scene for a registration. It contains the drawing only after a picture has shown that the print is as
        drawn.
        """
        scene = self._scene
        is_moved = scene is None or scene.registration is not registration
        if scene is None or is_moved:
            art = self._art if self._is_as_drawn else None
            scene = Scene.of(self._layout, registration, self._kinds.size_radii, self._kinds.height, art)
        if self._art is not None and not self._is_as_drawn and (is_moved or self._print is None):
            scene = self._draw_if_as_drawn(image, scene, self._art)
        self._scene = scene
        return scene

    def _draw_if_as_drawn(self, image: Picture, scene: Scene, art: Picture) -> Scene:
        """The scene, with the drawing if a picture shows the drawn print in the drawn hues."""
        if not drawing.shows_drawn_print(art, image, scene.registration, self._layout):
            return scene
        drawn = scene.draw(art)
        self._is_as_drawn = not conditions.shows_other_hues(image, drawn, is_setup=False)
        return drawn if self._is_as_drawn else scene

    def _undraw_if_in_other_hues(self, image: Picture, scene: Scene) -> Scene:
        """The scene without its drawing, from now on, if the picture of a set-up shows the print in other hues."""
        if scene.drawn is None or not conditions.shows_other_hues(image, scene, is_setup=True):
            return scene
        self._art, self._is_as_drawn = None, False
        self._scene = replace(scene, drawn=None)
        return self._scene

    def _find_known_print(self, scene: Scene) -> KnownPrint | None:
        """The learned print, else the drawn one; None if neither is known."""
        known = self._print or scene.drawn
        if known is None:
            return None
        if self._sampled is None or self._sampled.print is not known or self._sampled.scene is not scene:
            self._sampled = KnownPrint.of(known, scene)
        return self._sampled

    def _assign_table(self, survey: Survey, table: Mapping[str, tuple[str, ...]]) -> Ints:
        """(n,) the number of the kind at each place, if the table is as people say; -1 for no piece.

        table: for each cell the kinds of its pieces. In a cell, the pieces go to the places that look least empty. The
        first checker of a row may be gone while the others have stayed.
        """
        here = survey.scene.atlas
        empty = self._estimate_posterior(survey).probabilities[:, 0]
        kind_numbers = {name: i for i, name in enumerate(self._kinds.names)}
        cell_numbers = {name: i for i, name in enumerate(self._layout.cells)}
        kind_at = np.full(here.count, -1)
        for name, kinds in table.items():
            spots = np.flatnonzero(here.cell == cell_numbers[name])
            spots = np.sort(spots[np.argsort(empty[spots], kind="stable")][: len(kinds)])
            for i, kind in enumerate(kinds):
                kind_at[spots[min(i, len(spots) - 1)]] = kind_numbers[kind]
        return kind_at
