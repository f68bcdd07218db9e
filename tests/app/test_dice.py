"""The die and the game: it is asked for the roll that is due, and a roll counts once. People can type in a roll."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.app.buttons import ButtonController
from companion.app.dice import DiceController
from companion.app.dispatcher import Dispatcher
from companion.app.rules_reader import RulesReader
from companion.app.script import Action, Press, Tap
from companion.app.side_pages import SidePages
from companion.devices.die import Die, DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Request, Rolling, Settled
from companion.devices.pi_die import PiDie
from companion.devices.script_die import ScriptDie
from companion.fairness.checks import check_proofs
from companion.fairness.commit_reveal import SealedRolls, SecretStore
from companion.history.events import Revealed, Rolled, Sealed, Started
from companion.history.journal import Journal
from companion.history.saved_games import choose_game
from companion.presentation import game_view
from companion.rules import GAMES
from companion.rules.core import Table
from companion.session import Session
from companion.values.commands import EnterRoll, FinishTurn
from companion.values.notifications import Notification
from companion.values.results import Refused
from tests.readings import reading, sight


class ToldDie(Die):
    """A die without hardware: the test says what happens to it."""

    source = "told"

    def __init__(self, max_dice: int = 2, *, at_hand: bool = True) -> None:
        self._most = max_dice
        self.at_hand = at_hand
        self.request: Request | None = None
        self.safe: list[Settled] = []
        self.stood: tuple[int, ...] = ()
        self.presses = 0
        self._next: list[DieEvent] = []

    @property
    def max_dice(self) -> int:
        return self._most

    def ask(self, request: Request | None) -> None:
        self.request = request

    def press(self, now: float) -> None:
        self.presses += 1

    def show(self, values: object) -> None:
        self.stood = tuple(values)  # type: ignore[arg-type]

    def forget(self, settled: Settled) -> None:
        self.safe.append(settled)

    def events(self, now: float) -> Iterator[DieEvent]:
        told, self._next = self._next, []
        yield from told

    def does(self, *events: DieEvent) -> None:
        self._next += events


@dataclass
class Evening:
    """A game with its die on a clock of its own."""

    journal: Journal
    game: str
    die: Die
    watched: bool = True
    seals_in: Path | None = None
    position: object = None
    frame: int = 0
    now: float = 0.0
    news: list[Notification] = field(default_factory=list)

    def __post_init__(self) -> None:
        state, begins = choose_game(self.journal, self.game, self.position)
        if begins is not None:
            self.journal.append(begins)
        self.session = Session(self.journal, state, {}, resumed=not isinstance(begins, Started))
        self.seals = None
        if self.seals_in is not None:
            self.seals = SealedRolls(SecretStore(self.seals_in), lambda: self.session.state, self.session.record)
            self.die = PiDie("screen", self.seals.roll, rolling_s=0)
        self.throwing = DiceController(self.session, self.die, seals=self.seals, watched=self.watched)
        buttons = ButtonController(self.session, ())
        rules, side = RulesReader(state.game), SidePages(())
        self.dispatcher = Dispatcher(
            self.session, buttons, self.throwing, rules, side, view=self.view, has_menu=self.watched
        )
        self.shows(state.game.table(state.position))
        self.told()

    def shows(self, table: Table) -> None:
        """The camera sees a table at rest."""
        seen = reading(table, board=self.session.state.game.info.cells)
        for _ in range(2):
            self.session.see(sight(self.frame, seen))
            self.frame += 1

    def passes(self, seconds: float = 0.1) -> list[str]:
        """Lets time pass; returns in short what people are told in that time."""
        self.now += seconds
        self.session.save_again(self.now)
        self.throwing.step(self.frame, self.frame / 30, self.now)
        return self.told()

    def does(self, action: Action) -> list[str]:
        command = self.dispatcher.read(action)
        if not isinstance(command, Refused):
            self.dispatcher.perform(command, "script", self.frame, self.frame / 30, self.now)
        return self.told()

    def taps(self, *labels: str) -> list[str]:
        return [told for label in labels for told in self.does(Tap(label))]

    def told(self) -> list[str]:
        happened = self.session.take_news()
        self.news += happened
        return [
            f"{h.data['dice']} by {h.data['source']}" if h.event == "roll" else h.data.get("text", h.event)
            for h in happened
        ]

    @property
    def stands(self) -> dict[str, object]:
        return self.session.state.game.dump(self.session.state.position)

    @property
    def labels(self) -> list[str]:
        return [choice.label for choice in self.view().choices]

    def view(self) -> game_view.View:
        return game_view.make_view(self.session.state, self.session.now, self.throwing.prompt)

    def rolled(self) -> list[Rolled]:
        return [entry.event for entry in self.journal.entries if isinstance(entry.event, Rolled)]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def test_a_roll_off_is_asked_for_and_counts_with_its_proof(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    assert die.request == Request(("white", "black"), "")
    assert evening.view().strip.text == "Roll one die each"
    settled = Settled((5, 2), {"box": "0000002a", "number": 1})
    die.does(Rolling(), settled)
    assert evening.passes() == ["[5, 2] by told"]
    assert die.safe == [settled]
    assert evening.rolled() == [Rolled([5, 2], "told", {"box": "0000002a", "number": 1})]
    assert evening.stands["phase"] == "move"
    assert die.request is None
    assert evening.throwing.prompt is None


def test_a_tie_is_rolled_again(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "spaces", die)
    evening.passes()
    die.does(Settled((4, 4)))
    assert evening.passes() == ["[4, 4] by told"]
    assert die.request == Request(("white", "black"), "")
    die.does(Settled((6, 4)))
    evening.passes()
    assert die.request == Request(("die",), "White")
    die.does(Settled((3,)))
    assert evening.passes() == ["[3] by told"]


def test_a_roll_that_is_not_due_is_ignored_and_reported(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    die.does(Settled((5, 2)))
    evening.passes()
    late = Settled((6, 6), {"box": "0000002a", "number": 2})
    die.does(late, NotDue())
    told = evening.passes()
    assert ["does not count" in text for text in told] == [True, True]
    assert "6 and 6" in told[0]
    assert late in die.safe  # so that the box need not keep it any longer
    assert len(evening.rolled()) == 1
    assert evening.does(EnterRoll([1, 1]))[0].startswith("The roll does not count: ")


def test_a_roll_of_other_dice_than_asked_for_does_not_count(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    die.does(Settled((3,)))
    (told,) = evening.passes()
    assert "3 came when none was due" in told
    assert evening.rolled() == []


def test_one_die_rolls_two_after_each_other(journal: Journal) -> None:
    die = ToldDie(max_dice=1)
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    assert die.request == Request(("white",), "")
    die.does(Settled((3,), {"box": "01", "number": 1}))
    assert evening.passes() == []
    assert die.request == Request(("black",), "")
    die.does(Settled((6,), {"box": "01", "number": 2}))
    assert evening.passes() == ["[3, 6] by told"]
    (rolled,) = evening.rolled()
    assert rolled.proof == {"parts": [{"box": "01", "number": 1}, {"box": "01", "number": 2}]}


def test_a_void_roll_is_reported_and_rolled_again(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    die.does(Rolling())
    evening.passes()
    assert "roll" in evening.view().headline
    die.does(InvalidRoll("The white die is cocked: throw again"))
    assert evening.passes() == ["The white die is cocked: throw again"]
    assert die.request == Request(("white", "black"), "")
    assert "roll" not in evening.view().headline


def test_a_die_that_fails_is_followed_by_typing_in_and_is_welcome_back(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    assert "type" not in evening.labels  # the die works, so typing is not offered
    assert isinstance(evening.dispatcher.read(Tap("threw 3")), Refused)
    assert "'threw 3'" in evening.told()[0]
    die.does(DieLost("The die box was unplugged: plug it in again"))
    assert evening.passes() == ["The die box was unplugged: plug it in again"]
    assert evening.labels == [f"threw {value}" for value in range(1, 7)]
    assert evening.view().screen == "roll"
    assert "White" in evening.view().headline
    assert evening.taps("threw 3") == []
    assert evening.view().dice == (("", 3),)
    assert evening.taps("die again", "threw 4", "die again", "threw 5") == [], (
        "the first die, until the second is given"
    )
    assert evening.view().dice == (("", 5),)
    die.does(DieBack("The die box is back", (6, 1)))
    (said,) = evening.passes()
    assert said.startswith("The die box is back. ")
    assert "6 and 1" in said
    assert evening.labels == []
    assert die.request == Request(("white", "black"), "")  # the one value that was typed is dropped
    die.does(DieLost("Gone again"))
    evening.passes()
    assert evening.taps("threw 3", "threw 5") == ["[3, 5] by typed"]
    assert evening.rolled() == [Rolled([3, 5], "typed", None)]


def test_a_press_while_the_die_is_away_says_so(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    die.does(DieLost("The box is away"))
    evening.passes()
    evening.frame += 300  # by now the notice is not on the screen any more
    evening.shows(evening.session.state.game.table(evening.session.state.position))
    assert evening.does(Press("throw")) == ["The box is away"]
    assert die.presses == 0


def test_color_dice_are_rolled_together_two_at_a_time_or_one_alone(journal: Journal) -> None:
    die = ToldDie(max_dice=2)
    evening = Evening(journal, "color-dice", die)
    evening.passes()
    assert die.request == Request(("red", "yellow"), "Red")
    die.does(Settled((4, 1), {"box": "01", "number": 1}))
    assert evening.passes() == ["{'red': 4, 'yellow': 1} by told"]
    assert evening.rolled()[0].proof == {"box": "01", "number": 1, "dice": ["red", "yellow"]}
    assert die.request == Request(("green", "blue"), "Red")
    assert evening.taps("throw blue") == []
    assert die.request == Request(("blue",), "Red")
    die.does(Settled((6,)))
    assert evening.passes() == ["{'blue': 6} by told"]
    assert die.request == Request(("green",), "Red")
    die.does(Settled((2,)))
    evening.passes()
    # All dice are at rest. The player chooses on the screen which one to roll again; a press by mistake changes
    # nothing.
    assert die.request is None
    evening.taps("throw yellow")
    assert die.request == Request(("yellow",), "Red")
    die.does(Settled((5,)))
    evening.passes()
    assert evening.stands["dice"] == {"red": 4, "yellow": 5, "green": 2, "blue": 6}
    assert evening.taps("keep") == ["move"]


def test_without_a_screen_dice_at_rest_can_be_rolled_again(journal: Journal) -> None:
    die = ToldDie(max_dice=4)
    evening = Evening(journal, "color-dice", die, watched=False)
    evening.passes()
    die.does(Settled((1, 2, 3, 4)))
    evening.passes()
    assert die.request == Request(("red", "yellow", "green", "blue"), "Red")


def test_color_dice_are_typed_in_one_by_one(journal: Journal) -> None:
    evening = Evening(journal, "color-dice", ScriptDie())
    evening.passes()
    evening.taps("type")
    assert evening.view().headline == "Red die: which value?"
    assert evening.taps("threw 6", "threw 5") == ["{'red': 6} by typed", "{'yellow': 5} by typed"]
    assert evening.taps("throw blue", "threw 1") == ["{'blue': 1} by typed"]
    assert evening.view().headline == "Green die: which value?"
    assert evening.taps("throw here") == []
    assert evening.labels == ["throw again", "throw red", "throw yellow", "throw green", "throw blue", "type"]


def test_after_the_last_of_four_typed_dice_people_keep_them_or_choose_one_to_type_again(journal: Journal) -> None:
    evening = Evening(journal, "color-dice", ScriptDie())
    evening.passes()
    evening.taps("type", "threw 6", "threw 5", "threw 4", "threw 3")
    assert "which value" not in evening.view().headline
    assert evening.labels[:2] == ["keep", "throw again"]
    assert "threw 1" not in [choice.label for choice in evening.view().choices]
    evening.taps("throw green")
    assert evening.view().headline == "Green die: which value?"
    assert evening.taps("threw 1") == ["{'green': 1} by typed"]
    evening.taps("type")
    assert evening.view().headline == "Red die: which value?"
    evening.taps("throw here", "keep")
    assert evening.stands["dice"] == {"red": 6, "yellow": 5, "green": 1, "blue": 3}


def test_a_box_holds_a_roll_until_it_is_on_disk(tmp_path: Path) -> None:
    """The disk is full for a while: the roll stays valid, and is written down as soon as that is possible."""
    with Journal(tmp_path / "journal.db") as journal:
        die = ToldDie()
        evening = Evening(journal, "backgammon", die)
        evening.passes()
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        settled = Settled((5, 2), {"box": "01", "number": 1})
        die.does(settled)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
        try:
            (said,) = evening.passes()
            assert "cannot be written" in said
            assert die.safe == []
            assert die.request is None  # the die is asked for nothing more in the meantime
            evening.passes(2.0)
            assert die.safe == []
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert evening.passes(2.0) == ["The game is saved again, and continues", "[5, 2] by told"]
        assert die.safe == [settled]
        assert evening.passes(2.0) == []
        assert len(evening.rolled()) == 1


def test_a_resumed_game_shows_its_dice_again(journal: Journal) -> None:
    die = ToldDie()
    evening = Evening(journal, "backgammon", die)
    evening.passes()
    die.does(Settled((5, 2)))
    evening.passes()
    again = ToldDie()
    Evening(journal, "backgammon", again)
    assert again.stood == (5, 2)


LAST_CHECKER = {
    **GAMES["backgammon"].dump(GAMES["backgammon"].new()),
    "points": {"1": ["W", 1], "19": ["B", 15]},
    "off": {"W": 14, "B": 0},
    "phase": "roll",
}


def test_rolls_made_here_are_sealed_before_and_opened_after(journal: Journal, tmp_path: Path) -> None:
    evening = Evening(journal, "backgammon", ToldDie(), seals_in=tmp_path / "seals", position=LAST_CHECKER)
    evening.passes()
    (sealed,) = (entry.event for entry in journal.entries if isinstance(entry.event, Sealed))
    assert sealed.digest[:4] in evening.view().footnote  # shown before the roll button is pressed
    (told,) = evening.taps("throw")
    assert told.endswith("by screen")
    (rolled,) = evening.rolled()
    assert rolled.proof == {"seal": sealed.digest, "number": 1}
    assert evening.passes() == []
    assert not any(isinstance(entry.event, Revealed) for entry in journal.entries)
    last = evening.session.state.game.judge(evening.session.state.position, "1/off").outcome
    assert last is not None
    evening.shows(evening.session.state.game.table(last.position))
    evening.session.perform(FinishTurn(), "screen", evening.frame, evening.frame / 30)
    evening.shows(evening.session.state.game.table(last.position))
    assert evening.session.state.over
    evening.passes()
    proved = check_proofs([entry.event for entry in journal.entries])
    assert proved.is_sound
    assert proved.seals[0].is_open


def test_without_a_screen_nothing_is_sealed_before_a_roll_is_made(journal: Journal, tmp_path: Path) -> None:
    evening = Evening(journal, "backgammon", ToldDie(), seals_in=tmp_path / "seals", watched=False)
    evening.passes()
    assert len(journal.entries) == 1
    evening.does(Press("throw"))
    assert [type(entry.event) for entry in journal.entries] == [Started, Sealed, Rolled]


def test_who_holds_an_ordinary_die_types_in_every_roll_and_can_go_back(journal: Journal, tmp_path: Path) -> None:
    evening = Evening(journal, "spaces", ToldDie(), seals_in=tmp_path / "seals")
    evening.passes()
    assert evening.labels == ["throw", "type"]
    assert evening.taps("type", "threw 6", "threw 2") == ["[6, 2] by typed"]
    assert evening.view().headline == "Die: which value?"  # rolls are still typed in
    evening.taps("throw here")
    assert evening.labels == ["throw", "throw again", "type"]
    (told,) = evening.taps("throw")
    assert told.endswith("by screen")
    assert check_proofs([entry.event for entry in journal.entries]).is_sound
