"""How one stone jumps: leg by leg, and what it has done on the way (MF-R7 to MF-R9, MF-R12, MF-R14 to MF-R16).

Whose turn it is and whether there may be a jump at all is not asked here; that stands in `moves`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.rules.mindfield.position import ANTIPODE, EMPTY, FEWEST, TO_WIN, Player, Position, other
from companion.rules.mindfield.squares import JUMPS, PERIMETER, PRIME

Route = tuple[int, ...]
"""The squares of a jump, the one it left first."""

MOST_SEARCHED = 1_000
"""Ways of one stone that are gone through where the shortest one goes round for nothing; games never come near."""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a jumping stone stands after some legs, and what it has done on the way (MF-R12).

    captured: a bit for each square where a stone was captured. flipped: the Antipode shows another face
    than before the jump. missed: to stop here, the round going on, leaves out a mandatory move (MF-R16);
    False wherever the round or the match is over.
    """

    square: int
    captured: int = 0
    flipped: bool = False
    missed: bool = False

    @property
    def done(self) -> tuple[int, int, bool]:
        """What the jump has done to the board; a jump that is thought of comes to each but once (MF-R12)."""
        return self.square, self.captured, self.flipped

    def nothing_done(self, origin: int) -> bool:
        """True if all is as before the jump, so that it is no turn (MF-R12)."""
        return self.done == (origin, 0, False)


@dataclass(frozen=True, slots=True)
class Jumper:
    """A stone about to jump, and what its legs are measured by.

    strict: the additions of tournament rounds hold. to_capture: captures still needed to end the round.
    on_prime: the mover's other stones on Prime squares. to_spare: captures that the opponent can suffer
    without losing the match. bound: an action is mandatory, so that any other leaves it out.
    """

    board: str
    origin: int
    mover: Player
    hostile_antipode: bool
    strict: bool
    to_capture: int
    on_prime: int
    to_spare: int
    bound: bool

    def start(self) -> Landing:
        return Landing(self.origin, missed=self.bound)

    def ends_round(self, landing: Landing) -> bool:
        """True if the round is over if the jump stops here."""
        return landing.captured.bit_count() >= self.to_capture or self.on_prime + (landing.square in PRIME) >= TO_WIN

    def forbidden(self, start: int, over: int, flipped: bool) -> bool:
        """True if a leg jumps a hostile piece on a Prime square from the Perimeter (MF-R14, MF-R15)."""
        if not self.strict or start not in PERIMETER or over not in PRIME:
            return False
        if self.board[over] == ANTIPODE:
            return self.hostile_antipode != flipped
        return self.board[over] == other(self.mover)


def jumper(position: Position, origin: int, bound: bool) -> Jumper:
    """The stone on a square about to jump; `bound` says whether an action is mandatory (`moves.mandatory`)."""
    mover = position.to_move
    return Jumper(
        board=position.board,
        origin=origin,
        mover=mover,
        hostile_antipode=position.antipode_up != mover,
        strict=position.strict,
        to_capture=TO_WIN - position.captured.of(mover),
        on_prime=position.on_prime(mover) - (origin in PRIME),
        to_spare=position.left(other(mover)) - FEWEST,
        bound=bound,
    )


def reached(stone: Jumper, within: Callable[[Landing], bool] | None = None) -> Iterator[tuple[Route, Landing]]:
    """Every landing of a stone's jumps with the shortest way there, shortest ways first.

    Each (square, captured stones, face of the Antipode, missed) is visited once (MF-R12). within: landings
    for which it is false are not jumped on to or over from.
    """
    first = stone.start()
    seen = {first}
    waiting: deque[tuple[Route, Landing]] = deque([((stone.origin,), first)])
    while waiting:
        route, landing = waiting.popleft()
        for further in legs(stone, landing):
            if further not in seen and (within is None or within(further)):
                seen.add(further)
                way = (*route, further.square)
                yield way, further
                waiting.append((way, further))


def straight_ways(stone: Jumper, wanted: set[Landing]) -> Iterator[tuple[Route, Landing]]:
    """To each of the wanted landings a shortest way that leaves no board twice; none if there is no such way."""
    missing = set(wanted)
    waiting: deque[tuple[Landing, ...]] = deque([(stone.start(),)])
    for _ in range(MOST_SEARCHED):
        if not waiting or not missing:
            return
        path = waiting.popleft()
        for further in legs(stone, path[-1]):
            if all(further.done != earlier.done for earlier in path):
                way = (*path, further)
                waiting.append(way)
                if further in missing:
                    missing.remove(further)
                    yield tuple(landing.square for landing in way), further


def leaves_a_board_twice(stone: Jumper, route: Route) -> bool:
    """True if a way of jumping comes twice to the same board, and so goes round for nothing."""
    landing = stone.start()
    met = {landing.done}
    for square in route[1:]:
        landing = next(further for further in legs(stone, landing) if further.square == square)
        if landing.done in met:
            return True
        met.add(landing.done)
    return False


def legs(stone: Jumper, landing: Landing) -> Iterator[Landing]:
    """The landings that a stone can reach by one more leg (MF-R7 to MF-R9, MF-R14, MF-R15)."""
    for further in hops(stone, landing):
        if stone.strict and _misses(stone, landing, further):
            yield Landing(further.square, further.captured, further.flipped, missed=True)
        else:
            yield further


def hops(stone: Jumper, landing: Landing) -> Iterator[Landing]:
    """The landings one leg further, whatever they miss."""
    board, captured = stone.board, landing.captured
    for over, behind in JUMPS[landing.square]:
        piece = board[over]
        if piece == EMPTY or captured >> over & 1 or (board[behind] != EMPTY and behind != stone.origin):
            continue
        if stone.strict and stone.forbidden(landing.square, over, landing.flipped):
            continue
        yield Landing(
            behind,
            captured if piece in (stone.mover, ANTIPODE) else captured | 1 << over,
            landing.flipped != (piece == ANTIPODE),
        )


def _misses(stone: Jumper, landing: Landing, further: Landing) -> bool:
    """True if a jump that has come to `landing` leaves out a mandatory move if it stops at `further`."""
    captures = further.captured.bit_count()
    if stone.ends_round(further) or captures > max(0, stone.to_spare):
        return False
    if landing.missed or stone.ends_round(landing):
        return True
    if captures < stone.to_capture - 1 and stone.on_prime < TO_WIN - 1:
        return False
    return any(stone.ends_round(end) for end in hops(stone, further) if not end.nothing_done(stone.origin))
