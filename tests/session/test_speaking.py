"""Messages of devices: each is reported once and shown as a sentence."""

from __future__ import annotations

from tests.session.evening import Evening


def test_what_a_device_says_is_shown_as_a_sentence_and_told_once(evening: Evening) -> None:
    for _ in range(2):
        evening.session.notice("the camera /dev/video0 is gone", "camera")
    (told,) = evening.session.take_news()
    assert told.data == {"device": "camera", "text": "the camera /dev/video0 is gone"}
    assert evening.view.notices == ("The camera /dev/video0 is gone",)
