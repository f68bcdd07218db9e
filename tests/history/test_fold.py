"""The fold of events: what each event does to a game's state, and which events cannot follow it."""

from __future__ import annotations

import pytest

from companion.history.events import (
    KEPT,
    Corrected,
    Event,
    Moved,
    NextPartStarted,
    RecordError,
    Revealed,
    Rolled,
    RollVoided,
    Sealed,
    Started,
    TakenBack,
    from_json,
)
from companion.history.state import State, fold_all, next_kept_roll
from companion.rules import GAMES
from companion.rules.core import JSON

BACKGAMMON = GAMES["backgammon"]
SPACES = GAMES["spaces"]


def started(**options: JSON) -> Started:
    return Started("backgammon", BACKGAMMON.dump(BACKGAMMON.new(options)))


def folded(*events: Event) -> State:
    state = fold_all(events)
    assert state is not None
    return state


def rolled(*dice: int, source: str = "virtual") -> Rolled:
    return Rolled(list(dice), source)


def under(seal: str, *dice: int) -> Rolled:
    return Rolled(list(dice), "virtual", {"seal": seal})


WHITE_PLAYED = (started(), rolled(3, 1), Moved("8/5 6/5"))
BOTH_PLAYED = (*WHITE_PLAYED, rolled(6, 5), Moved("24/13"), rolled(4, 4))


def test_rolls_are_counted_under_the_seal_that_they_were_made_under() -> None:
    sealed = folded(started(), Sealed("one"), under("one", 3, 1))
    assert (sealed.seal, sealed.sealed_rolls) == ("one", 1)
    other = folded(started(), Sealed("one"), under("two", 3, 1))
    assert (other.seal, other.sealed_rolls) == ("one", 0)
    again = folded(started(), Sealed("one"), under("one", 3, 1), Moved("8/5 6/5"), Sealed("two"))
    assert (again.seal, again.sealed_rolls) == ("two", 0)


def test_an_opened_seal_seals_no_more() -> None:
    opened = folded(started(), Sealed("one"), under("one", 3, 1), Revealed("00ff"))
    assert (opened.seal, opened.sealed_rolls) == (None, 0)


@pytest.mark.parametrize("moves", [-1, 0, 2, 5])
def test_only_moves_that_were_made_can_be_taken_back(moves: int) -> None:
    assert folded(*WHITE_PLAYED, TakenBack(1)).moves == []
    with pytest.raises(RecordError, match="taken-back"):
        fold_all([*WHITE_PLAYED, TakenBack(moves)])


def test_a_move_that_is_taken_back_keeps_its_roll_and_the_rolls_after_it_are_kept_for_later() -> None:
    state = folded(*BOTH_PLAYED, TakenBack(1))
    assert BACKGAMMON.dump(state.position)["dice"] == [6, 5]
    assert [throw.dice for throw in state.rolls] == [[3, 1], [6, 5]]
    assert [throw.dice for throw in state.kept_rolls] == [[4, 4]]


def test_rolls_are_kept_in_their_order_however_many_steps_take_the_moves_back() -> None:
    at_once, one_by_one = folded(*BOTH_PLAYED, TakenBack(2)), folded(*BOTH_PLAYED, TakenBack(1), TakenBack(1))
    assert [throw.dice for throw in at_once.kept_rolls] == [[6, 5], [4, 4]]
    assert one_by_one.kept_rolls == at_once.kept_rolls


def test_a_roll_that_counts_again_leaves_the_later_ones_and_a_new_roll_leaves_none() -> None:
    moved = (*BOTH_PLAYED, TakenBack(2), Moved("24/20"))
    kept = folded(*moved, rolled(6, 5, source=KEPT))
    assert [throw.dice for throw in kept.kept_rolls] == [[4, 4]]
    assert folded(*moved, rolled(2, 1)).kept_rolls == ()


def test_a_roll_counts_again_once_its_player_is_to_roll_after_a_move() -> None:
    back = (*BOTH_PLAYED, TakenBack(2))
    assert next_kept_roll(folded(*back)) is None  # a move is due, not a roll
    assert next_kept_roll(folded(*back, Moved("24/20"))) == Rolled([6, 5], KEPT)
    assert next_kept_roll(folded(*back, Moved("24/20"), rolled(6, 5, source=KEPT))) is None


