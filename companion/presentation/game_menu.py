"""The menu before a game, in which people choose a saved game, or a new one with its options.

These are values: a menu and a command give the next menu, or what people chose. Nothing here opens a display or writes
anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.history.dates import to_date
from companion.history.saved_games import Summary
from companion.language import N_, _, ngettext, translate_marked
from companion.presentation.blocked import CAN_START_AFRESH, Blocked, make_blocked_menu
from companion.presentation.naming import Naming, list_players, make_keyboard
from companion.presentation.rules_pages import find_rules, make_page
from companion.rules import GAMES
from companion.rules.core import JSON, Game, Option, PositionError
from companion.values.commands import AskSwitchOff, CloseRules, ListRules, OpenRules
from companion.values.menu_commands import (
    AskDelete,
    AskStartAfresh,
    BeginGame,
    ChangeOption,
    ChooseGame,
    DeleteGame,
    LearnGame,
    LeaveOptions,
    MenuCommand,
    ResumeGame,
    StartAfresh,
    SwitchOff,
)
from companion.values.side_commands import (
    CloseSide,
    KeepName,
    NamePlayer,
    OpenCamera,
    OpenDevices,
    OpenHelp,
    OpenSettings,
    OpenTakeAlong,
)
from companion.values.views import Menu, MenuEntry, RulesPage

MONTHS = (
    *(N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun")),
    *(N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec")),
)
"""The months, marked for the catalogue."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """What people chose to play."""

    number: int | None = None
    """The number of a saved game; None for a new one."""
    position: JSON = None
    """The start position of a new game, as JSON."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names that players of a new game have entered."""
    lesson: str | None = None
    """The game whose lesson people want; None if they want to play."""


