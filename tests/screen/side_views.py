"""Every page beside a game, with the longest texts that it can have, for the tests and the gallery."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.app.choices import ChosenSettings
from companion.config import Config
from companion.history.events import Started
from companion.history.journal import Entry
from companion.history.saved_games import SavedGame
from companion.presentation import help_page, settings_page, take_along
from companion.rules import GAMES
from companion.values.side_pages import SidePage

FOLDER = "/var/lib/companion/exports"


def side_pages() -> dict[str, SidePage]:
    """Pages by name."""
    rules = GAMES["backgammon"]
    started = Started("backgammon", rules.dump(rules.new()))
    game = SavedGame(12, started, (Entry(1, 1.7e9, started),))
    file = take_along.name_file(game, "jsonl")
    pulled = take_along.describe_failure(OSError(errno.EIO, "I/O error"), is_stick=True, is_reachable=False)
    wrong = take_along.describe_failure(OSError(errno.EACCES, "no"), is_stick=True, is_reachable=True)

    def take(place: str, *, stick: bool, done: str = "", trouble: str = "", works: bool = False) -> SidePage:
        return take_along.make_page(
            game,
            ("text", "mat", "jsonl"),
            place,
            is_stick=stick,
            has_other=stick,
            can_report=True,
            works=works,
            done=done,
            trouble=trouble,
        )

    return {
        "settings": settings_page.make_settings_page(ChosenSettings(Config()).values),
        "languages": settings_page.make_language_page(),
        "take-along": take("KINGSTON", stick=True),
        "take-along-folder": take(FOLDER, stick=False),
        "take-along-works": take("KINGSTON", stick=True, works=True),
        "take-along-done": take("KINGSTON", stick=True, done=take_along.describe_written(file, is_stick=True)),
        "take-along-pulled": take(FOLDER, stick=False, trouble=pulled),
        "take-along-refused": take("KINGSTON", stick=True, trouble=wrong),
        "help": help_page.make_page("0.1.0", Path("/var/lib/companion"), can_report=True),
    }
