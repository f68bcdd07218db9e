"""Every game as JSON lines and as text, finished or unfinished, with the moves that were undone."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.history.events import Event, GameResumed, Moved, NextPartStarted, Rolled, RollVoided, Started, TakenBack
from companion.history.export import FORMATS, write_text
from companion.history.export.played_game import collect_steps
from companion.history.saved_games import SavedGame
from companion.rules import GAMES
from companion.rules.words import MOVE_WORDS
from tests.history.export.matches import saved
from tests.rules.at_random import step


def played(game: str, seed: int = 1, most: int = 60) -> SavedGame:
    """The first events of a random game; every seventh move is taken back and made again."""
    rules, rnd = GAMES[game], random.Random(seed)
    position = rules.new()
    events: list[Event] = [Started(game, rules.dump(position))]
    while len(events) < most and (done := step(rules, position, rnd)) is not None:
        if done.did is None:
            events.append(NextPartStarted())
        elif isinstance(done.did, str):
            events.append(Moved(done.did))
            if len(events) % 7 == 0:
                events += [TakenBack(1), Moved(done.did)]
        else:
            events.append(Rolled(done.did, "virtual"))
        position = done.outcome.position
    return saved(events)


def lines(game: SavedGame) -> list[Any]:
    return [json.loads(line) for line in FORMATS["jsonl"](game).splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_json_lines_tell_everything_that_happened_and_what_counts(game: str) -> None:
    record = played(game)
    head, *events, end = lines(record)
    assert (head["format"], head["version"], head["game"]) == ("companion-game", 1, game)
    assert [event["event"] for event in events] == [entry.event.kind for entry in record.entries]
    assert any(event["event"] == "taken-back" for event in events)
    rules, state = GAMES[game], record.state()
    assert rules.parse(events[-1]["position"]) == state.position
    assert end["moves"] == state.moves
    assert end["over"] is state.over
    assert events[1]["time"] == "2027-01-15T08:01:00.000Z"


@pytest.mark.parametrize("game", GAMES)
def test_a_played_game_leads_from_step_to_step_to_the_current_position(game: str) -> None:
    told = collect_steps(played(game, most=200))
    positions = [told.state.start, *(one.after for one in told.steps)]
    assert [one.before for one in told.steps] == positions[:-1]
    assert positions[-1] == told.state.position
    assert [one.event.move for one in told.steps if isinstance(one.event, Moved)] == told.state.moves


@pytest.mark.parametrize("game", GAMES)
def test_a_text_names_every_move_in_order(game: str) -> None:
    record = played(game, most=300)
    text = FORMATS["text"](record)
    at = 0
    for move in record.state().moves:
        at = text.index(f": {MOVE_WORDS.get(move, move)}\n", at) + 1
    assert text.startswith(f"{GAMES[game].info.title}, saved game 1\nPlayers: ")
    assert text.endswith(" has won", 0, text.rindex(" (")) if record.state().over else "The game goes on." in text


def test_a_text_says_who_rolled_what_and_when() -> None:
    rules = GAMES["backgammon"]
    events = [Started("backgammon", rules.dump(rules.new())), Rolled([2, 4], "gpio"), Moved("24/20 13/11")]
    text = FORMATS["text"](saved([*events, Rolled([6, 5], "gpio"), TakenBack(1), Moved("13/7")]))
    assert [line.strip() for line in text.splitlines() if "  0:" in line] == [
        "0:00:30  White and Black: rolled 2 4 (gpio)",
        "0:02:30  Black: 13/7",
    ]
    assert "Black rolled the higher die and plays 4 and 2." in text
    assert "black checker: 1(2) 12(4) 17(3) 18 19(5)" in text


def test_moves_taken_back_and_rolls_voided_do_not_count() -> None:
    rules = GAMES["backgammon"]
    rolls = [Rolled([4, 4], "gpio"), Rolled([2, 4], "gpio"), RollVoided(1), Rolled([3, 1], "gpio")]
    moves = [Moved("8/5 6/5"), Rolled([6, 5], "gpio"), Moved("24/13"), TakenBack(2), Moved("24/20")]
    told = collect_steps(saved([Started("backgammon", rules.dump(rules.new())), *rolls, *moves]))
    assert [one.event for one in told.steps] == [rolls[0], rolls[3], Moved("24/20")]


def test_positions_are_written_if_asked_for() -> None:
    record = played("mindfield", most=4)
    assert "gold stone: " not in write_text(record).split("\n\n")[2]
    steps = write_text(record, positions=True).split("\n\n")[2]
    assert steps.count("Silver: ") > len(record.state().moves)


def test_a_game_that_was_resumed_later_is_one_game() -> None:
    rules = GAMES["spry"]
    start = Started("spry", rules.dump(rules.new()))
    first, second = rules.legal(rules.new(), 2).moves
    record = saved([start, Moved(first), GameResumed(1), TakenBack(1), Moved(second)])
    assert [type(one.event) for one in collect_steps(record).steps] == [Moved]
    assert [event["event"] for event in lines(record)[1:-1]] == ["started", "moved", "went-on", "taken-back", "moved"]