@dataclass(frozen=True)
class GameMenu:
    """What people have chosen so far."""

    saved: tuple[Summary, ...]
    """The saved games that people can continue."""
    game: str | None = None
    """The game that people have chosen; None while they choose one."""
    options: Mapping[str, JSON] = field(default_factory=dict)
    """The options that were chosen for this game, by name."""
    changed: str | None = None
    """The name of the option that was changed last; None if none was."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The names that its players have entered."""
    naming: Naming | None = None
    """The name that is being typed now; None if none is."""
    trouble: str = ""
    """What went wrong with the last thing that people chose; "" if nothing did."""
    has_camera: bool = False
    """True if there is a camera whose picture people can look at."""
    blocked: Blocked | None = None
    """Why no game can be chosen, because the saved games cannot be opened; None if they can."""
    asks_afresh: bool = False
    """True while the menu asks if people want to start without the saved games."""
    can_switch_off: bool = False
    """True if people may switch the computer off from this menu."""
    asks_delete: int | None = None
    """The number of the saved game for which the menu asks if people want to delete it; None if it does not ask."""
    asks_switch_off: bool = False
    """True while the menu asks if people want to switch the computer off."""
    rules: RulesPage | None = None
    """The page of the game's rules that is open; None if none is."""
    unknown: frozenset[str] = frozenset()
    """The games that nobody here has played or learned yet. Before the first such game, the menu asks if people want
    its lesson.
    """
    asks_lesson: bool = False
    """True while the menu asks if people want a lesson."""

    def menu(self) -> Menu:
        """What the screen shows now."""
        if self.asks_switch_off:
            return Menu(
                _("Switch off?"),
                _("Wait until the screen is dark before you unplug the power."),
                buttons=(MenuEntry(_("Back"), LeaveOptions()), MenuEntry(_("Switch off"), SwitchOff())),
            )
        if self.blocked is not None:
            return make_blocked_menu(self.blocked, self.trouble, self._list_switch_off(), asks_afresh=self.asks_afresh)
        asked = next((saved for saved in self.saved if saved.number == self.asks_delete), None)
        if asked is not None:
            return Menu(
                _("Delete this game?"),
                _("{game}, last played {day}, will not be offered any more.").format(
                    game=_name_saved(asked), day=_write_date(asked.played)
                ),
                buttons=(MenuEntry(_("Keep it"), LeaveOptions()), MenuEntry(_("Delete"), DeleteGame(asked.number))),
            )
        if self.game is None:
            return Menu(
                _("Choose a game"),
                self.trouble,
                saved=tuple(_list_saved(self.saved)),
                games=tuple(MenuEntry(rules.info.title, ChooseGame(name), name) for name, rules in GAMES.items()),
                buttons=(
                    MenuEntry(_("Settings"), OpenSettings()),
                    MenuEntry(_("Devices"), OpenDevices()),
                    MenuEntry(_("Help"), OpenHelp()),
                    *self._list_switch_off(),
                ),
            )
        rules = GAMES[self.game]
        if self.asks_lesson:
            return _ask_about_lesson(rules)
        if self.naming is not None:
            page = make_keyboard(rules, self.naming, CloseSide())
            return Menu(page.headline, game=self.game, side=page)
        start = rules.new(self.options)
        settings = (
            # Names come last: an option may add one, and nobody who taps the option again should hit a name.
            *(
                MenuEntry(_option_in_words(option, self.options[option.name]), ChangeOption(option.name))
                for option in rules.info.options
            ),
            *(MenuEntry(one.text, one.command) for one in list_players(rules, rules.players(start), self.names)),
        )
        return Menu(
            rules.info.title,
            _("Tap a name or an option to change it."),
            game=self.game,
            aim="" if (book := rules.rulebook()) is None else book.aim_in_words,
            meanings={option.name: option.meaning_in_words for option in rules.info.options if option.meaning},
            explained=self.changed,
            table=rules.table(start),
            settings=settings,
            buttons=(
                MenuEntry(_("Back"), LeaveOptions()),
                *((MenuEntry(_("Camera"), OpenCamera(self.game)),) if self.has_camera else ()),
                *((MenuEntry(_("Rules"), command),) if (command := find_rules(rules)) is not None else ()),
                *((MenuEntry(_("Learn it first"), LearnGame()),) if rules.lesson() is not None else ()),
                MenuEntry(_("Start"), BeginGame(), is_main=True),
            ),
            rules=self.rules,
        )

    def _list_switch_off(self) -> Iterator[MenuEntry]:
        if self.can_switch_off:
            yield MenuEntry(_("Switch off"), AskSwitchOff())

    def perform(self, command: MenuCommand) -> GameMenu | GameChoice | SwitchOff | DeleteGame | StartAfresh:
        """The menu after a command, or what people chose with it. A command that the menu does not offer now changes
        nothing.
        """
        rules = None if self.game is None else GAMES[self.game]
        match command:
            case SwitchOff() if self.asks_switch_off:
                return command
            case LeaveOptions() if self.asks_switch_off:
                return replace(self, asks_switch_off=False)
            case _ if self.asks_switch_off:
                return self
            case StartAfresh() if self.asks_afresh:
                return command
            case LeaveOptions() if self.asks_afresh:
                return replace(self, asks_afresh=False)
            case _ if self.asks_afresh:
                return self
            case AskStartAfresh() if self.blocked in CAN_START_AFRESH:
                return replace(self, asks_afresh=True)
            case _ if self.blocked is not None and not isinstance(command, AskSwitchOff):
                return self
            case DeleteGame(number) if number == self.asks_delete:
                return command
            case LeaveOptions() if self.asks_delete is not None:
                return replace(self, asks_delete=None)
            case _ if self.asks_delete is not None:
                return self
            case AskSwitchOff() if rules is None and self.can_switch_off:
                trouble = "" if self.blocked is None else self.trouble
                return replace(self, trouble=trouble, asks_switch_off=True)
            case ResumeGame(number) if rules is None and any(saved.number == number for saved in self.saved):
                return GameChoice(number=number)
            case AskDelete(number) if rules is None and any(saved.number == number for saved in self.saved):
                return replace(self, trouble="", asks_delete=number)
            case ChooseGame(game) if rules is None and game in GAMES:
                return replace(self, game=game, options=GAMES[game].info.defaults)
            case LearnGame() if rules is not None and rules.lesson() is not None:
                return GameChoice(lesson=self.game, names=self._name_players(rules, rules.new(self.options)))
            case LeaveOptions() if self.asks_lesson:
                return replace(self, asks_lesson=False)
            case CloseSide() if self.naming is not None:
                return replace(self, naming=None)
            case KeepName() if self.naming is not None:
                return replace(self, naming=None, names=self.naming.add_to(self.names))
            case _ if self.naming is not None:
                return replace(self, naming=self.naming.perform(command))
            case OpenRules() | ListRules() if rules is not None:
                return replace(self, rules=make_page(rules, command))
            case CloseRules():
                return replace(self, rules=None)
            case _ if self.rules is not None:
                return self
            case NamePlayer(player) if rules is not None and player in rules.info.names:
                return replace(self, naming=Naming(player, self.names.get(player, "")))
            case LeaveOptions() if rules is not None:
                return replace(self, game=None, options={}, changed=None, names={}, trouble="")
            case BeginGame() if rules is not None and self._may_ask_about_lesson(rules):
                return replace(self, asks_lesson=True)
            case BeginGame() if rules is not None:
                start = rules.new(self.options)
                return GameChoice(position=rules.dump(start), names=self._name_players(rules, start))
            case ChangeOption(name) if rules is not None and name in self.options:
                option = next(option for option in rules.info.options if option.name == name)
                chosen = {**self.options, name: _next_value(rules, self.options, option)}
                return replace(self, options=chosen, changed=name)
            case _:
                return self

    def _name_players(self, rules: Game[Any], start: Any) -> Mapping[str, str]:
        """The names for the players of a new game. Only real players count: an option may have taken away a colour that
        already had a name.
        """
        return {player: self.names[player] for player in rules.players(start) if player in self.names}

    def _may_ask_about_lesson(self, rules: Game[Any]) -> bool:
        """True if the menu should ask if people want the lesson: they have never played this game, and were not asked
        yet.
        """
        return not self.asks_lesson and self.game in self.unknown and rules.lesson() is not None


