"""A throw that was made before moves were taken back stands, unless all agree to throw again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.actions import Press, Roll, Tap
from companion.boards import BOARDS
from companion.export.tale import tale
from companion.fairness.statistics import dice_thrown
from companion.happening import Happening
from companion.journal import Journal
from companion.present import view
from companion.record import STANDS, Annulled, Moved, RecordError, Rolled, Started, TakenBack, due_again, fold_all
from companion.rules import GAMES
from companion.saved import choose_game, saved_games
from companion.session import Session
from companion.session.deciding import THROW_AGAIN
from tests.readings import reading, sight

RULES = GAMES["backgammon"]
BEGUN = (Started("backgammon", RULES.dump(RULES.new())), Rolled([3, 1], "virtual"), Moved("8/5 6/5"))


class Game:
    """Backgammon in front of a camera that sees all; every table that is shown is the position's."""

    def __init__(self, journal: Journal) -> None:
        state, begins = choose_game(journal, "backgammon", None)
        if begins is not None:
            journal.append(begins)
        places = BOARDS["backgammon"].layout().middles
        self.session = Session(journal, state, places, resumed=begins is None)
        self.frame = 0
        self.told: list[Happening] = []
        self.look()

    def look(self, position: Any = None) -> None:
        state = self.session.state
        seen = reading(state.game.table(position or state.position), board=state.game.info.cells)
        for _ in range(3):
            self.session.see(sight(self.frame, seen))
            self.frame += 1
        self.told += self.session.take_news()

    def does(self, *actions: Press | Roll | Tap) -> None:
        for action in actions:
            self.session.act(action, "virtual", self.frame, self.frame / 30)
            self.look()

    def plays(self, move: str) -> None:
        state = self.session.state
        outcome = state.game.judge(state.position, move).outcome
        assert outcome is not None
        self.look(outcome.position)
        self.session.act(Press("done"), "virtual", self.frame, self.frame / 30)
        self.look(outcome.position)

    @property
    def dice(self) -> list[int]:
        return list(RULES.dump(self.session.state.position)["dice"])


def test_the_others_throw_stands_when_a_move_is_taken_back_and_another_made(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        game = Game(journal)
        game.does(Roll([3, 1]))
        game.plays("8/5 6/5")
        game.does(Roll([6, 6]), Press("undo"))
        assert game.dice == [3, 1]
        game.told.clear()
        game.plays("24/20")
        assert game.dice == [6, 6]
        assert [h.event for h in game.told] == ["move", "roll"]
        assert game.told[-1].data["source"] == STANDS
        assert dice_thrown(entry.event for entry in journal.entries)["virtual, die 1"] == (3, 6)


def test_all_may_agree_to_throw_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        game = Game(journal)
        game.does(Roll([3, 1]))
        game.plays("8/5 6/5")
        game.does(Tap(THROW_AGAIN))
        assert game.told[-1].event == "device", "nothing stands yet"
        game.does(Roll([6, 6]), Press("undo"))
        game.plays("8/5 6/5")
        assert [c.label for c in view(game.session.state, game.session.moment).choices] == [THROW_AGAIN]
        game.does(Tap(THROW_AGAIN))
        assert game.told[-1].event == "corrected"
        game.does(Roll([2, 1]))
        assert game.dice == [2, 1]
        assert not view(game.session.state, game.session.moment).choices
        (saved,) = saved_games(journal.entries)
        counting = [step.event for step in tale(saved).steps]
        assert counting == [Rolled([3, 1], "virtual"), Moved("8/5 6/5"), Rolled([2, 1], "virtual")]
        state = game.session.state
    with Journal(tmp_path / "journal.db") as journal:
        assert choose_game(journal, None, None)[0].position == state.position


def test_throws_of_several_turns_stand_one_after_the_other() -> None:
    later = (Rolled([6, 5], "virtual"), Moved("24/13"), Rolled([4, 4], "virtual"))
    state = fold_all([*BEGUN, *later, TakenBack(2)])
    assert state is not None
    assert [throw.dice for throw in state.standing] == [[6, 5], [4, 4]]
    assert due_again(state) is None, "a move is due first"
    again = [Moved("24/20"), Rolled([6, 5], STANDS), Moved("24/18 13/8")]
    state = fold_all([*BEGUN, *later, TakenBack(2), *again])
    assert state is not None
    assert due_again(state) == Rolled([4, 4], STANDS)


def test_a_new_throw_ends_what_stood() -> None:
    thrown_anew = (Rolled([6, 5], "virtual"), TakenBack(1), Moved("24/20"), Rolled([2, 1], "virtual"))
    state = fold_all([*BEGUN, *thrown_anew])
    assert state is not None
    assert state.standing == ()


def test_nothing_can_be_annulled_that_was_not_thrown() -> None:
    with pytest.raises(RecordError, match="nothing has been thrown"):
        fold_all([*BEGUN, Annulled()])
