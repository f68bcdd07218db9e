"""The words for the end of a game, and for the end of a part: one of several games, bouts or rounds."""

from __future__ import annotations

from collections.abc import Mapping

from companion.history.state import State
from companion.language import N_, Translated, _
from companion.rules.core import Event, Hints

_PART_WON = "-won"
"""How the name of an event ends if the event ends a part of the game: "bout-won"."""

_PART_OVER: Mapping[str, str] = Translated(
    {"game": N_("This game is over"), "bout": N_("This bout is over"), "round": N_("This round is over")}
)
"""A headline that says which part has ended, by the rules' name of the part."""

_SET_UP_NEXT: Mapping[str, str] = Translated(
    {
        "game": N_("Press Done when you are ready to set up the next game."),
        "bout": N_("Press Done when you are ready to set up the next bout."),
        "round": N_("Press Done when you are ready to set up the next round."),
    }
)
"""What people should do after a part has ended, by the rules' name of the part."""


def describe_end(state: State) -> str:
    """How the last move or roll won the game and its last part, in the words of the rules; "" if it did not win."""
    events = _last_events(state)
    if not any(event.event == "won" for event in events):
        return ""
    return " ".join(event.text for event in events if event.event == "won" or event.event.endswith(_PART_WON))


def describe_part_over(state: State, hints: Hints) -> tuple[str, str]:
    """The headline and the text below it after a part that is not the last one: who won it, and what it counts."""
    events = _last_events(state)
    won = [event for event in events if event.event.endswith(_PART_WON)]
    if not won:  # people started or corrected the game to this position
        return _("Ready to play on?"), hints.text + " " + _("Press Done when you are ready to set it up.")
    part = won[-1].event.removesuffix(_PART_WON)
    told = " ".join(event.text for event in events if event in won or event.event == "tie")
    return _PART_OVER[part], f"{told} {_SET_UP_NEXT[part]}"


def _last_events(state: State) -> tuple[Event, ...]:
    """What the rules said that the last event caused; empty if they did not judge it."""
    return state.last_outcome.events if state.last_outcome is not None else ()
