"""One way for every command: to the dice, to the question before a shutdown, to the session, or out of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from companion.app.buttons import ButtonController
from companion.app.dice import DiceController
from companion.app.dispatcher import Dispatcher
from companion.app.rules_reader import RulesReader
from companion.app.script import Press, Tap
from companion.app.side_pages import NamesSide, SidePages
from companion.app.side_pages.help import HelpSide
from companion.devices.buttons import SHUTDOWN_S
from companion.devices.pi_die import PiDie
from companion.devices.virtual_buttons import VirtualButtons
from companion.fairness.commit_reveal import SealedRolls, SecretStore
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.presentation import game_view
from companion.session import Session
from companion.values.commands import (
    Agree,
    AnswerCell,
    AnswerMove,
    AnswerUnchanged,
    AnswerUndone,
    AskAbout,
    AskSwitchOff,
    BeginTyping,
    ClosePage,
    CloseRules,
    Command,
    ConfirmShutdown,
    CorrectPosition,
    Disagree,
    EndTyping,
    EnterRoll,
    FinishTurn,
    GiveUp,
    GoOn,
    HideHint,
    KeepAsItIs,
    KeepPlaying,
    ListRules,
    MarkRead,
    NextHint,
    OpenCorrections,
    OpenGameMenu,
    OpenMenu,
    OpenResignations,
    OpenRules,
    PlayAgain,
    PlayMove,
    Quit,
    Redo,
    RemoveValue,
    ReopenGame,
    RollDice,
    ShowStep,
    StartNextPart,
    TurnBoard,
    TypeValue,
    Undo,
    VoidRoll,
)
from companion.values.results import Done, NotWritten, Refused, Result
from companion.values.side_commands import (
    AskLanguage,
    ChangeSetting,
    ChooseLanguage,
    CloseSide,
    EraseLetter,
    ExportGame,
    KeepCorners,
    KeepName,
    NamePlayer,
    NextPlace,
    OpenCamera,
    OpenDevices,
    OpenHelp,
    OpenNames,
    OpenSettings,
    OpenTakeAlong,
    TapPicture,
    TryDie,
    TrySound,
    TypeLetters,
    UndoTap,
    WriteReport,
)
from companion.values.views import View
from tests.readings import reading, sight


class Companion:
    """A game of Backgammon that is set up and whose first roll is due."""

    def __init__(self, journal: Journal, folder: Path, *, has_die: bool = True, has_menu: bool = True) -> None:
        state, begins = choose_game(journal, "backgammon", None)
        assert begins is not None
        journal.append(begins)
        self.session = Session(journal, state, {}, resumed=False)
        self.buttons = VirtualButtons()
        self.controller = ButtonController(self.session, [self.buttons])
        seals = SealedRolls(SecretStore(folder / "seals"), lambda: self.session.state, self.session.record)
        self.dice = None
        if has_die:
            self.dice = DiceController(self.session, PiDie("screen", seals.roll, rolling_s=0), seals=seals)
        self.rules = RulesReader(state.game)
        self.side = SidePages([HelpSide(folder, can_report=False), NamesSide(self.session)])
        self.dispatcher = Dispatcher(
            self.session, self.controller, self.dice, self.rules, self.side, view=self.view, has_menu=has_menu
        )
        for frame in range(2):
            self.session.see(sight(frame, reading(state.game.table(state.position), board=state.game.info.cells)))
        self.told()

    def view(self) -> View:
        prompt = None if self.dice is None else self.dice.prompt
        view = game_view.make_view(self.session.state, self.session.now, prompt)
        return self.controller.add_question(self.side.add_page(self.rules.add_page(view)))

    def perform(self, command: Command) -> Result | OpenMenu | Quit | ReopenGame:
        return self.dispatcher.perform(command, "screen", 2, 0.1, 1.0)

    def told(self) -> list[str]:
        return [one.data.get("text", one.event) for one in self.session.take_news()]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def companion(journal: Journal, tmp_path: Path) -> Companion:
    return Companion(journal, tmp_path)


REFUSED: tuple[Command, ...] = (
    GoOn(),
    PlayMove("pass"),
    StartNextPart(),
    PlayAgain(),
    AnswerMove("8/5 6/5"),
    AnswerCell("8", "white", 2),
    AnswerUndone(),
    AnswerUnchanged(),
    OpenCorrections(),
    CorrectPosition({"game": "backgammon"}),
    VoidRoll(),
    EndTyping(),
    RemoveValue(),
    RollDice("red"),
    Undo(),
    Redo(),
    Agree(),
    Disagree(),
    ConfirmShutdown(),
    KeepPlaying(),
    EnterRoll([1, 2, 3]),
    NextHint(),
    AskAbout("8"),
    OpenResignations(),
    GiveUp("W game"),
    OpenRules("no such rule"),
    *(OpenSettings(), ChangeSetting("display_text"), AskLanguage(), ChooseLanguage("de")),
    *(OpenCamera(), TapPicture(0.5, 0.5), UndoTap(), KeepCorners()),
    *(OpenDevices(), TryDie(), TrySound()),
    *(OpenTakeAlong(), NextPlace(), ExportGame("text"), WriteReport()),
)
DONE: tuple[Command, ...] = (
    FinishTurn(),
    HideHint(),
    MarkRead(),
    KeepAsItIs(),
    OpenGameMenu(),
    ShowStep(0),
    TurnBoard(),
    ClosePage(),
    BeginTyping(),
    TypeValue(3),
    RollDice(),
    EnterRoll([3, 1]),
    OpenRules(),
    OpenRules("BG-M"),
    ListRules(),
    CloseRules(),
    *(OpenNames(), NamePlayer("W"), TypeLetters("A"), EraseLetter(), KeepName()),
    OpenHelp(),
    CloseSide(),
    AskSwitchOff(),
)


def test_every_command_is_tried_here() -> None:
    assert {type(command) for command in (*REFUSED, *DONE)} | {OpenMenu, Quit, ReopenGame} == set(get_args(Command))


@pytest.mark.parametrize("command", REFUSED, ids=repr)
def test_what_is_not_possible_is_refused_with_a_reason_and_changes_nothing(
    companion: Companion, command: Command
) -> None:
    state = companion.session.state
    result = companion.perform(command)
    assert isinstance(result, Refused)
    assert result.reason
    assert companion.session.state == state


@pytest.mark.parametrize("command", DONE, ids=repr)
def test_what_is_possible_is_done(companion: Companion, command: Command) -> None:
    assert companion.perform(command) == Done()


def test_a_roll_here_and_a_roll_entered_reach_the_game_alike(companion: Companion) -> None:
    assert companion.perform(EnterRoll([4, 4])) == Done()
    assert companion.perform(RollDice()) == Done()
    rolls = companion.session.state.rolls
    assert [len(roll.dice) for roll in rolls] == [2, 2]
    assert companion.told().count("roll") == 2


def test_typed_values_become_a_roll_when_all_dice_have_one(companion: Companion) -> None:
    companion.perform(TypeValue(5))
    assert not companion.session.state.rolls
    companion.perform(TypeValue(2))
    assert [roll.dice for roll in companion.session.state.rolls] == [[5, 2]]


def test_a_journal_that_cannot_be_written_is_a_result_of_its_own(companion: Companion, journal: Journal) -> None:
    journal.close()
    state = companion.session.state
    assert isinstance(companion.perform(EnterRoll([3, 1])), NotWritten)
    assert companion.session.state is state


@pytest.mark.parametrize("command", [OpenMenu(), Quit(), ReopenGame()])
def test_leaving_ends_the_game(companion: Companion, command: Command) -> None:
    assert companion.perform(command) == command


def test_without_a_menu_and_without_a_die_their_commands_are_refused(journal: Journal, tmp_path: Path) -> None:
    companion = Companion(journal, tmp_path, has_die=False, has_menu=False)
    for command in (OpenMenu(), RollDice(), BeginTyping()):
        assert isinstance(companion.perform(command), Refused)
    assert companion.told() == ["There is no menu here.", "There is no die here."], "each once"
    assert isinstance(companion.dispatcher.read(Tap("menu")), Refused)


def test_a_shutdown_is_confirmed_by_the_button_that_else_means_done(companion: Companion) -> None:
    assert companion.dispatcher.read(Press("done")) == FinishTurn()
    companion.buttons.hold("done", 1.0)
    companion.buttons.hold("undo", 1.0)
    assert list(companion.controller.commands(1.1 + SHUTDOWN_S)) == []
    command = companion.dispatcher.read(Press("done"))
    assert not isinstance(command, Refused)
    assert companion.perform(command) == Quit()


def test_a_label_is_read_from_the_screen_as_it_is_then(companion: Companion) -> None:
    assert companion.dispatcher.read(Tap("throw")) == RollDice()
    companion.perform(RollDice())
    while companion.session.state.game.status(companion.session.state.position).due == "roll":
        companion.perform(RollDice())
    companion.told()
    assert isinstance(companion.dispatcher.read(Tap("throw")), Refused)
    (said,) = companion.told()
    assert "'throw'" in said


def test_the_rules_open_and_close_and_the_game_stays_the_same(companion: Companion) -> None:
    state, before = companion.session.state, companion.view()
    assert companion.dispatcher.read(Tap("rules")) == OpenRules()
    companion.perform(OpenRules())
    assert companion.view().screen == "rules"
    companion.perform(ListRules("moving"))
    companion.perform(OpenRules("BG-B"))
    page = companion.view().rules
    assert page is not None
    assert page.headline == "A blocked point"
    assert companion.view().choices == before.choices, "a script can go on"
    companion.perform(CloseRules())
    assert companion.view() == before
    assert companion.session.state is state


def test_a_command_about_the_game_closes_the_rules(companion: Companion) -> None:
    companion.perform(OpenRules())
    assert companion.perform(EnterRoll([3, 1])) == Done()
    view = companion.view()
    assert view.rules is None
    assert view.screen != "rules"
    assert companion.session.state.rolls


def test_a_page_beside_the_game_opens_and_a_command_about_the_game_closes_it(companion: Companion) -> None:
    before = companion.view()
    companion.perform(OpenHelp())
    view = companion.view()
    assert view.screen == "side"
    assert view.side is not None
    assert view.side.name == "help"
    assert view.choices == before.choices, "a script can go on"
    first = view.side
    companion.perform(OpenHelp(more=True))
    second = companion.view().side
    assert second is not None
    assert (second.name, [entry.command for entry in second.buttons]) == ("help", [OpenHelp()])
    companion.perform(OpenHelp())
    assert companion.view().side == first
    companion.perform(CloseSide())
    assert companion.view() == before
    companion.perform(OpenHelp())
    companion.perform(EnterRoll([3, 1]))
    assert companion.view().side is None


def test_switching_off_from_the_menu_of_the_game_is_asked_first(companion: Companion) -> None:
    companion.perform(OpenHelp())
    assert companion.perform(AskSwitchOff()) == Done()
    view = companion.view()
    assert (view.screen, view.headline, view.side) == ("doubt", "Shut down?", None)
    assert companion.perform(ConfirmShutdown()) == Quit()


def test_the_question_before_a_shutdown_is_seen_while_the_rules_are_open(companion: Companion) -> None:
    companion.perform(OpenRules())
    companion.buttons.hold("done", 1.0)
    companion.buttons.hold("undo", 1.0)
    assert list(companion.controller.commands(1.1 + SHUTDOWN_S)) == []
    assert companion.view().screen == "doubt"
    companion.perform(KeepPlaying())
    assert companion.view().screen == "roll"
