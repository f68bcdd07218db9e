"""A Mindfield position.

This module only has values. `position_json` has their JSON, `moves` says what a move is and what it does, and `rounds`
how a round is scored. What belongs only to tournament matches (`Tournament`, the phases `claim` and `between`) is None
or absent in the basic game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Literal, NamedTuple, TypeVar

from companion.language import N_, PlayerNames, ngettext
from companion.rules.core import Result
from companion.rules.corrections import Change, counts
from companion.rules.mindfield.squares import AROUND, CENTER, NAMES, PRIME, SIDE
from companion.rules.words import in_points

T = TypeVar("T")

Player = Literal["G", "S"]
Phase = Literal["setup", "play", "claim", "between", "over"]
Travel = tuple[int, int]
"""The square from which a move or slide started, and the square where it ended."""

PLAYERS: tuple[Player, Player] = ("G", "S")
PLAYER_NAMES: Mapping[str, str] = PlayerNames({"G": N_("Gold"), "S": N_("Silver")})
KINDS: Mapping[Player, str] = {"G": "gold", "S": "silver"}
"""The kind of each player's stones, by its name in tables."""
EMPTY, ANTIPODE = ".", "A"

STONES: Mapping[int, int] = {0: 13, 2: 16, 4: 25}
"""How many stones each player has, by the number of rounds (0 for the basic game)."""

FEWEST = 7
"""In a tournament match, a player with fewer stones than this on the board and in hand together loses (MF-R18)."""

TO_WIN = 7
"""A player with this many captures, or with this many own stones on Prime squares, wins (MF-R10)."""


def other(player: Player) -> Player:
    return "S" if player == "G" else "G"


class Both(NamedTuple, Generic[T]):
    """One value for each player."""

    G: T
    S: T

    def of(self, player: Player) -> T:
        return self.G if player == "G" else self.S

    def but(self, player: Player, value: T) -> Both[T]:
        """The same values with another one for this player."""
        return Both(value, self.S) if player == "G" else Both(self.G, value)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament match: how many rounds it has, and how far it has come."""

    rounds: int
    """How many rounds the match has: 2 or 4."""
    round: int
    """The number of the round that is played, from 1. The extra round after a tie is one more than `rounds`."""
    score: Both[int]
    """The points of each player in the rounds that are over."""
    first: Player
    """The player who moved first in this round."""

    @property
    def extra(self) -> bool:
        """True if this is the extra round, which has the basic rules (MF-R18)."""
        return self.round > self.rounds


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the basic game, or of a round of a tournament match."""

    board: str
    """The 49 squares in the order of `squares.NAMES`, one character each: `.` for empty, `G`, `S`, or `A` for the
    Antipode.
    """
    antipode_up: Player
    """The player whose side of the Antipode is up."""
    to_move: Player
    """The player whose turn it is. In `between` and `over`, the winner."""
    phase: Phase
    """What must happen next."""
    hand: Both[int]
    """How many stones each player has not placed yet."""
    captured: Both[int]
    """How many stones each player has captured in this round."""
    last_moves: Both[Travel | None]
    """For each player, their last turn if it was a move or slide, else None."""
    result: Result | None = None
    """How the whole game ended. Only in the phase `over`."""
    tournament: Tournament | None = None
    """The match to which the round belongs; None in the basic game."""

    @property
    def ended(self) -> bool:
        """True if the round or the whole game is over, so that nothing moves. Then `to_move` has won it."""
        return self.phase in ("between", "over")

    @property
    def strict(self) -> bool:
        """True if the extra rules of tournament rounds apply: the Perimeter and the mandatory move."""
        return self.tournament is not None and not self.tournament.extra

    @property
    def setting_up(self) -> bool:
        """True if stones can only be placed (MF-R2).

        In the phase `claim`, the board shows if the setup still goes on: no pieces touch, the Antipode is where it
        began, nothing was captured or moved, and another stone can be placed.
        """
        if self.phase != "claim":
            return self.phase == "setup"
        return (
            self.tournament is not None
            and self.captured == (0, 0)
            and self.last_moves == (None, None)
            and self.board[CENTER] == ANTIPODE
            and self.antipode_up == other(self.tournament.first)
            and self.on_prime(other(self.to_move)) >= TO_WIN - 1
            and not any(
                piece != EMPTY and any(self.board[near] != EMPTY for near in AROUND[square])
                for square, piece in enumerate(self.board)
            )
            and can_be_placed(self.board, self.hand)
        )

    def left(self, player: Player) -> int:
        """How many stones a player has on the board and in hand together."""
        return self.hand.of(player) + self.board.count(player)

    @property
    def stones_each(self) -> int:
        """How many stones each player had at the beginning."""
        return STONES[self.tournament.rounds if self.tournament else 0]

    def stones(self, player: Player) -> list[int]:
        """The squares of a player's stones."""
        return [square for square, piece in enumerate(self.board) if piece == player]

    def on_prime(self, player: Player) -> int:
        return sum(self.board[square] == player for square in PRIME)

    def kind(self, square: int) -> str | None:
        """The kind of the piece on a square, by its name in tables; None for an empty square."""
        piece = self.board[square]
        if piece == EMPTY:
            return None
        if piece == ANTIPODE:
            return f"antipode-{KINDS[self.antipode_up]}"
        return "gold" if piece == "G" else "silver"


