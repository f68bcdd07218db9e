"""Sealed rolls: secret and number decide each roll, every value is as likely, and the game's end reveals the secret."""

from __future__ import annotations

import hashlib
import hmac
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.devices.errors import DeviceFailed
from companion.fairness.commit_reveal import SealedRolls, SecretStore, derive_roll, digest
from companion.fairness.statistics import correlation_test, frequency_test, pairs_test
from companion.history.events import Event, Revealed, Rolled, Sealed, Started
from companion.history.state import State, fold
from companion.rules import GAMES

RULES = GAMES["spaces"]
SECRET = bytes(range(32))


class Record:
    """A game's record in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.full = False
        self.state: State
        self(Started("spaces", RULES.dump(RULES.new())))

    def __call__(self, event: Event) -> bool:
        if not self.full:
            self.events.append(event)
            self.state = fold(self.state if hasattr(self, "state") else None, event)
        return not self.full


def sealed(record: Record, folder: Path) -> SealedRolls:
    return SealedRolls(SecretStore(folder), lambda: record.state, record)


def plain(secret: bytes, number: int) -> Iterator[int]:
    """The values of a roll by the contract's text alone: HMAC-SHA-256 of `number/block`, without bytes from 252 on."""
    for block in count():
        for byte in hmac.new(secret, b"%d/%d" % (number, block), hashlib.sha256).digest():
            if byte <= 251:
                yield byte % 6 + 1


def test_a_roll_follows_from_secret_and_number() -> None:
    for number in range(1, 50):
        faces = plain(SECRET, number)
        assert derive_roll(SECRET, number, 40) == tuple(next(faces) for _ in range(40))
    assert digest(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize(
    "secret", [SECRET, b"\0" * 32, b"another secret, as long as others"], ids=["counting", "zero", "text"]
)
def test_sixty_thousand_rolls_are_even_and_independent(secret: bytes) -> None:
    """The secrets are fixed, so that the test gives the same result every time."""
    singly = [value for number in range(1, 60_001) for value in derive_roll(secret, number, 1)]
    in_pairs = [value for number in range(1, 30_001) for value in derive_roll(secret, number, 2)]
    for values in (singly, in_pairs):
        assert len(values) == 60_000
        for test in (frequency_test(values), pairs_test(values), pairs_test(values[1:]), correlation_test(values)):
            assert test is not None
            assert test.p > 1e-4


def test_the_seal_is_recorded_before_the_first_roll_and_opened_after_the_game(tmp_path: Path) -> None:
    record = Record()
    throws = sealed(record, tmp_path / "seals")
    seal = throws.seal()
    assert record.events[1:] == [Sealed(seal)]
    assert throws.seal() == seal
    drawn = throws.roll(2)
    assert drawn.proof == {"seal": seal, "number": 1}
    assert throws.roll(2) == drawn  # the same roll comes again until it is recorded
    (file,) = (tmp_path / "seals").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    throws.reveal()
    told = record.events[-1]
    assert isinstance(told, Revealed)
    secret = bytes.fromhex(told.secret)
    assert digest(secret) == seal
    assert derive_roll(secret, 1, 2) == drawn.values
    assert not list((tmp_path / "seals").iterdir())
    throws.reveal()
    assert record.events[-1] is told
    assert throws.seal() != seal


def test_a_power_cut_changes_no_roll_that_is_to_come(tmp_path: Path) -> None:
    record = Record()
    drawn = sealed(record, tmp_path).roll(2)
    again = sealed(record, tmp_path)
    assert again.roll(2) == drawn
    record(Rolled(list(drawn.values), "screen", dict(drawn.proof)))
    assert again.roll(2).proof["number"] == 2


def test_a_lost_secret_is_followed_by_a_new_seal(tmp_path: Path) -> None:
    record = Record()
    seal = sealed(record, tmp_path).seal()
    (tmp_path / f"{seal}.secret").write_text("00" * 32)
    assert sealed(record, tmp_path).seal() != seal
    assert [type(event) for event in record.events] == [Started, Sealed, Sealed]


def test_without_a_seal_there_is_no_roll(tmp_path: Path) -> None:
    record = Record()
    record.full = True
    with pytest.raises(DeviceFailed, match="cannot be sealed"):
        sealed(record, tmp_path).roll(1)
    (tmp_path / "file").write_text("")
    with pytest.raises(DeviceFailed, match="ordinary die"):
        sealed(Record(), tmp_path / "file").roll(1)
