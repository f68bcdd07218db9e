"""Answers small questions about a state and about what the camera sees: what the players have decided or begun, and
what they can do.

All functions only compute: nothing here announces or writes anything.
"""

from __future__ import annotations

from dataclasses import replace

from companion.history.events import KEPT, TYPED, NextPartStarted, Rolled, RollVoided, Started, TakenBack
from companion.history.state import State
from companion.language import _, ngettext
from companion.referee import (
    Ambiguous,
    Candidate,
    Illegal,
    MovePlayed,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
)
from companion.referee.repair import list_differing
from companion.rules.core import Table
from companion.session.takebacks import AskedTakeback
from companion.session.transient_state import TransientState
from companion.values.commands import AnswerCell, AnswerMove, AnswerUnchanged
from companion.words import join_words

Changed = UnderWay | MovePlayed | Ambiguous | Takeback | Illegal | Uncertain
"""The verdicts on a table that differs from the position."""


def offer_answers(doubt: Uncertain | Ambiguous | AskedTakeback | None) -> tuple[Candidate, ...]:
    """The possible answers to a question. Empty if there is no question."""
    match doubt:
        case Uncertain(_, candidates):
            return candidates
        case AskedTakeback(candidates=candidates):
            return candidates
        case Ambiguous(table, moves):
            return tuple(Candidate(move, move, table, AnswerMove(move)) for move in moves)
        case None:
            return ()


def adapt_to_laying_out(state: State, doubt: Uncertain) -> Uncertain:
    """The same question, for the setup. Its answers are that all pieces are in place, or what is in a cell."""
    if doubt.thing:
        return doubt
    table = state.game.arranged(state.position, doubt.table)
    cells = (candidate for candidate in doubt.candidates if isinstance(candidate.command, AnswerCell))
    all_right = Candidate("unchanged", _("Everything is in place"), table, AnswerUnchanged())
    return replace(doubt, candidates=(all_right, *cells))


def find_voidable_roll(state: State) -> RollVoided | None:
    """What can be voided if everybody agrees: the last roll, or all kept rolls that count again; None if nothing can.

    After a move was made with a roll, the roll cannot be voided. Nor can it if a part of the game has started since, or
    something was corrected, because that would be lost.
    """
    if isinstance(state.last, Rolled) and state.last.source == KEPT:
        return RollVoided()
    roll = state.rolls[-1] if state.rolls else None
    if roll is None or roll.moves_before != len(state.turns):
        return None
    is_latest = state.game.roll(roll.before, roll.dice).position == state.position
    return RollVoided(1) if is_latest else None


def is_roll_suspect(state: State) -> bool:
    """True if the last roll may be wrong, because people entered it by hand or because it was made before moves were
    undone.
    """
    match state.last:
        case Rolled(source=source):
            return source in (TYPED, KEPT)
        case other:
            return isinstance(other, TakenBack)


def has_uncommitted_change(state: State, verdict: Verdict) -> bool:
    """True if the picture shows a change on the table that does not count yet."""
    match verdict:
        case Uncertain(table=table):
            return table != state.game.arranged(state.position, table)
        case Illegal(take_back=half_back):
            return not half_back
        case MovePlayed() | Ambiguous() | UnderWay():
            return True
        case _:
            return False


def may_be_unchanged(verdict: Verdict | None) -> bool:
    """True if the picture leaves doubts, and one of the answers is that nothing has moved."""
    if not isinstance(verdict, Uncertain) or verdict.thing:
        return False
    return any(isinstance(candidate.command, AnswerUnchanged) for candidate in verdict.candidates)


def find_settled_move(state: State) -> str | None:
    """The move that Done plays on an unchanged table, because it is the only possible one, such as a forced pass. None
    if there is a choice.
    """
    status = state.game.status(state.position)
    if status.due != "move" or not status.offers:
        return None
    if status.settled:
        return status.settled
    only = state.game.legal(state.position, 2).moves
    return only[0] if len(only) == 1 and only == status.offers else None


def has_done_an_effect(state: State, now: TransientState) -> bool:
    """True if Done would do something now: make a move count, ask, explain, answer, or begin the next part."""
    if now.proposed is not None or isinstance(now.doubt, AskedTakeback):
        return True
    if now.doubt is None and isinstance(now.rest, Illegal | UnderWay) and now.rest.table == now.insisted:
        return True
    due = state.game.status(state.position).due
    if now.laying_out or due == "nothing":
        return False
    if now.rest is None or isinstance(now.rest, Unchanged):
        return due == "next" or find_settled_move(state) is not None
    return due == "next" or not (is_told_already(now, now.rest) or is_asked_already(now, now.rest))


def is_asked_already(now: TransientState, verdict: Verdict) -> bool:
    """True if the question that this verdict calls for is on the screen."""
    match verdict, now.doubt:
        case Uncertain(cells=cells, table=table), Uncertain(cells=asked, table=then):
            return set(cells) == set(asked) and table == then
        case Ambiguous(table=table), Ambiguous(table=then):
            return table == then
        case _:
            return False


