"""What the players are shown at a moment of a game: the words, marks and steps of a `View`.

A pure function of the game's state and the moment. It chooses words for people; how they look is the
screen's affair, what is true is the referee's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.history.events import TYPED, Rolled
from companion.history.state import State
from companion.presentation.roll_prompt import RollPrompt, offered
from companion.referee import Ambiguous, Illegal, MovePlayed, Takeback, Uncertain, Unchanged, UnderWay, Verdict
from companion.rules.core import Event as RulesEvent
from companion.rules.core import Hints, Status, Table
from companion.session.corrections import AS_IT_IS, OTHERWISE, corrections
from companion.session.decisions import THROW_AGAIN, thrown_again
from companion.session.transient_state import TransientState
from companion.values.views import Arrow, Button, Choice, Mark, Player, Reason, Step, View

TELL_IT = "Tap what is right, straighten the piece, or take away what is no piece."

MOST_LIKELY = 3
"""How many moves are named that a turn may become."""

WON_PART = "-won"
"""How the rules name the event that ends a game, bout or round of several: by what is won, and this."""


def view(state: State, moment: TransientState, offer: RollPrompt | None = None) -> View:
    """The picture of this moment. offer: how the throw that is due can be made."""
    info, status = state.game.info, state.game.status(state.position)
    table = state.game.table(state.position)
    seen = _seen(moment, table)
    base = View(
        screen="play",
        game=info.id,
        title=info.title,
        headline="",
        detail="",
        table=table,
        seen=seen,
        players=tuple(_players(state, status)),
        last_move=_last_move(state),
        buttons=_buttons(
            moment,
            status,
            undoable=bool(state.turns)
            or moment.doubt is not None
            or (seen is not None and not isinstance(moment.rest, Uncertain)),
        ),
        hand=moment.hand,
        dice=tuple(_dice(state)),
        notices=tuple(text for text, _ in moment.notices),
        kind_names=info.kind_names,
    )
    for make in (_blind, _doubt, _correcting, _laying_out, _wrong, _over):
        found = make(base, state, moment, status)
        if found is not None:
            return found
    found = _play(base, state, moment, status)
    return found if offer is None else offered(found, offer)


def _blind(base: View, state: State, moment: TransientState, status: Status) -> View | None:
    if moment.problem is None:
        return None
    return replace(base, screen="blind", headline="I cannot see the board", detail=moment.problem)


def _doubt(base: View, state: State, moment: TransientState, status: Status) -> View | None:
    match moment.doubt:
        case Uncertain(cells, candidates):
            choices = tuple(Choice(c.label, c.text, c.table) for c in candidates)
            named = [state.game.info.cell_name(cell) for cell in cells]
            where = f"what lies on {_list(named)}" if cells else "which of these it is"
            return replace(
                base,
                screen="doubt",
                headline="What is it?",
                detail=f"I cannot tell {where}. {TELL_IT}",
                marks=tuple(Mark(cell, "doubt") for cell in cells),
                choices=choices,
            )
        case Ambiguous(table, moves):
            choices = tuple(Choice(move, _said(state, move), table) for move in moves)
            return replace(
                base,
                screen="doubt",
                headline="Which move was it?",
                detail="Several moves lead to this table. Tap the one that was made.",
                choices=choices,
            )
        case None:
            return None


def _correcting(base: View, state: State, moment: TransientState, status: Status) -> View | None:
    if not moment.correcting:
        return None
    choices = [Choice(c.label, c.text) for c in corrections(state)]
    return replace(
        base,
        screen="doubt",
        headline="What is right?",
        detail="Tap what is so beside the board, or leave it as it is. What lies on the board I see myself.",
        choices=(*choices, Choice(AS_IT_IS, "All is as it was")),
    )


def _laying_out(base: View, state: State, moment: TransientState, status: Status) -> View | None:
    if not moment.laying_out:
        return None
    match moment.rest:
        case Unchanged() | Uncertain() | None:
            steps: tuple[Step, ...] = ()
            detail = "Lay the pieces out as shown. The game begins by itself when all is right."
        case rest:
            steps = rest.fix
            detail = f"{len(steps)} to go. The game begins by itself when all is right."
    return replace(
        base,
        screen="setup",
        headline=f"Lay out {base.title}",
        detail=detail,
        steps=steps,
        marks=tuple(_step_marks(steps)),
    )


def _wrong(base: View, state: State, moment: TransientState, status: Status) -> View | None:
    rest = moment.rest
    if moment.restoring is not None and rest is not None and not isinstance(rest, Unchanged):
        steps = () if isinstance(rest, Uncertain) else rest.back if isinstance(rest, UnderWay) else rest.fix
        # What was taken back still lies there at first; anything else that is a move may be meant as one.
        other = rest.move if isinstance(rest, MovePlayed) and rest.table != moment.restoring else None
        unclear = rest.cells if isinstance(rest, Uncertain) else ()
        named = [state.game.info.cell_name(cell) for cell in unclear]
        return replace(
            base,
            screen="wrong",
            headline="Taken back",
            detail="Put the pieces back as they were"
            + (
                f", or press Done to play {_said(state, other)}."
                if other
                else f" on {_list(named)}, or press Done."
                if unclear
                else "."
            ),
            steps=steps,
            marks=(*_step_marks(steps), *(Mark(cell, "doubt") for cell in unclear)),
            arrows=tuple(_step_arrows(steps)),
        )
    if moment.wrong is None:
        return None
    unfinished = isinstance(moment.wrong, UnderWay)
    return replace(
        base,
        screen="wrong",
        headline="Not finished yet" if unfinished else "That is not allowed",
        detail="This is still to be done:" if unfinished else "Put it right like this:",
        reasons=tuple(Reason(v.rule, v.title, v.text) for v in moment.wrong.violations),
        steps=moment.wrong.fix,
        marks=(
            *(Mark(cell, "wrong") for v in moment.wrong.violations for cell in v.cells),
            *_step_marks(moment.wrong.fix),
        ),
        arrows=tuple(_step_arrows(moment.wrong.fix)),
    )


def _over(base: View, state: State, moment: TransientState, status: Status) -> View | None:
    if status.due != "nothing":
        return None
    winner = state.game.info.names.get(status.player, status.player)
    detail = f"{_ending(state)} For a new game lay out the start table.".lstrip()
    return replace(base, screen="over", headline=f"{winner} has won", detail=detail, marks=tuple(_last_marks(state)))


def _ending(state: State) -> str:
    """How the last move or throw won the game, in the rules' own words; "" where neither did."""
    return " ".join(event.text for event in _last_events(state) if event.event == "won")


