"""Makes the view of a hint: which pieces can move; and for one piece or cell where it may go, where not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.history.state import State
from companion.language import _, join, start_sentence
from companion.presentation.good_moves import find_good_move
from companion.rules.core import Hint, Hints, Status
from companion.session.decisions import has_begun_move
from companion.session.hints import (
    HintFocus,
    can_act,
    find_next_stop,
    is_placement,
    list_askable,
    list_hinted_pieces,
    list_regions,
)
from companion.session.transient_state import TransientState
from companion.values.commands import AskAbout, HideHint, PlayMove
from companion.values.symbols import SYMBOL_NAMES, SYMBOLS
from companion.values.views import Arrow, Choice, HintStyle, Mark, Region, View
from companion.words import join_words

FEW = 2
"""Up to this many ways of a piece get a sentence each. If there are more, only their cells are listed."""
MANY = 10
"""If a piece has more ways than this, their cells are only marked, not listed."""


def show_hint(base: View, state: State, now: TransientState, status: Status) -> View | None:
    """The view of the hint; None if no hint is shown, or if people have already made a move on the table."""
    if not now.hint or status.due != "move" or has_begun_move(state, now):
        return None
    hints = state.game.hints(state.position)
    asked = _Asked(base, state, status, hints)
    focus = now.hint_focus
    shown = asked.overview() if focus is None else asked.about_way(focus) if focus.to else asked.about(focus.cell)
    offers = [Choice(offer, state.game.info.offer_name(offer), PlayMove(offer)) for offer in status.offers]
    last = find_next_stop(hints, focus) is None
    hide = Choice("hide hint", _("Hide the hint"), HideHint())
    buttons = tuple(
        replace(button, label=_("Hide") if last else _("Next")) if button.name == "hint" else button
        for button in base.buttons
    )
    return replace(
        shown,
        screen="hint",
        last_move="",
        buttons=buttons,
        areas=state.game.info.areas,
        board_taps={cell: AskAbout(cell) for cell in asked.list_taps(focus)},
        choices=tuple(offers) if last else (*offers, hide),  # one key that hides it is enough
        undrawn=(hide,) if last else (),
    )


def list_cell_choices(view: View, state: State) -> Iterator[Choice]:
    """Taps on the board as choices, so that a script can name them: `tap cell J6`."""
    for cell, command in view.board_taps.items():
        yield Choice(f"cell {cell}", state.game.info.cell_name(cell), command)


@dataclass(frozen=True)
class _Asked:
    """The words and marks for what people ask about in one position."""

    base: View
    state: State
    status: Status
    hints: Hints

    @property
    def _player(self) -> str:
        return self.state.game.info.names.get(self.status.player, self.status.player)

    @property
    def _may_place(self) -> bool:
        return any(is_placement(cell, ways) for cell, ways in self.hints.cells.items())

    def list_taps(self, focus: HintFocus | None) -> tuple[str, ...]:
        """The cells about which a tap can ask now."""
        askable = list_askable(self.state.game.info)
        if self.state.game.info.areas or self._may_place or (focus is not None and self._is_piece(focus.cell)):
            return askable
        return tuple(cell for cell in askable if self.base.table.get(cell))

    def overview(self) -> View:
        """The view that says what can be done, what is good, and which pieces can move."""
        movable = [cell for cell, ways in self.hints.cells.items() if can_act(ways) and self._is_piece(cell)]
        good = find_good_move(self.state.game, self.state.position)
        told = [] if good is None else [good.text]
        told.append(self.hints.text)
        if self.state.game.info.areas and self.hints.cells:
            told.append(_("Tap an area or the outside to see where its pawns may go."))
        elif movable:
            told.append(_("Tap a piece to see where it may go."))
        elif self._may_place:
            told.append(_("Tap a place to see if a piece may go there."))
        elif self.hints.cells:
            told.append(_("Tap a piece to see why it cannot move."))
        return replace(
            self.base,
            headline="",
            detail=join(" ", filter(None, told)),
            marks=(
                *(self._mark(cell, "movable") for cell in movable),
                *((Mark(good.end, "gain"),) if good is not None and good.end is not None else ()),
            ),
            arrows=(Arrow(good.start, good.end, "hint"),) if good and good.start and good.end else (),
            regions=self._regions(),
        )

    def about(self, cell: str) -> View:
        """The view that says what the piece on a cell can do; for an empty cell, whether a piece may be placed
        there.
        """
        ways = self.hints.cells.get(cell, ())
        if not ways or is_placement(cell, ways):
            return self._about_placing(cell, ways)
        possible = [way for way in ways if can_act((way,))]
        refused = [way for way in ways if way not in possible]
        notes = tuple(self._notes(refused))
        detail = self._list(possible)
        if not detail:
            detail, *rest = notes
            notes = tuple(rest)
        return replace(
            self.base,
            headline=self._headline(cell),
            detail=detail,
            notes=notes,
            marks=(self._mark(cell, "chosen"), *self._mark_ways(ways)),
        )

    def about_way(self, focus: HintFocus) -> View:
        """The view that says why the piece in focus may or may not go to a cell."""
        cell, to = focus.cell, focus.to or focus.cell
        ways = self.hints.cells.get(cell, ())
        here = [way for way in ways if way.to == to]
        refused = [way for way in ways if way.to is None and way.about == to]
        why = [way.why for way in here or refused]
        if not why:
            why = [self.state.game.why_not(self.state.position, cell, to) or _("This is not possible now.")]
        text = _("{start} to {end}: yes") if here else _("{start} to {end}: no")
        headline = text.format(start=self._name(cell), end=self._name(to))
        marks = [self._mark(cell, "chosen"), *self._mark_ways(here or refused)]
        if not here and not refused:
            marks.append(Mark(to, "refused"))
        return replace(
            self.base,
            headline=start_sentence(headline) if self.state.game.info.areas else headline,
            detail=join(" ", dict.fromkeys(why)),
            marks=tuple(marks),
            arrows=(Arrow(cell, to, "hint"),) if here else (),
        )

    def _about_placing(self, cell: str, ways: tuple[Hint, ...]) -> View:
        headline, game = self._headline(cell), self.state.game
        if ways:
            headline, why = _("{cell}: yes").format(cell=self._name(cell)), join(" ", [way.why for way in ways])
        elif self._may_place:
            headline = _("{cell}: no").format(cell=self._name(cell))
            why = game.why_not(self.state.position, None, cell)
        elif self.base.table.get(cell):
            why = _("This is not a piece that {player} may move now.").format(player=self._player)
        elif game.info.areas:
            why = game.why_not(self.state.position, cell, cell)
        else:
            why = _("No piece is here.")
        return replace(
            self.base,
            headline=headline,
            detail=why or _("This is not possible now."),
            marks=(Mark(cell, "target" if ways else "refused"),),
            regions=self._regions(),
        )

    def _list(self, ways: list[Hint]) -> str:
        """Where a piece can go, in words. Cells where it takes a piece come first, with the reason."""
        takes = [way.why for way in ways if way.takes]
        if len({way.why for way in ways}) <= FEW:
            return join(" ", dict.fromkeys([*takes, *(way.why for way in ways)]))
        ends = dict.fromkeys(self._name(way.to) for way in ways if way.to is not None)
        text = _("It may go to {cells}.").format(cells=join_words(ends, "or"))
        if len(ends) > MANY:
            text = _("It may go to {count} places. They are marked.").format(count=len(ends))
        return join(" ", [*dict.fromkeys(takes[:FEW]), text])

    def _notes(self, refused: list[Hint]) -> Iterator[str]:
        """Sentences that say why the piece cannot go to other cells. Cells with the same reason are named together."""
        together: dict[str, list[str]] = {}
        for way in refused:
            if way.reason and way.about is not None:
                together.setdefault(way.reason, []).append(self._name(way.about))
        for reason, cells in together.items():
            # Translators: {reason} is a whole sentence.
            yield _("Not to {cells}. {reason}").format(cells=join_words(cells, "or"), reason=reason)
        yield from dict.fromkeys(way.why for way in refused if not way.reason)

    def _mark(self, cell: str, style: HintStyle) -> Mark:
        pieces = self.hints.beside.get(cell)
        return Mark(cell, style, str(len(pieces)), pieces[-1]) if pieces else Mark(cell, style)

    def _mark_ways(self, ways: list[Hint] | tuple[Hint, ...]) -> Iterator[Mark]:
        marked: dict[str, Mark] = {}
        for way in ways:
            if way.to is not None:
                old = marked.get(way.to)
                gains = way.takes or (old is not None and old.style == "gain")
                marked[way.to] = Mark(way.to, "gain" if gains else "target", way.label)
            elif way.about is not None:
                marked.setdefault(way.about, Mark(way.about, "refused"))
        return iter(marked.values())

    def _regions(self) -> tuple[Region, ...]:
        return tuple(Region(cells, self.hints.cells[cells[0]][0].label) for cells in list_regions(self.hints))

    def _is_piece(self, cell: str) -> bool:
        """True if the hints are about a piece on this cell. For an area, if they are about its pieces."""
        return cell in list_hinted_pieces(self.hints)

    def _name(self, cell: str) -> str:
        info = self.state.game.info
        if cell in info.areas:
            return info.cell_name(cell)
        return self.base.rim.get(cell) or info.cell_name(cell, info.emblems.get(self.status.player, ""))

    def _headline(self, cell: str) -> str:
        kinds = self.base.table.get(cell)
        if kinds:
            text = _("{piece} on {cell}")
            piece = self.state.game.info.kind_names.get(kinds[-1], kinds[-1])
            return start_sentence(text.format(piece=piece, cell=self._name(cell)))
        name = self._name(cell)
        if cell in SYMBOLS:
            # Translators: An area and its symbol on the board: "the red area (cross)".
            name = _("{area} ({symbol})").format(area=name, symbol=SYMBOL_NAMES[SYMBOLS[cell]])
        return start_sentence(name) if cell in self.state.game.info.areas else name