def is_told_already(now: TransientState, verdict: Verdict) -> bool:
    """True if the players have been told what is wrong with this table, or how to put the pieces back, and the screen
    still shows it.
    """
    return now.wrong is not None and now.wrong == verdict


def find_restoring(now: TransientState) -> tuple[Changed, Table] | None:
    """If pieces must be moved after Undo or Redo: the verdict on the table when it was last at rest, and the table when
    the button was pressed. Else None.
    """
    if now.restoring is None or now.rest is None or isinstance(now.rest, Unchanged):
        return None
    return now.rest, now.restoring


def has_begun_move(state: State, now: TransientState) -> bool:
    """True if people have moved pieces on the table, by more than lifting one."""
    if not isinstance(now.rest, MovePlayed | Ambiguous | UnderWay | Illegal | Takeback):
        return False
    seen, table = now.rest.table, state.game.arranged(state.position, now.rest.table)
    changed = list_differing(table, seen)
    return len(changed) > 1 or any(len(seen.get(cell, ())) >= len(table.get(cell, ())) for cell in changed)


def has_hint(state: State, now: TransientState) -> bool:
    """True if a hint can be shown now."""
    return _tells_about_pieces(state, now) and not _find_what_comes_first(state, now)


def explain_no_hint(state: State, now: TransientState) -> str:
    """Why no hint can be shown now, and what to do first; "" if one can."""
    hints = state.game.hints(state.position)
    return _find_what_comes_first(state, now) if _tells_about_pieces(state, now) else hints.text


def _tells_about_pieces(state: State, now: TransientState) -> bool:
    """True if a move is due and a hint has something to say about pieces or cells, not only about answers to tap."""
    is_due = not now.laying_out and state.game.status(state.position).due == "move"
    return is_due and bool(state.game.hints(state.position).cells)


def _find_what_comes_first(state: State, now: TransientState) -> str:
    """What players must do before they can get a hint; "" if nothing."""
    if now.doubt is not None:
        return _("Answer the question first. Then there are hints again.")
    if now.wrong is not None or find_restoring(now) is not None:
        return _("Put the pieces right first. Then there are hints again.")
    if isinstance(now.rest, MovePlayed | Ambiguous):
        return _("A move is on the board: press Done. For hints, put the pieces back first.")
    if has_begun_move(state, now):
        return _("A move has begun: go on with it. For hints, put the pieces back first.")
    return ""


def explain_useless_done(state: State) -> str:
    """Why Done does nothing on an unchanged table, and what people can do instead."""
    info, status = state.game.info, state.game.status(state.position)
    offers = join_words((info.offer_name(offer) for offer in status.offers), "or")
    match status.due:
        case "roll" if offers:
            roll = ngettext("Roll the die, or tap {offers}.", "Roll the dice, or tap {offers}.", len(status.dice))
            return roll.format(offers=offers)
        case "roll":
            return ngettext("Roll the die first.", "Roll the dice first.", len(status.dice))
        case "nothing":
            return _("The game is over. To play another one, tap Play again.")
        case _ if offers:
            return _("No piece has moved yet. Move one and press Done, or tap {offers}.").format(offers=offers)
        case _:
            return _("No piece has moved yet. Make your move, then press Done.")


def is_stray_a_piece(state: State) -> bool:
    """True if something of a piece's size beside the cells is surely a piece. In a game with dice, it may be a die."""
    return not state.game.info.dice_names


def describe_strays(state: State, now: TransientState) -> str:
    """What to do with pieces that were put on the print but on no cell; "" if there are none."""
    if not now.strays:
        return ""
    info, status = state.game.info, state.game.status(state.position)
    mover = info.emblems.get(status.player, "")
    cells = join_words(dict.fromkeys(info.cell_name(cell, mover) for cell in now.strays))
    if not is_stray_a_piece(state):
        text = _("Something is beside the spaces, near {cells}. If it is a piece, put it on a space.")
        return text.format(cells=cells)
    text = ngettext(
        "A piece is beside the spaces, near {cells}. Put it on a space, or take it away.",
        "{count} pieces are beside the spaces, near {cells}. Put them on spaces, or take them away.",
        len(now.strays),
    )
    return text.format(cells=cells, count=len(now.strays))


def find_new_start(state: State, table: Table) -> NextPartStarted | Started | None:
    """What begins if players set up a start table after the end: the next part, or a new game. None for any other
    table.

    Such a table also looks as if many moves were undone. But players who set up a start table after the end want to
    play on.
    """
    game, position, start = state.game, state.position, state.start
    due = game.status(position).due
    if due == "next" and game.table(game.next(position).position) == table:
        return NextPartStarted()
    if due == "nothing" and game.table(start) == table and table in map(game.table, game.starts()):
        return begin_again(state)
    return None


def begin_again(state: State) -> Started:
    """What begins another game like this one."""
    return Started(state.game.info.id, state.game.dump(state.start))
