"""Says why an action may not be made: the rules that it breaks, in words about exactly this action.

`moves` says what is legal. An action breaks no rule here exactly if it is legal there; the tests compare the two for
every possible move text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.language import N_, Translated, _
from companion.rules.core import Verdict, Violation
from companion.rules.mindfield import moves
from companion.rules.mindfield.actions import Action, Claim, Jump, Pass, Place, Step, read, touched, write
from companion.rules.mindfield.jumps import Jumper, Landing, jumper, legs
from companion.rules.mindfield.position import ANTIPODE, EMPTY, PLAYER_NAMES, Position, other
from companion.rules.mindfield.squares import AROUND, NAMES, between
from companion.words import join_words

TITLES: Mapping[str, str] = Translated(
    {
        "MF-P": N_("Placing a stone"),
        "MF-M": N_("Moving a stone"),
        "MF-B": N_("No moving back and forth"),
        "MF-J": N_("Jumping"),
        "MF-A": N_("The Antipode"),
        "MF-W": N_("The end of the game"),
        "MF-TP": N_("Jumping from the Perimeter"),
        "MF-TM": N_("The mandatory move"),
        "MF-TS": N_("The end of a round"),
        "MF-R2": N_("Setting up comes first"),
        "MF-R3": N_("One action a turn"),
        "MF-R12": N_("A jump must change something"),
        "MF-R13": N_("Passing"),
        "MF-R16": N_("Claiming a stone"),
    }
)


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on the text of a move. Raises MoveTextError if it is not such a text."""
    action = read(text)
    violations = broken(position, action)
    if violations:
        return Verdict(write(action), None, tuple(violations))
    return Verdict(write(action), moves.carry_out(position, action))


def broken(position: Position, action: Action) -> list[Violation]:
    """The rules that an action breaks, the most basic one first. Empty if it is legal."""
    if position.phase == "between":
        text = _("The round is over. Set up the next one first.")
        return [violation("MF-TS", text, *touched(action))]
    if position.ended:
        text = _("The game is over: {player} has won.").format(player=PLAYER_NAMES[position.to_move])
        return [violation("MF-W", text)]
    match action:
        case Place(square):
            return _placing(position, square)
        case Step(start, end):
            return _stepping(position, start, end)
        case Jump():
            return _jumping(position, action)
        case Pass():
            return _passing(position)
        case Claim(square):
            return _claiming(position, square)


def violation(rule: str, text: str, *squares: int) -> Violation:
    """A violation of a rule, with the rule's title. Each square is listed once."""
    return Violation(rule, TITLES[rule], text, tuple(dict.fromkeys(NAMES[square] for square in squares)))


def name_piece(position: Position, square: int) -> str:
    """The piece on a square in words: "a gold stone", "the Antipode". The square must not be empty."""
    piece = position.board[square]
    if piece == ANTIPODE:
        return _("the Antipode")
    return _("a gold stone") if piece == "G" else _("a silver stone")


def listed(squares: Sequence[int]) -> str:
    """The names of squares in words: "a1", "a1 and b2", "a1, b2 and c3"."""
    return join_words(dict.fromkeys(NAMES[square] for square in squares))


def _names(position: Position) -> dict[str, str]:
    """The players' names as fields for messages. `player` is the player to move."""
    return {"player": PLAYER_NAMES[position.to_move], "opponent": PLAYER_NAMES[other(position.to_move)]}


def _placing(position: Position, square: int) -> list[Violation]:
    found = []
    if not position.hand.of(position.to_move):
        text = _("{player} has no stone left to place on {square}.").format(square=NAMES[square], **_names(position))
        found.append(violation("MF-R3", text, square))
    if position.board[square] != EMPTY:
        text = _("{square} is taken by {piece}. Place a stone on an empty square.")
        found.append(violation("MF-P", text.format(square=NAMES[square], piece=name_piece(position, square)), square))
    elif near := [s for s in AROUND[square] if position.board[s] != EMPTY]:
        # Translators: {neighbours} is a list like "a gold stone on c3 and the Antipode on d4".
        text = _("{square} touches {neighbours}. Place a stone where all squares around are empty, corners too.")
        text = text.format(square=NAMES[square], neighbours=_list_pieces(position, near))
        found.append(violation("MF-P", text, square, *near))
    return found


