"""What a position waits for, and what can be done in it, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType

from companion.language import N_, Translated, _, pgettext
from companion.rules.core import Counter, Fact, Hint, Hints, Status
from companion.rules.mindfield import moves, rounds
from companion.rules.mindfield.actions import Jump, Step, write
from companion.rules.mindfield.judge import broken, listed
from companion.rules.mindfield.position import ANTIPODE, FEWEST, PLAYER_NAMES, PLAYERS, TO_WIN, Position, other
from companion.rules.mindfield.squares import NAMES, STEPS
from companion.rules.resigning import RESIGNED
from companion.words import join_words

_HOW: Mapping[str, str] = Translated(
    {
        "score": N_("The match is over: {player} has won with the higher score."),
        "resigned": N_("The match is over: {player} has won by resignation."),
        "stones": N_("The match is over: {player} has won. The opponent has fewer than {fewest} stones left."),
        "captures": N_("The match is over: {player} has won the extra round with {count} captures."),
        "primes": N_("The match is over: {player} has won the extra round with {count} stones on Prime squares."),
    }
)
"""How a match was won, in words, by `Result.how`."""

MOST_NAMED = 4
"""How many mandatory moves are named at most."""

MOST_JUMPS = 100
"""How many jumps of one stone the hints name at most. Only artificial positions have more."""


def status(position: Position) -> Status:
    """What the position waits for."""
    match = position.tournament
    counters: dict[str, tuple[Counter, ...]] = {
        player: (
            *(
                (
                    Counter(pgettext("counter", "score"), match.score.of(player)),
                    Counter(pgettext("counter", "round"), match.round),
                )
                if match
                else ()
            ),
            Counter(pgettext("counter", "in hand"), position.hand.of(player)),
            Counter(pgettext("counter", "captured"), position.captured.of(player)),
            Counter(pgettext("counter", "on Prime"), position.on_prime(player)),
        )
        for player in PLAYERS
    }
    stuck = not position.ended and not moves.can_act(position)
    return Status(
        due="next" if position.phase == "between" else "nothing" if position.ended else "move",
        player=position.to_move,
        offers=("pass",) if stuck else (),
        counters=MappingProxyType(counters),
        result=rounds.of_round(position) if position.phase == "between" else position.result,
    )


def facts(position: Position) -> Iterator[Fact]:
    """What the screen always shows: the round and the score of a match, the stones in hand, and how near each player is
    to the end of the round.
    """
    match = position.tournament
    if match is not None:
        number = pgettext("fact", "extra") if match.extra else f"{match.round}/{match.rounds}"
        yield Fact(pgettext("fact", "round"), (("", number),))
        yield Fact(pgettext("fact", "score"), tuple((player, str(match.score.of(player))) for player in PLAYERS))
    yield Fact(pgettext("fact", "in hand"), tuple((player, str(position.hand.of(player))) for player in PLAYERS))
    captured = tuple((player, str(position.captured.of(player))) for player in PLAYERS)
    yield Fact(pgettext("fact", "captured by"), captured)
    yield Fact(pgettext("fact", "on Prime"), tuple((player, str(position.on_prime(player))) for player in PLAYERS))


def hints(position: Position) -> Hints:
    """What can be done now, and why a piece may not move."""
    if position.ended:
        return Hints(_ended(position))
    cells: dict[str, list[Hint]] = {}
    text = _ways(position, cells)
    must = [write(action) for action in islice(moves.mandatory(position), MOST_NAMED)]
    if must:
        duty = _("You can end this round now, so you must: {moves}.").format(moves=join_words(must, "or"))
        text += " " + duty
    if position.phase == "claim":
        text = _claims(position, cells) + " " + text
    return Hints(text, _frozen(cells))


def _ways(position: Position, cells: dict[str, list[Hint]]) -> str:
    """What can be done, in words. The hints for pieces on the board are added to `cells`."""
    player = PLAYER_NAMES[position.to_move]
    for square in moves.placements(position):
        cells[NAMES[square]] = [Hint(NAMES[square], _("Place a stone: no piece touches this square."))]
    can_place = bool(cells)
    if position.setting_up:
        if can_place:
            text = _("{player}: place a stone on a square that touches no piece, not even at a corner.")
        else:
            text = _("{player} cannot place a stone: pass.")
        return text.format(player=player)
    can_move, can_jump = _moves(position, cells), _jumps(position, cells)
    can_slide = _slides(position, cells)
    for square in position.stones(position.to_move):
        blocked = _("This stone can neither move nor jump: everything around it is taken.")
        cells.setdefault(NAMES[square], [Hint(None, blocked)])
    ways = [
        words
        for possible, words in (
            (can_move, _("move a stone one square")),
            (can_jump, _("jump")),
            (can_place, _("place a stone that touches no piece")),
            (can_slide, _("slide the Antipode")),
        )
        if possible
    ]
    if not ways:
        return _("{player} cannot do anything: pass.").format(player=player)
    # Translators: {actions} is a choice like "move a stone one square, jump or slide the Antipode".
    return _("{player}: {actions}.").format(player=player, actions=join_words(ways, "or"))


def _claims(position: Position, cells: dict[str, list[Hint]]) -> str:
    """Why a stone can be claimed, in words. The hints for stones that can be claimed are added to `cells`."""
    offender = other(position.to_move)
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[offender]
    for claim in moves.claims(position):
        why = _("Claim this stone: take it off the board. It counts as captured, and it is still your turn.")
        _add(cells, claim.square, Hint(None, why, takes=True))
    text = _(
        "{opponent} could have ended the round and did not. {player}: claim one of {opponent}'s stones, or play on."
    )
    return text.format(player=player, opponent=opponent)


def _moves(position: Position, cells: dict[str, list[Hint]]) -> bool:
    """Adds hints for moves of stones to `cells`, also for a move back that is forbidden. True if a stone can move."""
    found = False
    for step in moves.steps(position):
        if position.board[step.start] != ANTIPODE:
            found = True
            _add(cells, step.start, Hint(NAMES[step.end], _("Move to {square}.").format(square=NAMES[step.end])))
    back = moves.forbidden_return(position)
    if back and position.board[back[0]] == position.to_move and back[1] in STEPS[back[0]]:
        _refuse(position, cells, *back)
    return found


def _refuse(position: Position, cells: dict[str, list[Hint]], start: int, end: int) -> None:
    """Adds a hint to `cells` why a move back is forbidden, if nothing else forbids it."""
    reasons = broken(position, Step(start, end))
    if [reason.rule for reason in reasons] == ["MF-B"]:
        # Translators: {reason} is a whole sentence that says which rule forbids it.
        text = _("Not to {space}. {reason}").format(space=NAMES[end], reason=reasons[0].text)
        _add(cells, start, Hint(None, text, about=NAMES[end], reason=reasons[0].text))


def _jumps(position: Position, cells: dict[str, list[Hint]]) -> bool:
    """Adds hints for jumps to `cells`. True if a stone can jump."""
    found = False
    for origin in position.stones(position.to_move):
        for route, landing in islice(moves.landings(position, origin), MOST_JUMPS):
            found = True
            taken = [s for s in range(len(NAMES)) if landing.captured >> s & 1]
            if taken and landing.flipped:
                text = _("Jump {move}: captures {squares} and turns the Antipode to {player}.")
            elif taken:
                text = _("Jump {move}: captures {squares}.")
            elif landing.flipped:
                text = _("Jump {move}: turns the Antipode to {player}.")
            else:
                text = _("Jump {move}: captures nothing.")
            up = PLAYER_NAMES[other(position.antipode_up)]
            text = text.format(move=write(Jump(route)), squares=listed(taken), player=up)
            _add(cells, origin, Hint(NAMES[landing.square], text, takes=bool(taken)))
    return found


def _slides(position: Position, cells: dict[str, list[Hint]]) -> bool:
    """Adds hints to `cells` where the Antipode can slide, or why it may not be moved. True if it can slide."""
    home = position.board.index(ANTIPODE)
    if position.antipode_up != position.to_move:
        up = PLAYER_NAMES[position.antipode_up]
        text = _("The Antipode shows {player}, so only {player} may move it. A jump over it turns it.")
        _add(cells, home, Hint(None, text.format(player=up)))
        return False
    slides = [step for step in moves.steps(position) if step.start == home]
    for step in slides:
        _add(cells, home, Hint(NAMES[step.end], _("Slide the Antipode to {square}.").format(square=NAMES[step.end])))
    back = moves.forbidden_return(position)
    if back and back[0] == home:
        _refuse(position, cells, *back)
    if NAMES[home] not in cells:
        _add(cells, home, Hint(None, _("The Antipode cannot slide: everything around it is taken.")))
    return bool(slides)


def _ended(position: Position) -> str:
    match = position.tournament
    if match is None:
        assert position.result is not None
        if position.result.how == RESIGNED:
            return _("The game is over: {player} has won by resignation.").format(player=PLAYER_NAMES[position.to_move])
        if position.result.how == "captures":
            text = _("The game is over: {player} has won with {count} captured stones.")
            count = position.captured.of(position.to_move)
        else:
            text = _("The game is over: {player} has won with {count} stones on Prime squares.")
            count = position.on_prime(position.to_move)
        return text.format(player=PLAYER_NAMES[position.to_move], count=count)
    if position.phase == "between":
        text = (
            _("Round {round} is over: Gold {gold}, Silver {silver}. Set up the extra round.")
            if match.round == match.rounds
            else _("Round {round} is over: Gold {gold}, Silver {silver}. Set up the next round.")
        )
        return text.format(round=match.round, gold=match.score.G, silver=match.score.S)
    assert position.result is not None
    text = _HOW.get(position.result.how) or _("The match is over: {player} has won.")
    won = text.format(player=PLAYER_NAMES[position.to_move], fewest=FEWEST, count=TO_WIN)
    score = _("The score is Gold {gold}, Silver {silver}.").format(gold=match.score.G, silver=match.score.S)
    return won + " " + score


def _add(cells: dict[str, list[Hint]], square: int, hint: Hint) -> None:
    cells.setdefault(NAMES[square], []).append(hint)


def _frozen(cells: Mapping[str, list[Hint]]) -> Mapping[str, tuple[Hint, ...]]:
    return MappingProxyType({cell: tuple(found) for cell, found in cells.items()})
