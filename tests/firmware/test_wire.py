"""The frames of the link: compared with vectors that the firmware's tests read too, and tried with random bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.devices.messages import (
    Ask,
    BoxButton,
    Button,
    ButtonStuck,
    Health,
    HealthTest,
    Hello,
    LossReason,
    RefusalReason,
    Refused,
    RollLost,
    RollResult,
    Taken,
)
from companion.devices.wire import MAX_FRAME_BYTES, Frame, FrameError, Splitter, VersionError, decode, encode, wrap

VECTORS = Path(__file__).parents[2] / "firmware" / "vectors.txt"
LINES = [line.split() for line in VECTORS.read_text(encoding="ascii").splitlines() if line and line[0] != "#"]


@pytest.mark.parametrize("line", [line for line in LINES if line[0] == "good"], ids=lambda line: line[1])
def test_good_vectors_are_read_and_written(line):
    kind, session, number, body, wire = (bytes.fromhex(field.replace("-", "")) for field in line[2:])
    (chunk,) = Splitter().feed(wire)
    frame = decode(chunk)
    assert (frame.session, frame.number) == (int.from_bytes(session), number[0])
    assert encode(frame) == wire
    assert wrap(b"\x01" + kind + session + number + body) == wire


@pytest.mark.parametrize("line", [line for line in LINES if line[0] == "bad"], ids=lambda line: line[1])
def test_bad_vectors_are_refused(line):
    _, _, result, wire = line
    chunks = Splitter().feed(bytes.fromhex(wire))
    if result == "nothing":
        assert not chunks
        return
    for chunk in chunks:
        with pytest.raises(VersionError if result == "version" else FrameError):
            decode(chunk)
    assert chunks or result == "damaged"


_BYTE, _SHORT, _LONG = (st.integers(0, 256**n - 1) for n in (1, 2, 4))
MESSAGES = st.one_of(
    st.builds(Hello),
    st.builds(Ask, _SHORT, _BYTE, _SHORT),
    st.builds(Taken, _LONG, _LONG),
    st.builds(Button, st.sampled_from(BoxButton), st.booleans(), _LONG),
    st.builds(RollResult, _LONG, _LONG, _SHORT, st.integers(1, 6), st.integers(0, 6)),
    st.builds(Health, st.sampled_from(HealthTest)),
    st.builds(ButtonStuck, st.sampled_from(BoxButton), st.booleans()),
    st.builds(RollLost, _LONG, _LONG, _SHORT, st.sampled_from(LossReason)),
    st.builds(Refused, _SHORT, st.sampled_from(RefusalReason)),
)
FRAMES = st.builds(Frame, _SHORT, _BYTE, MESSAGES)


@given(FRAMES, st.binary(max_size=80))
def test_what_is_written_is_read_whatever_came_before(frame, noise):
    *_, chunk = Splitter().feed(noise + encode(frame))
    assert decode(chunk) == frame


@given(st.binary(max_size=80))
def test_anything_is_a_frame_or_refused(data):
    for content in (data, data[:30]):
        for chunk in Splitter().feed(content + b"\0") + Splitter().feed(wrap(b"\x01" + content)):
            try:
                frame = decode(chunk)
            except FrameError:
                continue
            assert Splitter().feed(encode(frame)), "what is read can be written"


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_how_the_stream_is_cut_into_reads_does_not_matter(pieces):
    splitter = Splitter()
    assert [chunk for piece in pieces for chunk in splitter.feed(piece)] == Splitter().feed(b"".join(pieces))


@pytest.mark.parametrize("line", [line for line in LINES if line[0] == "good"], ids=lambda line: line[1])
def test_any_flipped_bit_is_noticed(line):
    wire = bytes.fromhex(line[6])
    for at in range(8, 8 * len(wire) - 8):
        flipped = bytearray(wire)
        flipped[at // 8] ^= 1 << at % 8
        for chunk in Splitter().feed(bytes(flipped)):
            with pytest.raises(FrameError):
                decode(chunk)


def test_a_body_that_no_message_has_is_refused():
    for kind, body in ((0x92, "00000001 00000001 0001 07 00"), (0x90, "09 01 00000000"), (0x94, "77"), (0x10, "00")):
        chunk = wrap(bytes((1, kind, 0, 1, 0)) + bytes.fromhex(body)).strip(b"\0")
        with pytest.raises(FrameError):
            decode(chunk)


def test_an_endless_chunk_is_passed_over():
    splitter = Splitter()
    assert splitter.feed(b"\x55" * 100_000) == []
    assert splitter.feed(b"\0" + encode(Frame(1, 0, Hello()))) != []
    assert len(encode(Frame(0xFFFF, 0xFF, RollResult(0, 0, 0, 1, 0)))) <= MAX_FRAME_BYTES + 3