def _list_pieces(position: Position, squares: Sequence[int]) -> str:
    """Pieces with their squares in words: "a gold stone on c3 and the Antipode on d4"."""
    text = _("{piece} on {square}")
    return join_words(text.format(piece=name_piece(position, square), square=NAMES[square]) for square in squares)


def _stepping(position: Position, start: int, end: int) -> list[Violation]:
    found = _setting_up(position, start)
    if position.board[start] == ANTIPODE:
        return found + _control(position, start) + _sliding(position, start, end) + _returning(position, start, end)
    foreign = _not_own(position, "MF-M", start)
    return found + (foreign or _moving(position, start, end) + _returning(position, start, end))


def _setting_up(position: Position, square: int) -> list[Violation]:
    if not position.setting_up:
        return []
    text = _("The piece on {square} cannot move or jump yet. First place stones until no more can be placed.")
    return [violation("MF-R2", text.format(square=NAMES[square]), square)]


def _not_own(position: Position, rule: str, square: int) -> list[Violation]:
    piece = position.board[square]
    if piece == EMPTY:
        text = _("{square} is empty: there is no piece to move.")
    elif piece == other(position.to_move):
        text = _("The stone on {square} is {opponent}'s. It is {player}'s turn, so move a stone of {player}.")
    else:
        return []
    return [violation(rule, text.format(square=NAMES[square], **_names(position)), square)]


def _control(position: Position, square: int) -> list[Violation]:
    if position.antipode_up == position.to_move:
        return []
    text = _("The Antipode shows {opponent}, so only {opponent} may move it.").format(**_names(position))
    return [violation("MF-A", text, square)]


def _sliding(position: Position, start: int, end: int) -> list[Violation]:
    steps = {"start": NAMES[start], "end": NAMES[end]}
    if start == end:
        return [violation("MF-A", _("The Antipode must leave {start}.").format(**steps), start)]
    passed = between(start, end)
    if passed is None:
        text = _(
            "{start} to {end} is not a straight line. The Antipode slides up, down, left or right over empty squares."
        )
        return [violation("MF-A", text.format(**steps), start, end)]
    found = []
    if blocking := [s for s in passed if position.board[s] != EMPTY]:
        # Translators: {pieces} is a list like "a gold stone on c3 and a silver stone on d3".
        text = _("Between {start} and {end} there is {pieces}. The Antipode slides over empty squares and never jumps.")
        text = text.format(pieces=_list_pieces(position, blocking), **steps)
        found.append(violation("MF-A", text, start, *blocking))
    if position.board[end] != EMPTY:
        text = _("{square} is taken by {piece}. The Antipode slides to an empty square.")
        found.append(_taken(position, "MF-A", text, end))
    return found


