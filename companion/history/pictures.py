"""The pictures that are kept with the saved games: one of the board after each move, for people who look back.

Each game has a folder for its pictures, beside the journal. Only their owner can read them. They are no part of the
game: the journal knows nothing of them, and a game without them is complete.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.files import replace_file

FOLDER = "pictures"
"""The folder with the pictures, in the folder for saved games."""

MOST_BYTES = 200 * 2**20
"""How many bytes all pictures may take together. If there are more, those of the games that were played longest ago are
deleted.
"""


class PictureStore:
    """The pictures of all games. Its methods raise OSError if the disk fails."""

    def __init__(self, data: Path) -> None:
        """data: the folder for saved games."""
        self._folder = data / FOLDER

    def keep(self, game: int, moves: int, jpeg: bytes) -> None:
        """Keeps a picture of a game after this many moves.

        Pictures of later moves are deleted, because these moves were undone and do not count any more.
        """
        own = self._folder / str(game)
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        for later in own.glob("*.jpg"):
            if later.stem.isdecimal() and int(later.stem) > moves:
                later.unlink(missing_ok=True)
        replace_file(own / _name(moves), jpeg, durable=False, private=True)

    def find(self, game: int, moves: int) -> bytes | None:
        """The picture of a game after this many moves; None if there is none."""
        try:
            return (self._folder / str(game) / _name(moves)).read_bytes()
        except FileNotFoundError:
            return None

    def delete(self, game: int) -> None:
        """Deletes the pictures of a game."""
        own = self._folder / str(game)
        if own.exists():
            shutil.rmtree(own)

    def delete_all(self) -> None:
        """Deletes the pictures of all games."""
        if self._folder.exists():
            shutil.rmtree(self._folder)

    def limit(self, playing: int, most: int = MOST_BYTES) -> None:
        """Deletes pictures until all of them take no more space than this. Those of the running game stay."""
        games = sorted(self._folder.glob("*/"), key=lambda own: own.stat().st_mtime)
        sizes = {own: sum(file.stat().st_size for file in own.iterdir()) for own in games}
        for own in games:
            if sum(sizes.values()) <= most:
                return
            if own.name != str(playing):
                shutil.rmtree(own)
                del sizes[own]


def _name(moves: int) -> str:
    return f"{moves:05d}.jpg"
