"""What the watcher learns from a known table, and the calibrations that it refuses."""

from __future__ import annotations

import cv2
import pytest

from tests.vision import scene
from tests.vision.watched_table import BOARD, GOLD, Eye, Table, with_hand
from vision.differences import Changed
from vision.errors import CalibrationRefused
from vision.observation import EMPTY, CellReading, Reading
from vision.register import Registration
from vision.watcher import Watcher


def test_learning_passes_through_and_the_table_is_read_again() -> None:
    table = Table()
    table.pieces = {"a1": GOLD}
    image = table.picture()
    table.watcher.learn(image, {"a1": ("gold",)})
    assert table.eye.learned == [(image.shape, {"a1": ("gold",)})]
    before = table.rest()
    table.watcher.learn(image, {"a1": ("gold",)})
    after = table.see()
    assert after.settled
    assert after.reading is not before.reading


class TestCalibration:
    """A calibration must read the known table as it is, or it is refused with the reason."""

    def test_a_table_that_does_not_read_back_is_refused_and_leaves_no_trace(self) -> None:
        table = Table()
        table.pieces = {"a1": GOLD, "c3": GOLD}
        before = table.rest()
        with pytest.raises(
            CalibrationRefused, match=r"not read the table correctly: c3 looks gold and is empty\. .*middle"
        ):
            table.watcher.learn(table.picture(), {"a1": ("gold",)})
        with pytest.raises(CalibrationRefused, match=r"b2 looks empty and is gold"):
            table.watcher.learn(table.picture(), {"a1": ("gold",), "b2": ("gold",), "c3": ("gold",)})
        assert table.see().reading is before.reading

    def test_a_board_too_small_in_the_picture_is_refused(self) -> None:
        table = Table()
        table.camera = scene.Camera(BOARD, (640, 360), tilt=0.3, fill=0.46)
        with pytest.raises(
            CalibrationRefused,
            match=r"board is too small in the picture: 1[5-7] pixels a cell, 18 are needed\. Move the camera nearer",
        ):
            table.watcher.learn(table.picture(), {})
        assert not table.eye.learned

    def test_a_hand_over_the_board_is_refused(self) -> None:
        table = Table()
        with pytest.raises(CalibrationRefused, match="neither board nor piece"):
            table.watcher.learn(with_hand(table.picture(), (640, 460)), {})

    def test_what_cannot_be_told_is_refused_with_the_pictures_fault(self) -> None:
        class Doubtful(Eye):
            def read(
                self, image: scene.Picture, registration: Registration, *, changed: Changed | None = None
            ) -> Reading:
                return Reading({name: CellReading({EMPTY: 0.6}) for name in BOARD.cells}, False)

        table = Table()
        watcher = Watcher(BOARD, Doubtful(BOARD))
        with pytest.raises(CalibrationRefused, match=r"not sure of 49 of the 49 cells\. Take hands"):
            watcher.learn(table.picture(), {})
        blurred = cv2.GaussianBlur(table.picture(), (0, 0), 4.0)
        with pytest.raises(CalibrationRefused, match=r"not sure of 49 of the 49 cells\. The camera is out of focus"):
            watcher.learn(blurred, {})

    @pytest.mark.parametrize(("wrong", "refused"), [(0, False), (2, False), (3, True)])
    def test_a_few_doubts_are_none(self, wrong: int, refused: bool) -> None:
        class Doubtful(Eye):
            def read(
                self, image: scene.Picture, registration: Registration, *, changed: Changed | None = None
            ) -> Reading:
                names = list(BOARD.cells)
                doubts = {name: CellReading({("gold", 1) if i < wrong else EMPTY: 0.7}) for i, name in enumerate(names)}
                return Reading(
                    {n: doubts[n] if i < 10 else CellReading({EMPTY: 1.0}) for i, n in enumerate(names)}, False
                )

        watcher = Watcher(BOARD, Doubtful(BOARD))
        if refused:
            with pytest.raises(CalibrationRefused, match="not sure of 10 of the 49 cells"):
                watcher.learn(Table().picture(), {})
        else:
            watcher.learn(Table().picture(), {})

    def test_stacks_that_cannot_be_counted_are_no_reason(self) -> None:
        table = Table()
        table.pieces = {"a1": GOLD}
        table.watcher.learn(table.picture(), {"a1": ("gold",) * 3})
        assert len(table.eye.learned) == 1
