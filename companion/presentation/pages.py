"""Makes the pages that people open in a running game: its menu, and what can be given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.history.state import State
from companion.history.steps import list_steps
from companion.language import _
from companion.presentation.look_back import show_past
from companion.presentation.rules_pages import find_rules
from companion.rules.core import Status
from companion.session.corrections import corrections
from companion.session.decisions import find_voidable_roll
from companion.session.transient_state import TransientState
from companion.values.commands import (
    AskSwitchOff,
    ClosePage,
    GiveUp,
    OpenCorrections,
    OpenGameMenu,
    OpenMenu,
    OpenResignations,
    ShowStep,
    TurnBoard,
)
from companion.values.side_commands import (
    OpenCamera,
    OpenDevices,
    OpenHelp,
    OpenNames,
    OpenSettings,
    OpenTakeAlong,
)
from companion.values.views import Choice, View


def list_side_choices(*, can_switch_off: bool) -> tuple[Choice, ...]:
    """What people can do beside every game. can_switch_off: True if they may switch the computer off."""
    choices = (
        Choice("names", _("Names"), OpenNames()),
        Choice("settings", _("Settings"), OpenSettings()),
        Choice("save-copy", _("Save a copy"), OpenTakeAlong()),
        Choice("camera", _("Camera"), OpenCamera()),
        Choice("devices", _("Devices"), OpenDevices(in_game=True)),
        Choice("help", _("Help"), OpenHelp()),
    )
    return (*choices, Choice("switch-off", _("Switch off"), AskSwitchOff())) if can_switch_off else choices


def leave_game() -> Choice:
    """The choice to leave the game for the menu in which people choose a game."""
    return Choice("menu", _("Leave this game"), OpenMenu())


def show_page(
    base: View, state: State, now: TransientState, status: Status, beside: Sequence[Choice] = ()
) -> View | None:
    """The view of the open page; None if none is open. beside: what people can do beside every game."""
    match now.page:
        case "menu":
            return _show_menu(base, state, beside)
        case "history":
            return show_past(base, state, now.step)
        case "resign":
            return _show_resignations(base, state)
        case None:
            return None


def list_pages(state: State) -> Iterator[Choice]:
    """Choices that open pages. A script can also use them."""
    yield Choice("game-menu", _("Menu"), OpenGameMenu())
    if (rules := find_rules(state.game)) is not None:
        yield Choice("rules", _("Rules"), rules)
    if steps := list_steps(state):
        yield Choice("history", _("Moves so far"), ShowStep(len(steps)))
    yield Choice("turn-board", _("Turn the board"), TurnBoard())
    if state.game.resignations(state.position):
        yield Choice("give-up", _("Give up"), OpenResignations())


def _show_menu(base: View, state: State, beside: Sequence[Choice]) -> View:
    choices = [Choice("close", _("Keep playing"), ClosePage())]
    choices += [choice for choice in list_pages(state) if choice.command != OpenGameMenu()]
    if corrections(state) or find_voidable_roll(state) is not None:
        choices.append(Choice("otherwise", _("Correct something"), OpenCorrections()))
    choices.extend(beside)
    choices.append(leave_game())
    return replace(
        base,
        screen="menu",
        headline=_("Menu"),
        detail=_("The game is saved."),
        choices=tuple(choices),
        buttons=(),
    )


def _show_resignations(base: View, state: State) -> View:
    found = state.game.resignations(state.position)
    choices = [Choice(one.name, one.text, GiveUp(one.name)) for one in found]
    return replace(
        base,
        screen="menu",
        headline=_("Who gives up?"),
        detail=_("Everybody is asked to agree before it counts."),
        choices=(Choice("close", _("Keep playing"), ClosePage()), *choices),
        buttons=(),
    )