def test_a_takeback_itself_rolls_nothing() -> None:
    doubled = (started(cube=True, match_length=5), rolled(3, 1), Moved("8/5 6/5"), Moved("double"), Moved("take"))
    state = folded(*doubled, rolled(6, 5), TakenBack(2))
    assert state.game.status(state.position).due == "roll"
    assert [throw.dice for throw in state.kept_rolls] == [[6, 5]]
    assert next_kept_roll(state) is None
    assert next_kept_roll(folded(*doubled, rolled(6, 5), TakenBack(2), Moved("double"), Moved("take"))) is not None


def test_another_players_roll_does_not_count_again() -> None:
    fields: dict[str, JSON] = {"pieces": {"G7": "W", "A6": "B"}, "phase": "move", "roll": 4}
    begun = Started("spaces", {**SPACES.dump(SPACES.new()), **fields, "opening": False})
    ordinary = next(move for move in SPACES.legal(folded(begun).position).moves if "*" not in move)
    back = (begun, Moved(ordinary), rolled(3), TakenBack(1))
    assert next_kept_roll(folded(*back, Moved(ordinary))) == Rolled([3], KEPT)
    # White passes the centre instead and so rolls once more. The kept roll was Black's, so it does not count for White.
    state = folded(*back, Moved("G7-F10*E9-D8+E11-D10"))
    assert [throw.player for throw in state.kept_rolls] == ["B"]
    assert (state.game.status(state.position).due, state.game.status(state.position).player) == ("roll", "W")
    assert next_kept_roll(state) is None


@pytest.mark.parametrize("rolls", [3, -1])
def test_no_more_rolls_are_voided_than_were_made_since_the_last_move(rolls: int) -> None:
    tied = (started(), rolled(4, 4), rolled(5, 2))
    with pytest.raises(RecordError):
        fold_all([*tied, RollVoided(rolls)])
    with pytest.raises(RecordError):
        fold_all([*BOTH_PLAYED, RollVoided(2)])


def test_one_roll_or_all_since_the_last_move_are_voided() -> None:
    tied = (started(), rolled(4, 4), rolled(5, 2))
    assert [throw.dice for throw in folded(*tied, RollVoided(1)).rolls] == [[4, 4]]
    assert folded(*tied, RollVoided()).rolls == ()
    assert folded(*tied, RollVoided()).position == folded(started()).position


def test_a_voided_roll_and_a_correction_end_the_rolls_that_were_kept() -> None:
    again = (*BOTH_PLAYED, TakenBack(1), Moved("24/18 13/8"))
    assert folded(*again).kept_rolls
    kept = folded(*BOTH_PLAYED, TakenBack(2))
    assert folded(*BOTH_PLAYED, TakenBack(2), RollVoided()).kept_rolls == ()
    assert folded(*BOTH_PLAYED, TakenBack(2), Corrected(BACKGAMMON.dump(kept.position))).kept_rolls == ()


def test_the_next_part_begins_without_rolls_of_the_last_one() -> None:
    fields: dict[str, JSON] = {"pieces": {"J6": "W", "H6": "B"}, "phase": "move", "roll": 2}
    begun = Started("spaces", {**SPACES.dump(SPACES.new()), **fields, "opening": False})
    another = next(move for move in SPACES.legal(folded(begun).position).moves if move != "J6-I7-H6")
    # White takes the move back and ends the bout instead: Black's roll is kept until the next bout begins.
    over = (begun, Moved(another), rolled(3), TakenBack(1), Moved("J6-I7-H6"))
    assert [throw.dice for throw in folded(*over).kept_rolls] == [[3]]
    assert folded(*over).game.status(folded(*over).position).due == "next"
    assert folded(*over, NextPartStarted()).kept_rolls == ()


@pytest.mark.parametrize(("kind", "data"), [("flew-away", {}), ("moved", []), ("moved", {"move": "a1", "by": "W"})])
def test_what_is_no_event_is_refused(kind: str, data: JSON) -> None:
    with pytest.raises(RecordError, match=kind):
        from_json(kind, data)


@pytest.mark.parametrize("event", [Moved("8/5 6/5"), rolled(3, 1), TakenBack(1), NextPartStarted()])
def test_nothing_happens_before_a_game_is_started(event: Event) -> None:
    with pytest.raises(RecordError, match="no game has been started"):
        fold_all([event])
