"""Which actions are legal in a Mindfield position, and what each of them does (MF-R1 to MF-R16).

`judge` explains why an action is not legal. `rounds` knows how a round ends and what it counts.

In a tournament round, an action that leaves out the mandatory move (MF-R16) is legal, but then the opponent may claim a
stone. So a jump's `Landing` also says if it left out a leg that would have ended the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.language import _
from companion.rules.core import Event, Outcome
from companion.rules.mindfield import rounds
from companion.rules.mindfield.actions import Action, Claim, Jump, Pass, Place, Step, touched, write
from companion.rules.mindfield.jumps import (
    Jumper,
    Landing,
    Route,
    hops,
    jumper,
    leaves_a_board_twice,
    legs,
    reached,
    straight_ways,
)
from companion.rules.mindfield.position import (
    ANTIPODE,
    EMPTY,
    PLAYER_NAMES,
    TO_WIN,
    Phase,
    Position,
    can_be_placed,
    free_standing,
    other,
)
from companion.rules.mindfield.squares import NAMES, PRIME, RAYS, STEPS


def actions(position: Position) -> Iterator[Action]:
    """Every action that may be made. If several lead to the same result, only one of them is listed.

    Empty if nothing can be done (MF-R13). If only claims are possible, a pass is listed, too.
    """
    if position.phase != "claim":
        yield from ordinary(position)
        return
    yield from claims(position)
    if not can_act(position):
        yield Pass()
        return
    # Claiming a stone may end the round. A jump in a circle that captures the same stone has the same result.
    claimed = {carry_out(position, claim).position for claim in claims(position)}
    for action in ordinary(position):
        round_trip = isinstance(action, Jump) and action.squares[0] == action.squares[-1]
        if not (round_trip and carry_out(position, action).position in claimed):
            yield action


def claims(position: Position) -> Iterator[Claim]:
    """The claims that the player to move may make: one for each stone that they may take (MF-R16)."""
    if position.phase == "claim":
        yield from (Claim(square) for square in position.stones(other(position.to_move)))


def ordinary(position: Position) -> Iterator[Action]:
    """The placings, moves, slides and jumps that may be made. If several lead to the same result, only one of them is
    listed.
    """
    if position.ended:
        return
    yield from (Place(square) for square in placements(position))
    if not position.setting_up:
        yield from steps(position)
        yield from jumps(position)


def can_act(position: Position) -> bool:
    """True if the player can do anything except passing or claiming."""
    return next(ordinary(position), None) is not None


def mandatory(position: Position) -> Iterator[Action]:
    """The placings, moves and jumps that end the round at once. If there are any, one of them must be made (MF-R16)."""
    mover = position.to_move
    captured, on_prime = position.captured.of(mover), position.on_prime(mover)
    if not position.strict or position.ended or (captured < TO_WIN - 1 and on_prime < TO_WIN - 1):
        return
    for place in placements(position):
        if captured >= TO_WIN or on_prime + (place in PRIME) >= TO_WIN:
            yield Place(place)
    if position.setting_up:
        return
    for step in steps(position):
        change = (step.end in PRIME) - (step.start in PRIME) if position.board[step.start] == mover else 0
        if captured >= TO_WIN or on_prime + change >= TO_WIN:
            yield step
    for origin in position.stones(mover):
        stone = jumper(position, origin, bound=False)
        for landing in hops(stone, stone.start()):
            if stone.ends_round(landing):
                yield Jump((origin, landing.square))


def placements(position: Position) -> Iterator[int]:
    """The squares where the player to move may place a stone (MF-R1, MF-R3)."""
    if position.hand.of(position.to_move):
        yield from (square for square in range(len(NAMES)) if free_standing(position.board, square))


def steps(position: Position) -> Iterator[Step]:
    """The moves of stones and slides of the Antipode that may be made (MF-R4 to MF-R6)."""
    board, mover = position.board, position.to_move
    returning = forbidden_return(position)
    for start, piece in enumerate(board):
        if piece == mover:
            ends: list[int] = [end for end in STEPS[start] if board[end] == EMPTY]
        elif piece == ANTIPODE and position.antipode_up == mover:
            ends = [end for ray in RAYS[start] for end in _open_part(board, ray)]
        else:
            continue
        yield from (Step(start, end) for end in ends if (start, end) != returning)


def _open_part(board: str, ray: tuple[int, ...]) -> Iterator[int]:
    for square in ray:
        if board[square] != EMPTY:
            return
        yield square


def forbidden_return(position: Position) -> tuple[int, int] | None:
    """The move back to where the player's last turn began. It is not allowed now (MF-R5). None if there is none."""
    travel = position.last_moves.of(position.to_move)
    return (travel[1], travel[0]) if travel else None


def jumps(position: Position) -> Iterator[Jump]:
    """The jumps that may be made. For each different result, one of the shortest ways is listed."""
    bound = next(mandatory(position), None) is not None
    returned = set()
    for origin in position.stones(position.to_move):
        for route, landing in landings(position, origin, bound):
            if landing.square == origin:
                # If a stone returns to its start, the board is the same whichever stone it was.
                what = landing.captured, landing.flipped, landing.missed
                if what in returned:
                    continue
                returned.add(what)
            yield Jump(route)


def about_to_jump(position: Position, origin: int) -> Jumper:
    """The stone on a square, when it is about to jump."""
    return jumper(position, origin, bound=next(mandatory(position), None) is not None)


