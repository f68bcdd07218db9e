"""Random Backgammon matches as saved games, and what another program should have read from their .mat files."""

from __future__ import annotations

import base64
import random
from typing import Any

from companion.history.events import Event, Moved, NextPartStarted, Rolled, Started, TakenBack
from companion.history.journal import Entry
from companion.history.saved_games import SavedGame
from companion.rules.backgammon import Backgammon, Position
from companion.rules.white_black import PLAYERS, other

GAME = Backgammon()
PLAYER_OF = {"X": "W", "O": "B"}
"""gnubg calls the player of the left column X."""


def saved(events: list[Event]) -> SavedGame:
    """A saved game of these events, with half a minute from one to the next."""
    entries = tuple(Entry(number, 1.8e9 + 30 * number, event) for number, event in enumerate(events, start=1))
    assert isinstance(events[0], Started)
    return SavedGame(1, events[0], entries)


def played(seed: int, most: int = 100_000, **options: Any) -> SavedGame:
    """A random match (its first `most` events), with some moves taken back on the way."""
    rnd = random.Random(seed)
    position = GAME.new(options)
    events: list[Event] = [Started("backgammon", GAME.dump(position))]
    before: list[Position] = []
    while (status := GAME.status(position)).due != "nothing" and len(events) < most:
        event: Event
        if before and rnd.random() < 0.03:
            back = rnd.randint(1, min(3, len(before)))
            event, position = TakenBack(back), before[-back]
            del before[-back:]
        elif status.due == "next":
            event, position = NextPartStarted(), GAME.next(position).position
        elif status.due == "roll" and not ("double" in status.offers and rnd.random() < 0.04):
            dice = [rnd.randint(1, 6), rnd.randint(1, 6)]
            event, position = Rolled(dice, "virtual"), GAME.roll(position, dice).position
        else:
            move = "double" if status.due == "roll" else rnd.choice(GAME.legal(position, 50).moves)
            outcome = GAME.judge(position, move).outcome
            assert outcome is not None
            before.append(position)
            event, position = Moved(move), outcome.position
        events.append(event)
    return saved(events)


def position_id(position: Position) -> str:
    """gnubg's position id: first the player not on roll; a 1 for each checker on a point, a 0 after each point."""
    bits = ""
    for player in (other(position.to_move), position.to_move):
        points = [position.on_point(p if player == "W" else 25 - p, player) for p in range(1, 25)]
        bits += "".join("1" * count + "0" for count in (*points, position.bar.of(player)))
    key = int(bits.ljust(80, "0")[::-1], 2).to_bytes(10, "little")
    return base64.b64encode(key).decode().rstrip("=")


def expected(game: SavedGame) -> list[list[dict[str, Any]]]:
    """For each game the actions that count: who, what, the dice, and the position id before a move."""
    state = game.state()
    games: list[list[dict[str, Any]]] = [[]]
    for turn in state.turns:
        position: Position = turn.before
        if games[-1] and position.score != games[-1][0]["score"]:
            games.append([])
        action: dict[str, Any] = {"player": position.to_move, "score": position.score, "do": turn.move}
        if position.dice is not None:
            action |= {"do": "move", "dice": list(position.dice), "board": position_id(position)}
        games[-1].append(action)
    return [game for game in games if game]


def differences(game: SavedGame, read: Any) -> list[str]:
    """What another program has read differently from how it was played; empty if all is the same."""
    if read is None:
        return ["the file was refused"]
    wanted, found, final = expected(game), read["games"], game.state().position
    if len(wanted) != len(found):
        return [f"{len(found)} games instead of {len(wanted)}"]
    scores = [own[0]["score"] for own in wanted]
    ends = [*scores[1:], final.score if final.phase in ("between", "over") else None]
    wrong = []
    for number, (own, theirs, score, end) in enumerate(zip(wanted, found, scores, ends, strict=True), start=1):
        told, info = [_told(action) for action in theirs["game"]], theirs["info"]
        if told != [{key: value for key, value in action.items() if key != "score"} for action in own]:
            wrong.append(f"game {number}: {told} instead of {own}")
        if (info["score-X"], info["score-O"]) != score:
            wrong.append(f"game {number}: {info} instead of a score of {score}")
        if end is None:
            if info["winner"] is not None:
                wrong.append(f"game {number}: won by {info['winner']}, though it goes on")
            continue
        gained = [after - before for before, after in zip(score, end, strict=True)]
        winner = PLAYERS[gained.index(max(gained))]
        # gnubg always counts gammons, so its points are ours only where the players count them too.
        points = max(gained) if final.options.gammons else info["points-won"]
        if (PLAYER_OF.get(info["winner"]), info["points-won"], info["resigned"]) != (winner, points, False):
            wrong.append(f"game {number}: {info} instead of {winner} winning {points}")
    return wrong


def _told(action: Any) -> dict[str, Any]:
    told = {"player": PLAYER_OF[action["player"]], "do": action["action"]}
    if action["action"] == "move":
        told |= {"dice": action["dice"], "board": action["board"]}
    return told
