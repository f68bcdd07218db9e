"""A camera may show colours or contrasts otherwise than at the set-up: then the names of the kinds count again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from companion.boards import BOARDS, raster
from tests.vision.faults import bend, saturate
from tests.vision.photos import photograph, truth, wrong
from tests.vision.scene import Picture
from vision.reader import Reader
from vision.reader.colours.kinds import Kinds
from vision.reader.contents.posterior import Expected
from vision.reader.known_looks import KnownLooks

KINDS = Kinds.of(BOARDS["mindfield"].layout())


def expect(saturation: float, contrast: float) -> Expected:
    """What a reader expects that has learned how all pieces look: gold ones as usual, the gold Antipode darker."""
    known = KnownLooks.of_names(KINDS, 49, is_stale=True)
    looks = tuple(
        replace(look, mean=look.mean - 0.3 * look.kind.startswith("antipode"), doubt=0.01 * np.eye(3) * (1 + number))
        for number, look in enumerate(known.looks)
    )
    known = replace(known, looks=looks, shown=np.ones(len(KINDS), np.bool_), is_complete=True)
    conditions = SimpleNamespace(saturation=saturation, contrast=contrast)
    light = SimpleNamespace(doubt_level=0.1, doubt_hue=0.05)
    return known.expect(SimpleNamespace(conditions=conditions, light=light))  # type: ignore[arg-type]


@pytest.mark.parametrize(("saturation", "contrast"), [(0.4, 1.0), (1.0, 0.7), (1.0, 1.6)])
def test_in_other_tones_looks_that_were_learned_are_hardly_known(saturation: float, contrast: float) -> None:
    usual, other = expect(0.9, 1.1), expect(saturation, contrast)
    assert usual.is_learned
    assert not other.is_learned
    assert all((np.diag(a.doubt) > np.diag(b.doubt) + 0.1).all() for a, b in zip(other.looks, usual.looks, strict=True))
    means = {look.kind: look.mean for look in other.looks}
    assert means["antipode-gold"] == pytest.approx(means["gold"])
    assert means["antipode-silver"] == pytest.approx(means["silver"])


CHANGES: dict[str, Callable[[Picture], Picture]] = {
    "pale": lambda picture: saturate(picture, 0.4),
    "little contrast": lambda picture: bend(picture, 0.55),
    "much contrast": lambda picture: bend(picture, 1.7),
}


@pytest.mark.parametrize("change", list(CHANGES))
@pytest.mark.parametrize("light", ["daylight", "lamp", "dim"])
def test_gold_stays_gold_if_the_camera_shows_colours_otherwise(light: str, change: str) -> None:
    reader = Reader(BOARDS["mindfield"].layout(), raster(BOARDS["mindfield"], 3.0))
    reader.learn(*photograph(light, "start"), {cell: tuple(kinds) for cell, kinds in truth(light, "start").items()})
    reader.learn(*photograph(light, "game"), {cell: tuple(kinds) for cell, kinds in truth(light, "game").items()})
    picture, registration = photograph(light, "game")
    reading = reader.read(CHANGES[change](picture), registration)
    assert not reading.hand
    assert not [name for name in wrong(reading, truth(light, "game")) if not reading.cells[name].unsure]
