"""Throws made here, sealed: a secret is chosen and its digest shown before the first press, and told after the game.

Every throw follows from the secret and its number, so no throw can be made up to suit the play: whoever
noted the digest can count all throws over again (`companion journal verify`). Until it is told, the secret
lies in a file of its own that only its owner may read; a power cut changes no throw that is to come.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

from companion.devices.die import FACES, Settled
from companion.devices.errors import DeviceFailed
from companion.history.events import Event, Revealed, Sealed
from companion.history.state import State

SECRET_BYTES = 32

_UNBIASED = 256 - 256 % FACES
"""Bytes from here on are thrown away: the others fall on each face equally often."""


def digest(secret: bytes) -> str:
    """What a secret is sealed with: its SHA-256, in hex."""
    return hashlib.sha256(secret).hexdigest()


def throw(secret: bytes, number: int, dice: int) -> tuple[int, ...]:
    """The values of the throw with a number (from 1 on) of so many dice: HMAC-SHA-256, with rejection sampling."""
    return tuple(islice(_faces(secret, number), dice))


def _faces(secret: bytes, number: int) -> Iterator[int]:
    for block in count():
        for byte in hmac.digest(secret, f"{number}/{block}".encode(), "sha256"):
            if byte < _UNBIASED:
                yield 1 + byte % FACES


class Vault:
    """Where secrets lie until they are told: a file each, named by its digest. Raises OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, secret: bytes) -> None:
        """Keeps a secret; it is on the disk when this returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        fd = os.open(self._file(digest(secret)), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(fd, secret.hex().encode())
            os.fsync(fd)
        finally:
            os.close(fd)
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def fetch(self, seal: str) -> bytes | None:
        """The secret below a seal; None where it is not here, or is not what was sealed."""
        try:
            secret = bytes.fromhex(self._file(seal).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None
        return secret if digest(secret) == seal else None

    def forget(self, seal: str) -> None:
        """Drops a secret that has been told."""
        with contextlib.suppress(FileNotFoundError):
            self._file(seal).unlink()

    def _file(self, seal: str) -> Path:
        return self._folder / f"{seal}.secret"


class SealedRolls:
    """The throws of one running game. What was sealed and thrown so far, its state says: nothing is kept here.

    state: the game as it stands. record: writes an event down; whether it could.
    """

    def __init__(self, vault: Vault, state: Callable[[], State], record: Callable[[Event], bool]) -> None:
        self._vault = vault
        self._state = state
        self._record = record
        self._known: tuple[str, bytes] | None = None

    def seal(self) -> str:
        """The seal that the next throw is under; a new one is made and recorded where there is none.

        Raises DeviceFailed where it cannot be kept: there is no throw without a seal.
        """
        return digest(self._secret())

    def draw(self, dice: int) -> Settled:
        """The next throw. The same until it is recorded, however often it is asked for. Raises DeviceFailed."""
        secret = self._secret()
        number = self._state().sealed_rolls + 1
        return Settled(throw(secret, number, dice), {"seal": digest(secret), "number": number})

    def reveal(self) -> None:
        """Tells the secret, once the game is over."""
        seal = self._state().seal
        if seal is None:
            return
        secret = self._fetch(seal)
        if secret is not None and self._record(Revealed(secret.hex())):
            self._known = None
            with contextlib.suppress(OSError):  # it is told: a file left over gives nothing away
                self._vault.forget(seal)

    def _secret(self) -> bytes:
        seal = self._state().seal
        secret = None if seal is None else self._fetch(seal)
        return self._new() if secret is None else secret

    def _fetch(self, seal: str) -> bytes | None:
        if self._known is None or self._known[0] != seal:
            with _explained():
                secret = self._vault.fetch(seal)
            self._known = None if secret is None else (seal, secret)
        return None if self._known is None else self._known[1]

    def _new(self) -> bytes:
        """A new secret: kept first, then sealed, so that a power cut between leaves no seal without its secret."""
        secret = secrets.token_bytes(SECRET_BYTES)
        with _explained():
            self._vault.keep(secret)
        if not self._record(Sealed(digest(secret))):
            raise DeviceFailed("the throws cannot be sealed, because the journal cannot be written")
        return secret


@contextlib.contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DeviceFailed(
            f"the secret that seals the throws cannot be kept in {error.filename}: {error.strerror}. Mend that, or"
            " type in the throws of an ordinary die"
        ) from error