def _moving(position: Position, start: int, end: int) -> list[Violation]:
    steps = {"start": NAMES[start], "end": NAMES[end]}
    if start == end:
        return [violation("MF-M", _("The stone stays on {start}. Move it to another square.").format(**steps), start)]
    found = []
    passed = between(start, end)
    if passed is None:
        files, rows = abs(start % 7 - end % 7), abs(start // 7 - end // 7)
        text = (
            _("{start} to {end} is diagonal. A stone moves one square up, down, left or right.")
            if files == rows
            else _("{start} to {end} is not a straight line. A stone moves one square up, down, left or right.")
        )
        found.append(violation("MF-M", text.format(**steps), start, end))
    elif passed:
        if len(passed) == 1 and position.board[passed[0]] != EMPTY and position.board[end] == EMPTY:
            text = _("{start} to {end} is {count} squares, and a stone moves one square. A jump over {over} is {jump}.")
            text = text.format(count=2, over=NAMES[passed[0]], jump=write(Jump((start, end))), **steps)
        else:
            text = _("{start} to {end} is {count} squares. A stone moves one square up, down, left or right.")
            text = text.format(count=len(passed) + 1, **steps)
        found.append(violation("MF-M", text, start, end))
    if position.board[end] != EMPTY:
        text = _("{square} is taken by {piece}. A stone moves to an empty square.")
        found.append(_taken(position, "MF-M", text, end))
    return found


def _taken(position: Position, rule: str, text: str, square: int) -> Violation:
    return violation(rule, text.format(square=NAMES[square], piece=name_piece(position, square)), square)


def _returning(position: Position, start: int, end: int) -> list[Violation]:
    if moves.forbidden_return(position) != (start, end):
        return []
    text = (
        _("{player} moved the Antipode from {end} to {start} last turn. A piece may not go straight back.")
        if position.board[start] == ANTIPODE
        else _("{player} moved this stone from {end} to {start} last turn. A piece may not go straight back.")
    )
    return [violation("MF-B", text.format(start=NAMES[start], end=NAMES[end], **_names(position)), start, end)]


def _jumping(position: Position, jump: Jump) -> list[Violation]:
    start = jump.squares[0]
    found = _setting_up(position, start)
    if position.board[start] == ANTIPODE:
        text = _("The Antipode never jumps: it slides over empty squares.")
        return found + _control(position, start) + [violation("MF-A", text, start)]
    if foreign := _not_own(position, "MF-J", start):
        return found + foreign
    stone = jumper(position, start, bound=False)
    landing = stone.start()
    for leg in jump.legs:
        if wrong := _leg(position, stone, landing, *leg):
            return found + wrong
        landing = next(further for further in legs(stone, landing) if further.square == leg[1])
    if landing.nothing_done(start):
        text = _("The jump ends on {square}, where it began, and changes nothing. A turn must change something.")
        found.append(violation("MF-R12", text.format(square=NAMES[start]), *jump.squares))
    return found


def _leg(position: Position, stone: Jumper, landing: Landing, start: int, end: int) -> list[Violation]:
    """What is wrong with one leg of a jump. landing: where the stone is before this leg."""
    steps = {"start": NAMES[start], "end": NAMES[end]}
    passed = between(start, end)
    if passed is None or len(passed) != 1:
        text = _(
            "{start} to {end} is not a jump. A jump goes over the next square to the one straight behind it, not "
            "diagonally."
        )
        return [violation("MF-J", text.format(**steps), start, end)]
    over = passed[0]
    found = []
    if landing.captured >> over & 1:
        text = _("This jump has already captured the stone on {over}, so there is nothing left to jump over.")
        found.append(violation("MF-J", text.format(over=NAMES[over]), start, over))
    elif position.board[over] == EMPTY:
        text = _("{over} is empty, so from {start} to {end} there is nothing to jump over.")
        found.append(violation("MF-J", text.format(over=NAMES[over], **steps), start, over))
    if end != stone.origin and position.board[end] != EMPTY:
        text = _("{square} is taken by {piece}. A jump lands on an empty square.")
        found.append(_taken(position, "MF-J", text, end))
    if not found and stone.forbidden(start, over, landing.flipped):
        text = _(
            "{start} is on the Perimeter and {over} is a Prime square with {piece}. In a tournament, no stone jumps an "
            "opposing piece on a Prime square from the Perimeter."
        ).format(over=NAMES[over], piece=name_piece(position, over), **steps)
        found.append(violation("MF-TP", text, start, over, end))
    return found


def _passing(position: Position) -> list[Violation]:
    action = next(moves.ordinary(position), None)
    if action is None:
        return []
    text = _("{player} may not pass while a move is possible, for example {example}.")
    return [violation("MF-R13", text.format(example=write(action), **_names(position)))]


def _claiming(position: Position, square: int) -> list[Violation]:
    offender = other(position.to_move)
    fields = {"square": NAMES[square], **_names(position)}
    if position.tournament is None:
        text = _("Stones are claimed only in tournament matches. This is the basic game.")
        return [violation("MF-R16", text, square)]
    if position.tournament.extra:
        text = _("No stone is claimed in the extra round. It follows the rules of the basic game.")
        return [violation("MF-TM", text, square)]
    if position.phase != "claim":
        text = _("No stone can be claimed now. {opponent} did not miss a move that ends the round.")
        return [violation("MF-TM", text.format(**fields), square)]
    if position.board[square] == offender:
        return []
    if position.board[square] == EMPTY:
        text = _("{square} is empty. Claim a stone of {opponent}.")
    else:
        text = _("On {square} there is {piece}. Claim a stone of {opponent}.")
        fields["piece"] = name_piece(position, square)
    return [violation("MF-TM", text.format(**fields), square)]
