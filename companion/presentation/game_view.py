"""Makes the view of a game: the words, marks and steps that the players see now.

All functions depend only on the game's state and its transient state. They choose words for people. How words look is
decided by the screen, and what is true by the referee.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from companion.history.events import Redone
from companion.history.state import State
from companion.language import _, call_players, join, ngettext
from companion.presentation.endings import describe_end, describe_part_over
from companion.presentation.half_back import show_half_back
from companion.presentation.hints import list_cell_choices, show_hint
from companion.presentation.marks import list_step_arrows, mark_last_move, mark_steps
from companion.presentation.pages import leave_game, list_pages, show_page
from companion.presentation.questions import (
    list_roll_corrections,
    put_in_words,
    show_corrections,
    show_doubt,
    show_proposal,
    was_typed,
)
from companion.presentation.roll_prompt import RollPrompt, add_prompt, list_roll_choices
from companion.presentation.rules_pages import find_rules
from companion.presentation.strip import make_strip
from companion.referee import (
    Ambiguous,
    Illegal,
    MovePlayed,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
    steps_back,
)
from companion.rules.core import Status, Table
from companion.session.decisions import (
    Changed,
    describe_strays,
    find_restoring,
    find_settled_move,
    has_done_an_effect,
    has_hint,
    is_roll_suspect,
    is_stray_a_piece,
)
from companion.session.hints import list_hinted_pieces
from companion.session.lasting import describe_turn
from companion.session.session import describe_unsaved
from companion.session.transient_state import TransientState
from companion.values.commands import (
    AskAbout,
    AskSwitchOff,
    FinishTurn,
    MarkRead,
    NextHint,
    OpenCorrections,
    PlayAgain,
    PlayMove,
    Redo,
    StartNextPart,
    Undo,
    VoidRoll,
)
from companion.values.side_commands import OpenCamera, OpenTakeAlong
from companion.values.views import Button, Choice, Mark, Reason, Step, View
from companion.words import join_words

MOST_LIKELY = 3
"""How many moves are named at most that an unfinished turn may become."""

EFFECTS = ("captured", "hit", "gained", "game-won", "bout-won", "round-won", "won")
"""The events of a move about which people read before the move counts."""

WAITING = ("setup", "play", "roll", "wrong")
"""The screens on which Done can wait until the table is at rest."""

Show = Callable[[View, State, TransientState, Status], View | None]
"""A function that makes the view of one screen. It returns None if another screen should be shown."""


def make_view(
    state: State, now: TransientState, prompt: RollPrompt | None = None, beside: Sequence[Choice] = ()
) -> View:
    """The view to show now. prompt: how to make the roll that is due. beside: what people can do beside every game."""
    with call_players(state.names):
        return _make_view(state, now, prompt, beside)


def _make_view(state: State, now: TransientState, prompt: RollPrompt | None, beside: Sequence[Choice]) -> View:
    info, status = state.game.info, state.game.status(state.position)
    # Where cells are alike, the pieces are drawn where people have put them.
    table = state.game.table(state.position)
    if now.rest is not None:
        table = state.game.arranged(state.position, now.rest.table)
    seen = _seen(now, table)
    base = View(
        screen="play",
        game=info.id,
        strip=make_strip(state, now, status),
        headline="",
        detail="",
        table=table,
        seen=seen,
        last_move=_last_move(state),
        buttons=_buttons(
            done=has_done_an_effect(state, now),
            undoable=_has_something_to_undo(state, now, seen),
            redo=bool(state.undone),
            # Redo stays after the last redo, so that a second tap does not press the button that follows.
            redo_shown=bool(state.undone) or isinstance(state.last, Redone),
            hint=has_hint(state, now),
        ),
        hand=now.hand,
        dice=status.shown_dice,
        notices=tuple(notice.text for notice in reversed(now.notices)),
        unread=tuple(message.text for message in now.unread),
        kind_names=info.kind_names,
        rim=info.rim_names.get(status.player, {}),
        turned=now.turned,
    )
    shows: tuple[Show, ...] = (
        *(
            partial(_show_paused, beside=beside),
            partial(_show_blind, beside=beside),
            show_proposal,
            show_doubt,
            partial(show_page, beside=beside),
        ),
        *(show_corrections, _show_laying_out, _show_wrong, partial(_show_over, beside=beside), show_hint),
    )
    found = next((found for show in shows if (found := show(base, state, now, status)) is not None), None)
    if found is None:
        found = _show_play(base, state, now, status)
        found = found if prompt is None else add_prompt(found, prompt, info.dice_names)
    if now.done_waits and found.screen in WAITING:
        found = replace(found, detail=_("Done was pressed. I look when the board is still and no hand is over it."))
    return replace(found, undrawn=tuple(_undrawn(found, state, now, status, prompt, beside)))


def _undrawn(
    shown: View,
    state: State,
    now: TransientState,
    status: Status,
    prompt: RollPrompt | None,
    beside: Sequence[Choice],
) -> Iterator[Choice]:
    """The choices that people have but that this view does not show."""
    drawn = [choice.command for choice in shown.choices]
    possible = [*shown.undrawn, *_offers(state, status), *list_roll_corrections(state)]
    possible.extend(list_cell_choices(shown, state))
    possible.append(Choice("otherwise", _("Correct something"), OpenCorrections()))
    possible.extend((*list_pages(state), *beside))
    for show in _list_hidden(now):
        asked = show(shown, state, now, status)
        possible.extend(asked.choices if asked is not None else ())
    if now.unread:
        possible.append(Choice("read", _("Read"), MarkRead()))
    if status.due == "next":
        possible.append(Choice("next", _("Set up the next part"), StartNextPart()))
    if prompt is not None:
        possible.extend(list_roll_choices(prompt, state.game.info.dice_names))
    return (choice for choice in possible if choice.command not in drawn)


def _list_hidden(now: TransientState) -> tuple[Show, ...]:
    """Those screens that ask a question and are hidden by the one that is shown."""
    if now.problem is not None:
        return show_proposal, show_doubt, show_corrections
    return () if now.doubt is None else (show_corrections,)


def _offers(state: State, status: Status) -> Iterator[Choice]:
    """Choices for what changes nothing on the table: moves of this kind, and the agreement that a roll does not count
    if it may be wrong.
    """
    for offer in status.offers:
        yield Choice(offer, state.game.info.offer_name(offer), PlayMove(offer))
    if is_roll_suspect(state):
        yield from list_roll_corrections(state)


def _has_something_to_undo(state: State, now: TransientState, seen: Table | None) -> bool:
    """True if Undo would undo something: a move or a correction that counts, a change on the table, or a question."""
    if state.turns or state.last_correction is not None:
        return True
    if now.laying_out:
        return False
    return now.doubt is not None or (seen is not None and not isinstance(now.rest, Uncertain))


def _show_paused(
    base: View, state: State, now: TransientState, status: Status, beside: Sequence[Choice]
) -> View | None:
    if not now.unsaved:
        return None
    switch_off = (one for one in beside if isinstance(one.command, AskSwitchOff))
    return replace(
        base,
        screen="paused",
        headline=_("The game cannot be saved"),
        detail=describe_unsaved(),
        choices=(leave_game(), *switch_off),
        buttons=tuple(replace(button, enabled=False) for button in base.buttons),
    )


def _show_blind(base: View, state: State, now: TransientState, status: Status, beside: Sequence[Choice]) -> View | None:
    if now.problem is None:
        return None
    camera = tuple(one for one in beside if isinstance(one.command, OpenCamera))
    return replace(base, screen="blind", headline=_("I cannot see the board"), detail=now.problem, choices=camera)


def _show_laying_out(base: View, state: State, now: TransientState, status: Status) -> View | None:
    if not now.laying_out:
        return None
    match now.rest:
        case Unchanged() | Uncertain() | None:
            steps: tuple[Step, ...] = ()
            detail = _("Place the pieces as shown. The game starts by itself when all of them are in place.")
        case rest:
            steps = steps_back(rest)
            to_go = ngettext(
                "{count} step to go. The game starts by itself when all pieces are in place.",
                "{count} steps to go. The game starts by itself when all pieces are in place.",
                len(steps),
            )
            detail = to_go.format(count=len(steps))
    return replace(
        base,
        screen="setup",
        headline=_("Set up {game}").format(game=state.game.info.title),
        detail=detail,
        steps=steps,
        marks=tuple(mark_steps(steps)),
    )


def _show_wrong(base: View, state: State, now: TransientState, status: Status) -> View | None:
    if (restoring := find_restoring(now)) is not None:
        return _show_restoring(base, state, *restoring)
    if now.wrong is None:
        return None
    unfinished = isinstance(now.wrong, UnderWay)
    if isinstance(now.wrong, Illegal) and now.wrong.take_back:
        return show_half_back(base, state, now.wrong)
    if now.wrong.example:
        detail = _("For example:") if unfinished else _("Put it right, for example like this:")
    else:
        detail = _("Still to do:") if unfinished else _("Put it right like this:")
    return replace(
        base,
        screen="wrong",
        headline=_("Not finished yet") if unfinished else _("That is not allowed"),
        detail=detail,
        reasons=tuple(Reason(v.rule, v.title, v.text, find_rules(state.game, v.rule)) for v in now.wrong.violations),
        steps=now.wrong.fix,
        marks=(
            *(Mark(cell, "wrong") for v in now.wrong.violations for cell in v.cells),
            *mark_steps(now.wrong.fix),
        ),
        arrows=tuple(list_step_arrows(now.wrong.fix)),
        other_way=_("Or, to take the last move back:") if now.wrong.take_back else "",
        other_steps=now.wrong.take_back,
    )


def _show_restoring(base: View, state: State, rest: Changed, undone: Table) -> View:
    """The view while people must put pieces back. undone: the table at the moment when Undo was pressed."""
    steps = () if isinstance(rest, Uncertain) else steps_back(rest)
    # At first the undone move is still on the table. Any other move may be a new move.
    other = rest.move if isinstance(rest, MovePlayed) and rest.table != undone else None
    unclear = rest.cells if isinstance(rest, Uncertain) else ()
    redone = isinstance(state.last, Redone)
    detail = _("Move the pieces as shown.") if redone else _("Put the pieces back.")
    if other:
        detail = _("Put the pieces back, or press Done to play {move}.").format(move=put_in_words(state, other))
    elif unclear:
        named = join_words(dict.fromkeys(state.game.info.cell_name(cell) for cell in unclear))
        detail = _("Put the pieces back on {cells}, or press Done.").format(cells=named)
    return replace(
        base,
        screen="wrong",
        headline=_("Redone") if redone else _("Undone"),
        detail=detail,
        steps=steps,
        marks=(*mark_steps(steps), *(Mark(cell, "doubt") for cell in unclear)),
        arrows=tuple(list_step_arrows(steps)),
    )


def _show_over(base: View, state: State, now: TransientState, status: Status, beside: Sequence[Choice]) -> View | None:
    if status.due != "nothing":
        return None
    again = Choice("play-again", _("Play again"), PlayAgain())
    return replace(
        base,
        screen="over",
        headline=_("The game is over"),
        detail=describe_end(state),
        marks=tuple(mark_last_move(state, base.table)),
        choices=(again, *_offers(state, status), *(one for one in beside if isinstance(one.command, OpenTakeAlong))),
    )


def _show_play(base: View, state: State, now: TransientState, status: Status) -> View:
    """The view of the game as it is. It has a headline only if there is more to say than whose turn it is, because the
    strip says that.
    """
    info, hints = state.game.info, state.game.hints(state.position)
    headline, detail = "", hints.text
    if status.due == "next":
        headline, detail = describe_part_over(state, hints)
    marks = tuple(mark_last_move(state, base.table))
    match now.rest:
        case MovePlayed(_, move):
            headline = _("{move}?").format(move=put_in_words(state, move))
            detail = join(" ", [*_list_effects(state, move), _("Press Done if that is your move.")])
        case Ambiguous():
            headline, detail = _("Which move was it?"), _("Press Done, then choose.")
        case UnderWay(violations=missing) if missing:
            detail = join(" ", dict.fromkeys(violation.text for violation in missing))
        case UnderWay(_, towards):
            likely = [put_in_words(state, move) for move in towards[:MOST_LIKELY]]
            detail = _("The turn is not finished yet.")
            if likely:
                detail = _("This may become {moves}.").format(moves=join_words(likely, "or"))
        case Takeback(doubtful=True):
            headline = _("Undo?")
            detail = _("Leave the pieces like this to undo the last move, or finish your turn.")
        case Illegal() if status.due != "next":  # players who put the pieces away after a game make no move
            detail = _("This doesn't match a legal move yet. Continue, or press Done to see why.")
        case Unchanged() | Takeback() | Uncertain() | None:
            settled = find_settled_move(state)
            if settled is not None:
                detail += " " + (_("Press Done to pass.") if settled == "pass" else _("Press Done to go on."))
            elif status.due == "move" and isinstance(now.rest, Unchanged) and is_stray_a_piece(state):
                detail = describe_strays(state, now) or detail
    if now.hand:
        detail = _("A hand is over the board. I look again when it is gone.")
    # With a move on the table, the answer is Done.
    is_answered = status.settled or isinstance(now.rest, MovePlayed | Ambiguous)
    choices = tuple(_offers(state, replace(status, offers=()) if is_answered else status))
    if any(isinstance(choice.command, VoidRoll) for choice in choices) and not was_typed(state):
        detail += " " + _("The roll still counts.")
    # A tap on a piece shows its hint. Where pieces are in areas, the hint button is needed first.
    asked = list_hinted_pieces(hints) if has_hint(state, now) and not info.areas else ()
    taps = {cell: AskAbout(cell) for cell in asked}
    return replace(base, headline=headline, detail=detail, marks=marks, choices=choices, board_taps=taps)


def _list_effects(state: State, move: str) -> Iterator[str]:
    """What a move does beside moving pieces, in sentences: whom it captures, and what it wins."""
    outcome = state.game.judge(state.position, move).outcome
    for event in outcome.events if outcome is not None else ():
        if event.event in EFFECTS:
            yield event.text


def _seen(now: TransientState, table: Table) -> Table | None:
    rest: Verdict | None = now.rest
    if rest is None or rest.table == table:
        return None
    return rest.table


def _last_move(state: State) -> str:
    if len(state.turns) <= state.part_start:
        return ""
    turn, told = state.turns[-1], describe_turn(state, state.turns[-1])
    player = state.game.status(turn.before).player
    names = state.game.info.rim_names
    has_points = any(letter.isdigit() for letter in told)
    if has_points and names and names.get(player) != names.get(state.game.status(state.position).player):
        # Translators: {turn} is a player with a move, such as "Black: 8/5 6/5", in the numbers of that player.
        return _("{turn} ({player}'s numbers)").format(turn=told, player=state.game.info.names.get(player, player))
    return told


def _buttons(*, done: bool, undoable: bool, redo: bool, redo_shown: bool, hint: bool) -> tuple[Button, ...]:
    return (
        Button("done", _("Done"), FinishTurn(), enabled=done),
        Button("undo", _("Undo"), Undo(), enabled=undoable),
        *((Button("redo", _("Redo"), Redo(), enabled=redo),) if redo_shown else ()),
        Button("hint", _("Hint"), NextHint(), enabled=hint),
    )