def landings(position: Position, origin: int, bound: bool | None = None) -> Iterator[tuple[Route, Landing]]:
    """Every result of a stone's jumps, with the shortest way to it. Shortest ways come first. bound: True if an action
    is mandatory; None if the caller does not know.
    """
    stone = about_to_jump(position, origin) if bound is None else jumper(position, origin, bound)
    roundabout = set()
    for route, landing in reached(stone):
        if landing.nothing_done(origin):
            continue
        # A path with a useless loop can be the shortest one only if it leaves out a mandatory leg.
        if landing.missed and not stone.bound and leaves_a_board_twice(stone, route):
            roundabout.add(landing)
        else:
            yield route, landing
    if roundabout:
        yield from straight_ways(stone, roundabout)


def carry_out(position: Position, action: Action) -> Outcome[Position]:
    """What an action leads to. It must be legal; this is not checked here."""
    match action:
        case Place(square):
            mover = position.to_move
            placed = replace(
                position,
                board=_with(position.board, {square: mover}),
                hand=position.hand.but(mover, position.hand.of(mover) - 1),
            )
            return _turn_over(position, placed, None, [])
        case Step(start, end):
            moved = replace(position, board=_with(position.board, {start: EMPTY, end: position.board[start]}))
            return _turn_over(position, moved, (start, end), [])
        case Jump():
            return _jumped(position, action)
        case Pass():
            return _turn_over(position, position, None, [])
        case Claim(square):
            return _claimed(position, square)


def _jumped(position: Position, jump: Jump) -> Outcome[Position]:
    mover = position.to_move
    changes = {jump.squares[0]: EMPTY}
    up, captured = position.antipode_up, position.captured.of(mover)
    events = []
    for start, end in jump.legs:
        over = (start + end) // 2
        piece = position.board[over]
        if piece == other(mover):
            changes[over] = EMPTY
            captured += 1
            text = _("{player} captures {opponent}'s stone on {square}.")
            text = text.format(player=PLAYER_NAMES[mover], opponent=PLAYER_NAMES[other(mover)], square=NAMES[over])
            events.append(Event("captured", text, (NAMES[over],)))
        elif piece == ANTIPODE:
            up = other(up)
            text = _("The Antipode on {square} is turned over. {player} controls it now.")
            events.append(Event("flipped", text.format(square=NAMES[over], player=PLAYER_NAMES[up]), (NAMES[over],)))
    changes[jump.squares[-1]] = mover
    landed = replace(
        position,
        board=_with(position.board, changes),
        antipode_up=up,
        captured=position.captured.but(mover, captured),
    )
    return _turn_over(position, landed, None, events, jump)


def _turn_over(
    before: Position,
    after: Position,
    travel: tuple[int, int] | None,
    events: list[Event],
    jump: Jump | None = None,
) -> Outcome[Position]:
    """What the end of a turn leads to.

    It may end the round or the game (MF-R10), end the setup (MF-R2), or leave out a mandatory move (MF-R16). Then the
    other player is to move.
    """
    mover = before.to_move
    after = replace(after, last_moves=after.last_moves.but(mover, travel))
    if ended := rounds.conclude(before, after):
        return Outcome(ended.position, (*events, *ended.events))
    setting_up = before.setting_up
    phase: Phase = "setup" if setting_up else "play"
    if setting_up and not can_be_placed(after.board, after.hand):
        phase = "play"
        events.append(Event("play-begins", _("No more stones can be placed. Setting up ends and play begins.")))
    if better := missed(before, jump):
        phase = "claim"
        text = _(
            "{player} did not end the round with {move}, but had to. {opponent} may claim one of {player}'s stones."
        )
        text = text.format(player=PLAYER_NAMES[mover], opponent=PLAYER_NAMES[other(mover)], move=write(better))
        events.append(Event("missed", text, tuple(NAMES[square] for square in touched(better))))
    return Outcome(replace(after, phase=phase, to_move=other(mover)), tuple(events))


def missed(position: Position, jump: Jump | None) -> Action | None:
    """The mandatory move that an action leaves out, if the action does not end the round; None if there was none. jump:
    the action, if it is a jump. Then a further leg that would end the round is also mandatory.
    """
    if not position.strict:
        return None
    if (action := next(mandatory(position), None)) or jump is None:
        return action
    stone = jumper(position, jump.squares[0], bound=False)
    landing = stone.start()
    for done, square in enumerate(jump.squares[1:], start=2):
        landing = next(further for further in legs(stone, landing) if further.square == square)
        if landing.missed:
            for end in hops(stone, landing):
                if stone.ends_round(end) and not end.nothing_done(stone.origin):
                    return Jump((*jump.squares[:done], end.square))
    return None


def _claimed(position: Position, square: int) -> Outcome[Position]:
    """The position after a stone was claimed. This may end the round or the match. Otherwise the turn of the player who
    claimed it goes on.
    """
    mover = position.to_move
    after = replace(
        position,
        board=_with(position.board, {square: EMPTY}),
        captured=position.captured.but(mover, position.captured.of(mover) + 1),
        phase="play",
    )
    text = _("{player} claims {opponent}'s stone on {square}.")
    text = text.format(player=PLAYER_NAMES[mover], opponent=PLAYER_NAMES[other(mover)], square=NAMES[square])
    event = Event("captured", text, (NAMES[square],))
    ended = rounds.conclude(position, after)
    return Outcome(ended.position, (event, *ended.events)) if ended else Outcome(after, (event,))


def _with(board: str, changes: dict[int, str]) -> str:
    pieces = list(board)
    for square, piece in changes.items():
        pieces[square] = piece
    return "".join(pieces)
