"""How a round ends, what it counts, and what follows it (MF-R10, MF-R17, MF-R18).

The basic game is one round that counts 1. Nothing here knows moves: it looks at the position that an
action, or a claimed stone, has left.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.core import Event, Outcome, PositionError, Result
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


@dataclass(frozen=True, slots=True)
class Points:
    """What a round brings one player."""

    captures: int
    primes: int
    antipode: int

    @property
    def total(self) -> int:
        return self.captures + self.primes + self.antipode


def points(position: Position, player: Player) -> Points:
    """What a round counts for one player that the player to move has ended with this position (MF-R17)."""
    opponent = other(player)
    primes = position.on_prime(player)
    home = position.board.index(ANTIPODE)
    return Points(
        captures=max(0, position.captured.of(player) - position.captured.of(opponent)),
        primes=max(0, primes - position.on_prime(opponent)) if player == position.to_move and primes >= TO_WIN else 0,
        antipode=0 if position.antipode_up != player else 2 if home == CENTER else int(home in PRIME),
    )


def conclude(before: Position, after: Position) -> Outcome[Position] | None:
    """How the round or the whole ends with what the player to move just did; None where it goes on.

    The opponent's last few stones are looked at before the score: having fewer than 7 loses a match at once.
    """
    mover, match = after.to_move, after.tournament
    opponent = other(mover)
    ended = has_won(after, mover)
    how = _how(after)
    by = f"{TO_WIN} stones captured" if how == "captures" else f"{TO_WIN} stones on Prime squares"
    name = PLAYER_NAMES[mover]
    if match is None:
        return _over(after, mover, 1, how, [], f"{name} wins: {by}.") if ended else None
    events: list[Event] = []
    if ended and not match.extra:
        match, text = _scored(after, match)
        after = replace(after, tournament=match)
        events.append(Event("round-won", f"{name} ends round {match.round}: {by}. {text}"))
    if after.left(opponent) < FEWEST and after.captured.of(mover) > before.captured.of(mover):
        text = (
            f"{name} wins the match: {PLAYER_NAMES[opponent]} has only {after.left(opponent)} stones left, "
            f"fewer than {FEWEST}."
        )
        return _over(after, mover, match.score.of(mover), "stones", events, text)
    if not ended:
        return None
    if match.extra:
        text = f"{name} wins the extra round and so the match: {by}."
        return _over(after, mover, match.score.of(mover), how, events, text)
    if match.round < match.rounds or match.score.G == match.score.S:
        if match.round == match.rounds:
            text = f"The match is tied at {match.score.G}: one more round by the basic rules decides it."
            events.append(Event("tie", text))
        return Outcome(replace(after, phase="between"), tuple(events))
    winner: Player = "G" if match.score.G > match.score.S else "S"
    most, least = match.score.of(winner), match.score.of(other(winner))
    text = f"{PLAYER_NAMES[winner]} wins the match by {most} to {least}."
    return _over(replace(after, to_move=winner), winner, most, "score", events, text)


def of_round(position: Position) -> Result:
    """How a round ended that is over, and what it counted for the player who ended it, who is to move."""
    return Result(position.to_move, points(position, position.to_move).total, _how(position))


def _how(position: Position) -> str:
    return "captures" if position.captured.of(position.to_move) >= TO_WIN else "primes"


def _over(
    position: Position, winner: Player, counts: int, how: str, events: list[Event], text: str
) -> Outcome[Position]:
    over = replace(position, phase="over", result=Result(winner, counts, how))
    return Outcome(over, (*events, Event("won", text)))


def _scored(position: Position, match: Tournament) -> tuple[Tournament, str]:
    """The match with the points of the round added, and those points in words."""
    words, totals = [], []
    for player in PLAYERS:
        gained = points(position, player)
        parts = [
            f"{count} for {what}"
            for count, what in (
                (gained.captures, "captures"),
                (gained.primes, "Prime squares"),
                (gained.antipode, "the Antipode"),
            )
            if count
        ]
        detail = f" ({', '.join(parts)})" if parts else ""
        words.append(f"{PLAYER_NAMES[player]} scores {gained.total}{detail}.")
        totals.append(match.score.of(player) + gained.total)
    return replace(match, score=Both(*totals)), " ".join(words)


def following(position: Position) -> Outcome[Position]:
    """The next round laid out (MF-R18). Raises PositionError where none is due."""
    match = position.tournament
    if match is None or position.phase != "between":
        raise PositionError("nothing follows: only the phase 'between' is gone on from with 'next'", "phase")
    first = other(match.first)
    match = replace(match, round=match.round + 1, first=first)
    stones = Both(position.left("G"), position.left("S"))
    name = "the extra round" if match.extra else f"round {match.round} of {match.rounds}"
    text = (
        f"Now {name}: {PLAYER_NAMES[first]} moves first. "
        f"The Antipode lies on d4 with {PLAYER_NAMES[other(first)]} up; take all stones off the board."
    )
    return Outcome(laid_out(stones, first, match), (Event("round-begins", text, ("d4",)),))
