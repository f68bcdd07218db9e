"""What the games share about giving up a game or a part of it: the words, and how to make a resignation.

A game says with `Game.resignations` who can give up what, and which position this leads to.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.language import N_, Translated, _
from companion.rules.core import Event, Outcome, P, Resignation

RESIGNED = "resigned"
"""The `Result.how` of a game that was won because somebody gave up."""

GIVE_UP: Mapping[str, str] = Translated(
    {
        "bout": N_("{player} gives up the bout"),
        "game": N_("{player} gives up the game"),
        "match": N_("{player} gives up the match"),
    }
)
"""The words on the button, by what is given up. A game may have more of them."""


def make_resignation(
    player: str, part: str, name: str, outcome: Outcome[P], words: Mapping[str, str] = GIVE_UP
) -> Resignation[P]:
    """The resignation of a player. part: what they give up, by the keys of `words`. name: what people call the
    player."""
    return Resignation(f"{player} {part}", player, words[part].format(player=name), outcome)


def end_game(position: P, winner: str) -> Outcome[P]:
    """What a resignation leads to if it ends the whole game. winner: the name for people of the player who wins."""
    text = _("{player} wins by resignation.").format(player=winner)
    return Outcome(position, (Event("won", text),))