def _part_over(state: State, hints: Hints) -> tuple[str, str]:
    """A game, bout or round that is over and not the last one: what is over, who won it and what it counts."""
    came = _last_events(state)
    won = [event for event in came if event.event.endswith(WON_PART)]
    if not won:  # such a position was begun with, or people have put it right
        return "The next one is due", f"{hints.text} Press Done when you are ready to lay it out."
    part = won[-1].event.removesuffix(WON_PART)
    said = " ".join(event.text for event in came if event in won or event.event == "tie")
    return f"This {part} is over", f"{said} Press Done when you are ready to lay out the next {part}."


def _last_events(state: State) -> tuple[RulesEvent, ...]:
    """What the rules said that the last event brought about; nothing where they did not judge it."""
    return state.last_outcome.events if state.last_outcome is not None else ()


def _play(base: View, state: State, moment: TransientState, status: Status) -> View:
    hints = state.game.hints(state.position)
    who = state.game.info.names.get(status.player, status.player)
    headline, detail = f"{who} to move", hints.text
    if status.due == "roll":
        headline = f"{who}: throw {'the die' if len(status.dice) == 1 else 'the dice'}"
    elif status.due == "next":
        headline, detail = _part_over(state, hints)
    marks: list[Mark] = list(_last_marks(state))
    match moment.rest:
        case MovePlayed(_, move):
            headline, detail = f"{_said(state, move)}?", "Press Done if that is the move."
        case Ambiguous():
            headline, detail = "Which move was it?", "Press Done and choose."
        case UnderWay(_, towards):
            headline = f"{who}: go on"
            likely = [_said(state, move) for move in towards[:MOST_LIKELY]]
            detail = f"A turn is under way: perhaps {_list(likely, 'or')}." if likely else "A turn is under way."
        case Takeback(doubtful=True):
            headline, detail = "Taking back?", "Leave it so to take the last move back, or go on with your turn."
        case Illegal() if status.due != "next":  # whoever packs up after a game makes no move
            detail = "This table fits no move yet. Go on, or press Done to hear why."
        case Unchanged() | Takeback() | Uncertain() | None:
            if status.due == "move" and status.offers == ("pass",):
                detail += " Press Done to pass."
    if moment.hand:
        detail = "A hand is over the board: I look again when it has left."
    arrows: tuple[Arrow, ...] = ()
    if moment.hint and not isinstance(moment.rest, MovePlayed | Ambiguous):
        detail = hints.text
        marks = list(_hint_marks(hints))
        arrows = tuple(_hint_arrows(hints))
    choices = tuple(Choice(offer, _offer_words(offer)) for offer in status.offers)
    if thrown_again(state) is not None:
        mistyped = isinstance(state.last, Rolled) and state.last.source == TYPED
        detail += "" if mistyped else " The throw stands."
        choices = (*choices, Choice(THROW_AGAIN, "Typed wrong: again" if mistyped else "Throw again: all agree"))
    return replace(base, headline=headline, detail=detail, marks=tuple(marks), arrows=arrows, choices=choices)


