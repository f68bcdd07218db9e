"""How a round ends, what it counts, and what comes after it (MF-R10, MF-R17, MF-R18). The basic game is a single round
that counts 1.

This module knows no moves: it looks at the position after an action or after a claim.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.language import _, join, ngettext
from companion.rules.core import Event, Outcome, PositionError, Resignation, Result
from companion.rules.mindfield.position import (
    ANTIPODE,
    FEWEST,
    PLAYER_NAMES,
    PLAYERS,
    TO_WIN,
    Both,
    Player,
    Position,
    Tournament,
    has_won,
    laid_out,
    other,
)
from companion.rules.mindfield.squares import CENTER, PRIME
from companion.rules.resigning import RESIGNED, end_game, make_resignation
from companion.words import join_words


@dataclass(frozen=True, slots=True)
class Points:
    """What a round counts for one player."""

    captures: int
    primes: int
    antipode: int

    @property
    def total(self) -> int:
        return self.captures + self.primes + self.antipode


def points(position: Position, player: Player) -> Points:
    """What the round counts for one player, if the player to move has just ended it (MF-R17). position: the one at its
    end.
    """
    opponent = other(player)
    primes = position.on_prime(player)
    home = position.board.index(ANTIPODE)
    return Points(
        captures=max(0, position.captured.of(player) - position.captured.of(opponent)),
        primes=max(0, primes - position.on_prime(opponent)) if player == position.to_move and primes >= TO_WIN else 0,
        antipode=0 if position.antipode_up != player else 2 if home == CENTER else int(home in PRIME),
    )


def conclude(before: Position, after: Position) -> Outcome[Position] | None:
    """How the last action ends the round or the whole game; None if the round goes on.

    Before the score is counted, the opponent's remaining stones are: a player with fewer than 7 loses a match at once.
    """
    mover, match = after.to_move, after.tournament
    opponent = other(mover)
    ended = has_won(after, mover)
    how = _how(after)
    names = {"player": PLAYER_NAMES[mover], "opponent": PLAYER_NAMES[opponent], "count": TO_WIN}
    if match is None:
        text = (
            _("{player} wins with {count} captured stones.")
            if how == "captures"
            else _("{player} wins with {count} stones on Prime squares.")
        )
        return _over(after, mover, 1, how, [], text.format(**names)) if ended else None
    events: list[Event] = []
    if ended and not match.extra:
        match, text = _scored(after, match)
        after = replace(after, tournament=match)
        ends = (
            _("{player} ends round {round} with {count} captured stones.")
            if how == "captures"
            else _("{player} ends round {round} with {count} stones on Prime squares.")
        )
        events.append(Event("round-won", ends.format(round=match.round, **names) + " " + text))
    if after.left(opponent) < FEWEST and after.captured.of(mover) > before.captured.of(mover):
        text = _("{player} wins the match. {opponent} has only {left} stones left, fewer than {fewest}.")
        text = text.format(left=after.left(opponent), fewest=FEWEST, **names)
        return _over(after, mover, match.score.of(mover), "stones", events, text)
    if not ended:
        return None
    if match.extra:
        text = (
            _("{player} wins the extra round and the match with {count} captured stones.")
            if how == "captures"
            else _("{player} wins the extra round and the match with {count} stones on Prime squares.")
        )
        return _over(after, mover, match.score.of(mover), how, events, text.format(**names))
    if match.round < match.rounds or match.score.G == match.score.S:
        if match.round == match.rounds:
            text = _("The match is tied at {score}. One more round by the basic rules decides it.")
            events.append(Event("tie", text.format(score=match.score.G)))
        return Outcome(replace(after, phase="between"), tuple(events))
    winner: Player = "G" if match.score.G > match.score.S else "S"
    most, least = match.score.of(winner), match.score.of(other(winner))
    text = _("{player} wins the match by {most} to {least}.")
    text = text.format(player=PLAYER_NAMES[winner], most=most, least=least)
    return _over(replace(after, to_move=winner), winner, most, "score", events, text)


def of_round(position: Position) -> Result:
    """How a finished round ended, and what it counted for the player who ended it. This player is to move."""
    return Result(position.to_move, points(position, position.to_move).total, _how(position))


def _how(position: Position) -> str:
    return "captures" if position.captured.of(position.to_move) >= TO_WIN else "primes"


def _over(
    position: Position, winner: Player, counts: int, how: str, events: list[Event], text: str
) -> Outcome[Position]:
    over = replace(position, phase="over", result=Result(winner, counts, how))
    return Outcome(over, (*events, Event("won", text)))


def _scored(position: Position, match: Tournament) -> tuple[Tournament, str]:
    """The match with the points of this round added, and these points in words."""
    words, totals = [], []
    for player in PLAYERS:
        gained = points(position, player)
        parts = [
            text.format(points=count)
            for count, text in (
                (gained.captures, _("{points} for captures")),
                (gained.primes, _("{points} for Prime squares")),
                (gained.antipode, _("{points} for the Antipode")),
            )
            if count
        ]
        text = (
            # Translators: {parts} is a list like "2 for captures and 1 for the Antipode".
            ngettext(
                "{player} scores {total} point: {parts}.", "{player} scores {total} points: {parts}.", gained.total
            )
            if parts
            else _("{player} scores no point.")
        )
        words.append(text.format(player=PLAYER_NAMES[player], total=gained.total, parts=join_words(parts)))
        totals.append(match.score.of(player) + gained.total)
    return replace(match, score=Both(*totals)), join(" ", words)


def following(position: Position) -> Outcome[Position]:
    """The start of the next round (MF-R18). Raises PositionError if no round follows."""
    match = position.tournament
    if match is None or position.phase != "between":
        raise PositionError("nothing follows: only the phase 'between' is gone on from with 'next'", "phase")
    first = other(match.first)
    match = replace(match, round=match.round + 1, first=first)
    stones = Both(position.left("G"), position.left("S"))
    text = (
        _(
            "The extra round begins: {player} moves first. Take all stones off the board and put the Antipode on d4, "
            "{up} up."
        )
        if match.extra
        else _(
            "Round {round} of {rounds} begins: {player} moves first. Take all stones off the board and put the "
            "Antipode on d4, {up} up."
        )
    ).format(round=match.round, rounds=match.rounds, player=PLAYER_NAMES[first], up=PLAYER_NAMES[other(first)])
    return Outcome(laid_out(stones, first, match), (Event("round-begins", text, ("d4",)),))


def resignations(position: Position) -> tuple[Resignation[Position], ...]:
    """What can be given up: each player may give up the game or, in a tournament, the match."""
    if position.ended:
        return ()
    match, found = position.tournament, []
    for player in PLAYERS:
        winner = other(player)
        counts = match.score.of(winner) if match else 1
        over = replace(position, to_move=winner, phase="over", result=Result(winner, counts, RESIGNED))
        part, outcome = "match" if match else "game", end_game(over, PLAYER_NAMES[winner])
        found.append(make_resignation(player, part, PLAYER_NAMES[player], outcome))
    return tuple(found)