def free_standing(board: str, square: int) -> bool:
    """True if a square is empty and no piece touches it, even at a corner (MF-R1)."""
    return board[square] == EMPTY and all(board[near] == EMPTY for near in AROUND[square])


def can_be_placed(board: str, hand: Both[int]) -> bool:
    """True if a player can still place a stone, so that the setup goes on (MF-R2)."""
    return any(hand) and any(free_standing(board, square) for square in range(len(NAMES)))


def start(rounds: int = 0) -> Position:
    """The start of the basic game, or of a match of 2 or 4 rounds. Gold moves first, and each player has the right
    number of stones.
    """
    stones = Both(STONES[rounds], STONES[rounds])
    return laid_out(stones, "G", Tournament(rounds, 1, Both(0, 0), "G") if rounds else None)


def laid_out(hand: Both[int], first: Player, tournament: Tournament | None) -> Position:
    """The empty board with the Antipode on d4. The side that is up belongs to the player who does not place first
    (MF-R18).
    """
    board = EMPTY * CENTER + ANTIPODE
    return Position(
        board=board.ljust(SIDE * SIDE, EMPTY),
        antipode_up=other(first),
        to_move=first,
        phase="setup",
        hand=hand,
        captured=Both(0, 0),
        last_moves=Both(None, None),
        tournament=tournament,
    )


def count_changes(position: Position) -> Iterator[Change[Position]]:
    """Positions with one more or one less for a player: of the stones in hand, the captured stones, or the points of a
    match.
    """

    def put_hand(position: Position, player: Player, stones: int) -> Position:
        return replace(position, hand=position.hand.but(player, stones))

    def put_captured(position: Position, player: Player, stones: int) -> Position:
        return replace(position, captured=position.captured.but(player, stones))

    def put_score(position: Position, player: Player, points: int) -> Position:
        assert position.tournament is not None
        score = position.tournament.score.but(player, points)
        return replace(position, tournament=replace(position.tournament, score=score))

    yield from counts("hand", PLAYERS, PLAYER_NAMES, position.hand.of, _in_hand, put_hand)
    yield from counts("captured", PLAYERS, PLAYER_NAMES, position.captured.of, _captured, put_captured)
    if position.tournament is not None:
        yield from counts("match.score", PLAYERS, PLAYER_NAMES, position.tournament.score.of, in_points, put_score)


def _in_hand(count: int) -> str:
    return ngettext("{count} in hand", "{count} in hand", count).format(count=count)


def _captured(count: int) -> str:
    return ngettext("{count} captured", "{count} captured", count).format(count=count)


def has_won(position: Position, player: Player) -> bool:
    """True if a player has enough captures or stones on Prime squares to win at the end of their own action
    (MF-R10).
    """
    return position.captured.of(player) >= TO_WIN or position.on_prime(player) >= TO_WIN
