"""What the reader knows about the looks of the pieces: what the names of their kinds say, and what known tables have
shown since.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Self

import numpy as np

from vision.reader.colours import appearance, kind_assignment
from vision.reader.colours.appearance import Look
from vision.reader.colours.kinds import Kinds
from vision.reader.colours.light import Light
from vision.reader.colours.telling_part import KnownPieces, Part, choose_part
from vision.reader.contents.posterior import Expected
from vision.reader.places.atlas import Flags, Floats, Ints
from vision.reader.survey import Survey

_STALE_DOUBT = (0.06, 0.03)  # the doubt of level and of hue (logarithms) that is added to a look after it was learned

_MIN_SATURATION, _CONTRASTS, _OTHER_TONE_DOUBT = 0.52, (0.8, 1.35), (0.4, 0.35)
"""A picture shows other colours than those that were learned if it has less of their saturation than the first value,
or not a contrast between the next two. The last two are the doubt of level and hue (logarithms) that is then added to
each look. In 140 photographs of our boards in the light of their set-up, without a hand, the saturation was 0.71 at
least and the contrast 0.96 to 1.2; with a hand 0.53 at least, and 0.83 to 1.34.
"""


@dataclass(frozen=True, eq=False, kw_only=True)
class KnownLooks:
    """How the k kinds of pieces look, as far as this is known."""

    kinds: Kinds
    colours: Ints
    """(k,) a number for the colour of each kind, see `kind_assignment.number_colours`."""
    looks: tuple[Look, ...]
    """The looks of the part that tells the kinds apart."""
    head_looks: tuple[Look, ...]
    """The looks of the heads of tall pieces."""
    part: Part
    """The part that tells the kinds apart."""
    pieces: KnownPieces
    """The pieces of all tables that were learned."""
    shown: Flags
    """(k,) True for each kind whose look was learned from its pieces."""
    is_complete: bool
    """True once a single table has shown pieces of all kinds."""
    is_stale: bool
    """True once a table was learned: the light may have changed since."""

    @classmethod
    def of_names(cls, kinds: Kinds, places: int, *, is_stale: bool) -> Self:
        """What the names of the kinds say. places: how many the board has."""
        return cls(
            kinds=kinds,
            colours=kind_assignment.number_colours(kinds.prior_looks),
            looks=kinds.prior_looks,
            head_looks=kinds.prior_head_looks,
            part=Part.MIDDLE,
            pieces=KnownPieces.none(places),
            shown=np.zeros(len(kinds), np.bool_),
            is_complete=False,
            is_stale=is_stale,
        )

    def expect(self, survey: Survey) -> Expected:
        """What is known about looks and light before a picture is read. If the picture shows colours otherwise than
        those of the tables that were learned, their looks are hardly known, and the names of the kinds count again.
        """
        saturation, contrast = survey.conditions.saturation, survey.conditions.contrast
        looks, heads = (self._fade(some, saturation) for some in (self.looks, self.head_looks))
        is_other = saturation < _MIN_SATURATION or not _CONTRASTS[0] < contrast < _CONTRASTS[1]
        if is_other and self.shown.any():
            looks, heads = (self._share_doubtful(some) for some in (looks, heads))
        return Expected(
            looks=looks,
            head_looks=heads,
            light_doubt=_find_light_doubt(survey.light),
            is_learned=self.is_complete and not is_other,
            rims=self.pieces.measure_rims(self.colours),
        )

    def add_pieces(self, survey: Survey, kind_at: Ints) -> Self:
        """With the pieces of a known table, which may show that another part of them tells their kinds apart better.
        Then the looks of the old part are forgotten. kind_at: (n,) the number of the kind at each place, -1 for none.
        """
        pieces = self.pieces
        if survey.scene.heads is None:  # the colours of tall pieces' heads are compared with the middles
            colour_at = np.where(kind_at < 0, -1, self.colours[kind_at])
            pieces = pieces.add(survey.moved.middle, survey.moved.darkest, colour_at)
        part = choose_part(self.part, pieces)
        if part is self.part:
            return replace(self, pieces=pieces)
        forgotten = self.of_names(self.kinds, len(kind_at), is_stale=self.is_stale)
        return replace(forgotten, part=part, pieces=pieces)

    def learn(self, survey: Survey, kind_at: Ints) -> Self:
        """With the looks of the pieces of a known table. kind_at: (n,) the number of the kind at each place, -1 for
        none.
        """
        weights = self.kinds.compute_weights(kind_at)
        is_shown = np.asarray(weights.any(axis=1), np.bool_)
        doubt, heads, head_looks = _find_light_doubt(survey.light), survey.seen_heads.seen, self.head_looks
        if heads is not None:
            head_looks = self._learn(head_looks, self.kinds.prior_head_looks, heads, weights, doubt)
        return replace(
            self,
            looks=self._learn(self.looks, self.kinds.prior_looks, survey.moved.core, weights, doubt),
            head_looks=head_looks,
            shown=self.shown | is_shown,
            is_complete=self.is_complete or bool(is_shown.all()),
            is_stale=True,
        )

    def _learn(
        self, before: tuple[Look, ...], prior: tuple[Look, ...], colours: Floats, weights: Floats, light_doubt: Floats
    ) -> tuple[Look, ...]:
        """Looks, learned from one more picture of a known table.

        prior: as the names make us expect. colours: (n, 3) of the places. weights: (k, n) how much each belongs to each
        kind. light_doubt: (3, 3) the covariance of how far off the light may be.
        """
        # How much pieces differ is estimated from this picture alone: the same few pieces, seen again, always look
        # alike.
        aged = self._age(tuple(map(_with_prior_spread, before, prior)))
        shift = appearance.estimate_light_shift(aged, colours, weights, light_doubt)
        looks, _ = appearance.update_looks(aged, colours, weights, shift, inf)
        seen = [bool(some.any()) for some in weights]
        named = [replace(look, is_named=look.is_named or some) for look, some in zip(looks, seen, strict=True)]
        return appearance.share_colours(named, self.colours, self.shown | np.array(seen))

    def _fade(self, looks: tuple[Look, ...], saturation: float) -> tuple[Look, ...]:
        """The looks in a picture with pale colours. saturation: how much of all colours the picture shows."""
        faded = tuple(appearance.fade(look, saturation) for look in looks)
        if not self.is_stale:
            return faded
        pairs = zip(faded, self.shown.tolist(), strict=True)
        return self._age(tuple(look if shown else appearance.allow_tinge(look) for look, shown in pairs))

    def _share_doubtful(self, looks: tuple[Look, ...]) -> tuple[Look, ...]:
        """The looks for a picture that shows colours otherwise: hardly known, and the same for kinds of one colour."""
        doubt = appearance.make_covariance(*_OTHER_TONE_DOUBT)
        out = list(looks)
        for colour in np.unique(self.colours):
            alike = np.flatnonzero(self.colours == colour).tolist()
            surest = min((looks[i] for i in alike), key=lambda look: float(np.trace(look.doubt)))
            for i in alike:
                out[i] = replace(looks[i], mean=surest.mean, doubt=surest.doubt + doubt)
        return tuple(out)

    def _age(self, looks: tuple[Look, ...]) -> tuple[Look, ...]:
        """The looks, a little less sure than when they were learned, because the light may have changed since."""
        if not self.is_stale:
            return looks
        stale = appearance.make_covariance(*_STALE_DOUBT)
        return tuple(replace(look, doubt=look.doubt + stale) for look in looks)


def _with_prior_spread(look: Look, prior: Look) -> Look:
    """This look, but with single pieces that differ as much as those of the look `prior`."""
    return replace(look, spread=prior.spread)


def _find_light_doubt(lit: Light) -> Floats:
    """(3, 3) the covariance of how far off the estimate of the light may be."""
    return appearance.make_covariance(lit.doubt_level, lit.doubt_hue)
