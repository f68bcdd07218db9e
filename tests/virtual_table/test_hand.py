"""The hand of a player: it carries out steps over several frames, and reports what it cannot do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from companion.boards import BOARDS
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hand import BOX, Hand, Performance
from companion.virtual_table.scene import Scene, SceneError
from tests.tables import make_scene
from vision.errors import SourceEnded
from vision.sources import Frame

MINDFIELD = BOARDS["mindfield"]
START = {"d4": ("antipode-silver",)}


def _scene(table: dict[str, tuple[str, ...]]) -> Scene:
    scene = make_scene(MINDFIELD, seed=2)
    scene.lay({**START, **table})
    return scene


def _watched(film: Performance) -> Iterator[Frame]:
    while True:
        try:
            yield film.read()
        except SourceEnded:
            return


def _do(acts: Iterable[None]) -> int:
    return sum(1 for _ in acts)


def test_a_stone_is_carried_frame_by_frame_and_the_hand_goes() -> None:
    scene = _scene({})
    hand = Hand(scene)
    held, places = 0, []
    for _ in hand.carry("gold", BOX, "b2"):
        assert scene.hand is not None
        places.append((scene.hand.x, scene.hand.y, scene.hand.z))
        held += scene.held is not None
    assert scene.table() == {**START, "b2": ("gold",)}
    assert held > 5
    assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() < 2 * hand.speed_mm
    _do(hand.leave())
    assert scene.hand is None


def test_a_hasty_hand_is_seen_with_every_piece_but_in_few_frames() -> None:
    scene = _scene({})
    hand = Hand(scene, speed_mm=1000.0, hasty=True)
    frames = [scene.hand for _ in hand.make({**START, "b2": ("gold",), "f6": ("silver",)})]
    assert scene.table() == {**START, "b2": ("gold",), "f6": ("silver",)}
    assert sum(pose is not None for pose in frames) >= 2
    assert len(frames) <= 8
    assert frames[-1] is None


def test_a_capture_goes_back_to_its_box() -> None:
    scene = _scene({"c3": ("gold",), "c4": ("silver",)})
    hand = Hand(scene, far_side=True)
    _do(hand.carry("gold", "c3", "c5"))
    _do(hand.carry("silver", "c4", BOX))
    assert scene.table() == {**START, "c5": ("gold",)}
    assert sum(p.kind == "silver" for p in scene.pieces) == 13


def test_the_antipode_is_turned_where_it_is() -> None:
    scene = _scene({})
    assert _do(Hand(scene).turn("antipode-silver", "d4")) > 3
    assert scene.table() == {"d4": ("antipode-gold",)}


@pytest.mark.parametrize("seed", range(6))
def test_any_table_is_made_from_any_other(seed: int) -> None:
    random = np.random.default_rng(seed)
    tables = []
    for _ in range(2):
        cells = random.permutation(list(MINDFIELD.layout().cells))[:11]
        stones = {str(cell): (str(random.choice(["gold", "silver"])),) for cell in cells[1:]}
        tables.append({str(cells[0]): (str(random.choice(["antipode-gold", "antipode-silver"])),), **stones})
    scene = make_scene(MINDFIELD, seed=seed)
    scene.lay(tables[0])
    _do(Hand(scene, speed_mm=150).make(tables[1]))
    assert scene.table() == tables[1]
    assert scene.hand is None


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (("carry", "gold", "a1", "b1"), "there is no gold on a1"),
        (("carry", "antipode-silver", BOX, "b1"), "there is no antipode-silver in the box"),
        (("carry", "antipode-silver", "d4", "z9"), "no cell 'z9'"),
        (("turn", "silver", "c3"), "no other side"),
    ],
)
def test_what_cannot_be_done_is_reported(act: tuple[str, ...], words: str) -> None:
    scene = _scene({"c3": ("silver",)})
    with pytest.raises(SceneError, match=words):
        _do(getattr(Hand(scene), act[0])(*act[1:]))


def test_a_performance_is_a_recording_of_the_play() -> None:
    scene = _scene({})
    hand = Hand(scene, speed_mm=80)
    with Performance(VirtualCamera(scene, size=(640, 360), noise=False), hand.make({**START, "a1": ("gold",)})) as film:
        assert not film.live
        frames = list(_watched(film))
    assert [f.index for f in frames] == list(range(len(frames)))
    assert len(frames) > 15
    assert not np.array_equal(frames[0].image, frames[len(frames) // 2].image)
    assert scene.table() == {**START, "a1": ("gold",)}
