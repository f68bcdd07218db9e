"""How a stone jumps, leg by leg, and what it does on the way (MF-R7 to MF-R9, MF-R12, MF-R14 to MF-R16).

It does not check whose turn it is or if a jump is due; `moves` does that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.rules.mindfield.position import ANTIPODE, EMPTY, FEWEST, TO_WIN, Player, Position, other
from companion.rules.mindfield.squares import JUMPS, PERIMETER, PRIME

Route = tuple[int, ...]
"""The squares of a jump. The square where it starts comes first."""

MOST_SEARCHED = 1_000
"""How many ways of one stone are tried if the shortest way shows the same board twice. Games never come near this
number.
"""


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a jumping stone is after some legs, and what it has done so far (MF-R12)."""

    square: int
    captured: int = 0
    """A bit for each square where a stone was captured."""
    flipped: bool = False
    """True if the Antipode shows another side than before the jump."""
    missed: bool = False
    """True if a stop here leaves out a mandatory move while the round goes on (MF-R16)."""

    @property
    def done(self) -> tuple[int, int, bool]:
        """What the jump has done to the board so far. A search visits each such value only once (MF-R12)."""
        return self.square, self.captured, self.flipped

    def nothing_done(self, origin: int) -> bool:
        """True if nothing differs from before the jump. Such a jump is no turn (MF-R12)."""
        return self.done == (origin, 0, False)


@dataclass(frozen=True, slots=True)
class Jumper:
    """A stone that is about to jump, with everything that decides if its legs are legal."""

    board: str
    origin: int
    mover: Player
    hostile_antipode: bool
    strict: bool
    """True if the extra rules of tournament rounds apply."""
    to_capture: int
    """How many captures are still needed to end the round."""
    on_prime: int
    """How many other stones of the same player are on Prime squares."""
    to_spare: int
    """How many captures the opponent can suffer without losing the match."""
    bound: bool
    """True if an action is mandatory, so that every other one leaves it out."""

    def start(self) -> Landing:
        return Landing(self.origin, missed=self.bound)

    def ends_round(self, landing: Landing) -> bool:
        """True if the round is over when the jump stops here."""
        return landing.captured.bit_count() >= self.to_capture or self.on_prime + (landing.square in PRIME) >= TO_WIN

    def forbidden(self, start: int, over: int, flipped: bool) -> bool:
        """True if this leg is forbidden, because it jumps a hostile piece on a Prime square from the Perimeter (MF-R14,
        MF-R15).
        """
        if not self.strict or start not in PERIMETER or over not in PRIME:
            return False
        if self.board[over] == ANTIPODE:
            return self.hostile_antipode != flipped
        return self.board[over] == other(self.mover)


def jumper(position: Position, origin: int, bound: bool) -> Jumper:
    """The stone on a square, when it is about to jump. bound: True if an action is mandatory (`moves.mandatory`)."""
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
    """Every landing that a stone can reach by jumping, with the shortest way there. Shortest ways come first.

    Landings that differ only in the way are visited once (MF-R12). within: False for landings from which the jump must
    not continue.
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
    """For each wanted landing, a shortest way that never shows the same board twice. Landings without such a way are
    left out.
    """
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
    """True if this way shows the same board twice. Then a part of it is a useless loop."""
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
    """The landings that are one leg further. Those that leave out a mandatory move are among them."""
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
    """True if a jump leaves out a mandatory move when it goes on from `landing` and stops at `further`."""
    captures = further.captured.bit_count()
    if stone.ends_round(further) or captures > max(0, stone.to_spare):
        return False
    if landing.missed or stone.ends_round(landing):
        return True
    if captures < stone.to_capture - 1 and stone.on_prime < TO_WIN - 1:
        return False
    return any(stone.ends_round(end) for end in hops(stone, further) if not end.nothing_done(stone.origin))
