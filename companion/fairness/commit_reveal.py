"""Sealed rolls: the companion chooses a secret, shows its digest before the first roll, and reveals the secret after
the game.

Every roll follows from the secret and the number of the roll, so nobody can choose a roll to suit the game. Anybody who
wrote down the digest can compute all rolls again (`companion journal verify`).

Until it is revealed, the secret is in a file that only its owner may read. A power cut does not change the rolls that
are still to come.
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
from companion.language import _

SECRET_BYTES = 32
"""How many bytes a secret has."""

_UNBIASED = 256 - 256 % FACES
"""Bytes from this value on are not used: with them, some faces of a die would come up more often than others."""


def digest(secret: bytes) -> str:
    """The seal of a secret: its SHA-256 digest, in hex."""
    return hashlib.sha256(secret).hexdigest()


def derive_roll(secret: bytes, number: int, dice: int) -> tuple[int, ...]:
    """The values of the roll with this number (from 1), computed from the secret by HMAC-SHA-256 with rejection
    sampling.
    """
    return tuple(islice(_derive_values(secret, number), dice))


def _derive_values(secret: bytes, number: int) -> Iterator[int]:
    for block in count():
        for byte in hmac.digest(secret, f"{number}/{block}".encode(), "sha256"):
            if byte < _UNBIASED:
                yield 1 + byte % FACES


class SecretStore:
    """Keeps secrets until they are revealed. Each is in a file that is named by the secret's digest. Every method
    raises OSError.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, secret: bytes) -> None:
        """Saves a secret. When this returns, the secret is on the disk."""
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

    def load(self, seal: str) -> bytes | None:
        """The secret of a seal; None if there is no file, or if the file does not belong to the seal."""
        try:
            secret = bytes.fromhex(self._file(seal).read_text(encoding="ascii"))
        except (FileNotFoundError, ValueError):
            return None
        return secret if digest(secret) == seal else None

    def delete(self, seal: str) -> None:
        """Deletes a secret that was revealed."""
        with contextlib.suppress(FileNotFoundError):
            self._file(seal).unlink()

    def _file(self, seal: str) -> Path:
        return self._folder / f"{seal}.secret"


class SealedRolls:
    """The sealed rolls of one running game. The state of the game knows the seal, and how many rolls were made under
    it.
    """

    def __init__(self, store: SecretStore, state: Callable[[], State], record: Callable[[Event], bool]) -> None:
        """state: returns the game's state now. record: writes an event to the journal; True if that worked."""
        self._store = store
        self._state = state
        self._record = record
        self._secret_of_seal: tuple[str, bytes] | None = None

    def seal(self) -> str:
        """The seal of the next roll. If there is none, a seal is made and recorded.

        Raises DeviceFailed if the secret cannot be saved, because no roll may be made without a seal.
        """
        return digest(self._find_or_make_secret())

    def roll(self, dice: int) -> Settled:
        """The next roll. It stays the same until it is recorded. Raises DeviceFailed."""
        secret = self._find_or_make_secret()
        number = self._state().sealed_rolls + 1
        return Settled(derive_roll(secret, number, dice), {"seal": digest(secret), "number": number})

    def reveal(self) -> None:
        """Reveals the secret when the game is over."""
        seal = self._state().seal
        if seal is None:
            return
        secret = self._load(seal)
        if secret is not None and self._record(Revealed(secret.hex())):
            self._secret_of_seal = None
            with contextlib.suppress(OSError):  # the secret is revealed by now, so it does no harm if the file stays
                self._store.delete(seal)

    def _find_or_make_secret(self) -> bytes:
        seal = self._state().seal
        secret = None if seal is None else self._load(seal)
        return self._make_secret() if secret is None else secret

    def _load(self, seal: str) -> bytes | None:
        if self._secret_of_seal is None or self._secret_of_seal[0] != seal:
            with _device_errors():
                secret = self._store.load(seal)
            self._secret_of_seal = None if secret is None else (seal, secret)
        return None if self._secret_of_seal is None else self._secret_of_seal[1]

    def _make_secret(self) -> bytes:
        """A new secret. It is saved before its seal is recorded, so that no recorded seal ever lacks its secret."""
        secret = secrets.token_bytes(SECRET_BYTES)
        with _device_errors():
            self._store.save(secret)
        if not self._record(Sealed(digest(secret))):
            raise DeviceFailed(_("the rolls cannot be sealed, because the journal cannot be written"))
        return secret


@contextlib.contextmanager
def _device_errors() -> Iterator[None]:
    """Turns an OSError into DeviceFailed, which says what to do."""
    try:
        yield
    except OSError as error:
        raise DeviceFailed(
            _(
                "the secret of the sealed rolls cannot be saved in {file}: {reason}. Free some space and "
                "allow writing there, or roll an ordinary die and enter the roll"
            ).format(file=error.filename, reason=error.strerror)
        ) from error