def _seen(moment: TransientState, table: Table) -> Table | None:
    rest: Verdict | None = moment.rest
    if rest is None or rest.table == table:
        return None
    return rest.table


def _dice(state: State) -> Iterator[tuple[str, int]]:
    """The dice that lie, as the position has them: by their colours, or plain ones in their order."""
    position = state.game.dump(state.position)
    match position.get("dice", position.get("roll")):
        case dict() as named:
            yield from named.items()
        case list() as values:
            yield from (("", value) for value in values)
        case int() as value:
            yield "", value


def _players(state: State, status: Status) -> Iterator[Player]:
    info = state.game.info
    for player, counters in status.counters.items():
        yield Player(
            player,
            info.names.get(player, player),
            info.emblems.get(player),
            active=player == status.player and status.due != "nothing",
            counters=tuple((c.label, c.value) for c in counters),
            tap=OTHERWISE,
        )


def _last_move(state: State) -> str:
    if not state.turns:
        return ""
    turn = state.turns[-1]
    who = state.game.status(turn.before).player
    return f"{state.game.info.names.get(who, who)}: {state.game.in_words(turn.before, turn.move)}"


def _said(state: State, move: str) -> str:
    return state.game.in_words(state.position, move)


def _last_marks(state: State) -> Iterator[Mark]:
    if not state.turns:
        return
    before = state.game.table(state.turns[-1].before)
    after = state.game.table(state.position)
    for cell in sorted({*before, *after}):
        if before.get(cell) != after.get(cell):
            yield Mark(cell, "last")


def _step_marks(steps: Iterable[Step]) -> Iterator[Mark]:
    for step in steps:
        if step.start is not None:
            yield Mark(step.start, "wrong")
        if step.end is not None and step.end != step.start:
            yield Mark(step.end, "missing")


def _step_arrows(steps: Iterable[Step]) -> Iterator[Arrow]:
    for step in steps:
        if step.start is not None and step.end is not None and step.start != step.end:
            yield Arrow(step.start, step.end, "missing")


def _hint_marks(hints: Hints) -> Iterator[Mark]:
    for cell, ways in hints.cells.items():
        if any(way.to is not None for way in ways):
            yield Mark(cell, "hint")


def _hint_arrows(hints: Hints) -> Iterator[Arrow]:
    for cell, ways in hints.cells.items():
        for way in ways:
            if way.to is not None and way.to != cell:
                yield Arrow(cell, way.to, "hint")


def _buttons(moment: TransientState, status: Status, undoable: bool) -> tuple[Button, ...]:
    begun = not moment.laying_out
    return (
        Button("done", "Done", enabled=begun and status.due != "nothing"),
        Button("undo", "Undo", enabled=begun and undoable),
        Button("hint", "Hint", enabled=begun and status.due == "move"),
    )


def _offer_words(offer: str) -> str:
    return {"pass": "Pass", "take": "Take the double", "drop": "Drop", "double": "Double"}.get(
        offer, offer.capitalize()
    )


def _list(names: Iterable[str], last: str = "and") -> str:
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end