def _ask_about_lesson(rules: Game[Any]) -> Menu:
    """The menu that asks people who begin a game for the first time if they want its lesson."""
    lesson = rules.lesson()
    text = ngettext(
        "Nobody has played {game} here yet. A short guided game shows how it goes, in about {minutes} minute.",
        "Nobody has played {game} here yet. A short guided game shows how it goes, in about {minutes} minutes.",
        lesson.minutes if lesson is not None else 0,
    )
    return Menu(
        _("The first time?"),
        text.format(game=rules.info.title, minutes=lesson.minutes if lesson is not None else 0),
        game=rules.info.id,
        table=rules.table(rules.new()),
        buttons=(
            MenuEntry(_("Back"), LeaveOptions()),
            MenuEntry(_("Play now"), BeginGame()),
            MenuEntry(_("Learn it first"), LearnGame(), is_main=True),
        ),
    )


def _option_in_words(option: Option, value: JSON) -> str:
    # Translators: An option of a game and its value: "Doubling cube: yes".
    return _("{option}: {value}").format(option=option.title_in_words, value=option.in_words(value))


def _next_value(rules: Game[Any], options: Mapping[str, JSON], option: Option) -> JSON:
    """The value of an option after a tap. It is the next one that the rules accept together with the other options.
    After the last value comes the first.
    """
    now = options[option.name]
    place = option.values.index(now) + 1 if now in option.values else 0
    following = (*option.values[place:], *option.values[:place])
    return next((value for value in following if _is_accepted(rules, {**options, option.name: value})), now)


def _is_accepted(rules: Game[Any], options: Mapping[str, JSON]) -> bool:
    """True if the rules accept a game with these options together."""
    try:
        rules.new(options)
    except PositionError:
        return False
    return True


def _offered(saved: Iterable[Summary]) -> Iterator[Summary]:
    """The saved games to offer. Of games with the same start and no move yet, only one is offered."""
    laid_out: list[JSON] = []
    for shown in saved:
        if shown.problem is None and (shown.touched or shown.position not in laid_out):
            yield shown
        if not shown.touched:
            laid_out.append(shown.position)


def _list_saved(saved: Iterable[Summary]) -> Iterator[MenuEntry]:
    for shown in _offered(saved):
        yield MenuEntry(
            _saved_in_words(shown),
            ResumeGame(shown.number),
            delete=AskDelete(shown.number),
            take_along=OpenTakeAlong(shown.number),
        )


def _saved_in_words(saved: Summary) -> str:
    day = _write_date(saved.played)
    if not saved.touched:
        return _("Continue {game}: set up {day}").format(game=_name_saved(saved), day=day)
    text = ngettext(
        "Continue {game}: {count} move, last played {day}",
        "Continue {game}: {count} moves, last played {day}",
        saved.moves,
    )
    return text.format(game=_name_saved(saved), count=saved.moves, day=day)


def _name_saved(saved: Summary) -> str:
    """A saved game's title, with the names of its players if they have entered any."""
    # Translators: A game and its players: "Spry (Anna, Ben)".
    named = _("{game} ({players})").format(game=saved.title, players=", ".join(saved.names))
    return named if saved.names else saved.title


def _write_date(at: float) -> str:
    date = to_date(at).astimezone()
    month = translate_marked(MONTHS[date.month - 1])
    # Translators: A date and a time: "07 Mar, 18:30".
    text = _("{day:02} {month}, {hour:02}:{minute:02}")
    return text.format(day=date.day, month=month, hour=date.hour, minute=date.minute)
