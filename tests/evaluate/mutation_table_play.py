"""The places of the referee, the record and the session that `tests.evaluate.mutations` breaks, one at a time.

The text to be replaced must occur in its file exactly once. Where the code changes, its entry here changes too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from tests.evaluate.mutation import Mutation


def _in(file: str, *places: tuple[str, str, str]) -> Iterator[Mutation]:
    """The mutations of one file, each from what is wrong then, the text to be replaced and what replaces it."""
    for wrong, old, new in places:
        yield Mutation(PurePath(file).stem, wrong, file, old, new)


PLAY: tuple[Mutation, ...] = (
    *_in(
        "referee/judge.py",
        ("a move is never told from a choice of moves", "if len(different) == 1:", "if not different:"),
        (
            "the last move is never seen to be undone",
            "enumerate(reversed(state.turns), start=1)",
            "enumerate(reversed(state.turns), start=0)",
        ),
        (
            "moves are counted from the first one",
            "enumerate(reversed(state.turns), start=1)",
            "enumerate(state.turns, start=1)",
        ),
        ("an unfinished turn is illegal", "    if match.partial:\n", "    if not match.partial:\n"),
        (
            "an unfinished turn is led back and not on",
            "_finish(state, table, match, places) or back, back)",
            "back, back)",
        ),
        (
            "a turn is finished the longest way",
            "return min(ends, key=len, default=())",
            "return max(ends, key=len, default=())",
        ),
        (
            "cells that were right count as half repaired",
            "(lay == should or not (lies <= lay or lies <= should))",
            "(not (lies <= lay or lies <= should))",
        ),
        (
            "new pieces count as half repaired",
            "(lay == should or not (lies <= lay or lies <= should))",
            "(lay == should)",
        ),
        (
            "after half a repair the first step is shown again",
            "return replace(wrong, table=table, fix=verdict.fix)",
            "return wrong",
        ),
    ),
    *_in(
        "referee/looks.py",
        ("an answer outlives a changed look", "OTHER = 0.3\n", "OTHER = 0.9\n"),
        (
            "pieces that move are read",
            "reading = observation.reading if rests else None",
            "reading = observation.reading",
        ),
        (
            "what lies below a hand is read",
            "rests = observation.settled and not observation.hand",
            "rests = observation.settled",
        ),
        (
            "what lies below a moving hand is read",
            "if observation.resting and observation.hand else None",
            "if observation.hand else None",
        ),
        (
            "piles are counted from above",
            "return (kind, min(count, self.piles[cell])) if cell in self.piles else content",
            "return content",
        ),
        (
            "a pile that just hides its count is counted",
            "content[1] >= self.piles[cell]",
            "content[1] > self.piles[cell]",
        ),
        ("an answer counts against a clear picture", "if cell.unsure and name in told:", "if name in told:"),
        ("an answer never counts", "if cell.unsure and name in told:", "if False:"),
        (
            "covered cells are sure",
            "if cell.covered or max(looks[name].values()) < SURE:",
            "if max(looks[name].values()) < SURE:",
        ),
        (
            "a cell with two kinds looks like a pile of the first",
            "return (pieces[0], len(pieces)) if len(set(pieces)) == 1 else None",
            "return pieces[0], len(pieces)",
        ),
        ("an answer outlives a clear look", "return not now.unsure or shift > OTHER", "return shift > OTHER"),
        ("strange pieces all look alike", "strange = max(_known(now), _known(then)) < STRANGE", "strange = False"),
        (
            "of counts that look alike the last one decides",
            "merged[look] = merged.get(look, 0.0) + p",
            "merged[look] = p",
        ),
    ),
    *_in(
        "referee/explanations.py",
        ("a meaning is believed too early", "CERTAIN = 0.99\n", "CERTAIN = 0.6\n"),
        ("a harmless meaning is believed too early", "LIKELY = 0.97\n", "LIKELY = 0.4\n"),
        ("a piece beside a cell is always a question", "AS_EVER = 0.8\n", "AS_EVER = 0.95\n"),
        (
            "a cell that may hold a piece is no question",
            " and not any(p >= PLAUSIBLE for other, p in looks.items() if other != look)",
            "",
        ),
        ("dim cells are believed", "CLEAR = 0.99\n", "CLEAR = 0.9\n"),
        ("more pieces than there are", "            if count > most:\n", "            if count > most + 30:\n"),
        (
            "an earlier table that looks the same is a takeback",
            "if earlier and _looks(eyes, table) == looks_now:",
            "if False:",
        ),
        ("a move onto a pile is seen whole", "return replace(verdict, hidden=True)", "return verdict"),
        (
            "a pile hides what is missing, never what is too much",
            "if unbalanced and any(have[kind] > want[kind] for kind in have):",
            "if False:",
        ),
        (
            "every pile is the smallest that looks so",
            "if held is not None and eyes.look(cell, held) == look:",
            "if False:",
        ),
        (
            "with too many moves, dim cells are not weighed",
            "    if not may_be.complete:\n        weighed +=",
            "    if False:\n        weighed +=",
        ),
        (
            "the unlikeliest meaning comes first",
            "weighed.sort(key=lambda meaning: -meaning.weight)",
            "weighed.sort(key=lambda meaning: meaning.weight)",
        ),
        (
            "a pile that shows nothing is no question",
            "return not any(other.p > first.p / 2 for other in weighed[1:])",
            "return True",
        ),
        ("how often people do it does not count", "return self.p * PRIOR[type(self.verdict)]", "return self.p"),
        (
            "one doubtful cell that is as ever is enough",
            "return all(_as_ever(state, eyes, cell) for cell in eyes.doubtful)",
            "return any(_as_ever(state, eyes, cell) for cell in eyes.doubtful)",
        ),
        ("a doubtful cell is still a question after done alone", "still = not eyes.doubtful and any(", "still = any("),
        (
            "a hidden pile is never asked about",
            "hidden = [cell for cell in apart if cell in eyes.piles]",
            "hidden: list[str] = []",
        ),
    ),
    *_in(
        "referee/answers.py",
        ("the cell that a piece was pushed from is not named", "near = 1.5 * min(", "near = 0.5 * min("),
        ("no cell is named where two moves are offered", "if len(found) < 2 or all(", "if len(found) < 2 and all("),
        ("too few answers", "MOST_CANDIDATES = 5\n", "MOST_CANDIDATES = 2\n"),
        ("too many answers", "return tuple(found.values())[:MOST_CANDIDATES]", "return tuple(found.values())"),
        (
            "an answer about a cell leaves the table as it was",
            "{**sure, cell: pieces_of(content)}, cell=",
            "dict(sure), cell=",
        ),
        (
            "nobody is asked whether a move was taken back",
            'yield Candidate(TAKEN_BACK, "The last move has been taken back", table)',
            "return",
        ),
        (
            "an answer does not say its move",
            'yield Candidate(move, f"The move {move}", table, move=move)\n        case Ambiguous',
            'yield Candidate(move, f"The move {move}", table)\n        case Ambiguous',
        ),
    ),
    *_in(
        "referee/repair.py",
        ("nothing is turned over where it lies", "if other is not None and (other, cell) in missing:", "if False:"),
        (
            "people reach as far as they can",
            "(kind != want, far(start, end), start, end, kind, want)",
            "(kind != want, -far(start, end), start, end, kind, want)",
        ),
        (
            "a piece that must be turned over is moved first",
            "(kind != want, far(start, end), start, end, kind, want)",
            "(kind == want, far(start, end), start, end, kind, want)",
        ),
        (
            "pieces are put on others that have to leave",
            "free = next((m for m in left if not leaving[m[3]]), None)",
            "free = left[0]",
        ),
        ("a cell that was cleared stays taken", "        leaving[start] -= 1\n", ""),
        ("what was parted over the box comes back first", "return steps + held", "return held + steps"),
        (
            "the other side of a piece is another piece",
            "if kind == want or info.sides.get(kind) == want",
            "if kind == want",
        ),
        (
            "a piece is moved and not turned over",
            "            if wanted != kind:\n",
            "            if wanted == kind:\n",
        ),
        ("one of several alike is moved", "while (kind, start) in extra and", "if (kind, start) in extra and"),
    ),
    *_in(
        "history/events.py",
        ("rolls under another seal are counted", "(seal is not None and seal == state.seal)", "(seal is not None)"),
        (
            "no roll counts again after the first",
            "standing=state.standing[1:] if event.source == STANDS else ()",
            "standing=()",
        ),
        (
            "a new roll leaves the earlier ones",
            "standing=state.standing[1:] if event.source == STANDS else ()",
            "standing=state.standing[1:]",
        ),
        (
            "a roll counts again and again",
            "standing=state.standing[1:] if event.source == STANDS else ()",
            "standing=state.standing if event.source == STANDS else ()",
        ),
        (
            "no moves can be undone",
            "if not 1 <= event.moves <= len(state.turns):",
            "if not 0 <= event.moves <= len(state.turns):",
        ),
        (
            "more moves are undone than were made",
            "if not 1 <= event.moves <= len(state.turns):",
            "if not 1 <= event.moves:",
        ),
        ("the roll of an undone move goes with it", "if throw.after <= len(turns))", "if throw.after < len(turns))"),
        (
            "rolls of an earlier takeback are lost",
            "standing = (*state.throws[len(kept) :], *state.standing)",
            "standing = state.throws[len(kept) :]",
        ),
        (
            "a roll counts again at the takeback itself",
            "if not state.standing or isinstance(state.last, TakenBack):",
            "if not state.standing:",
        ),
        (
            "another player's roll counts again",
            'if status.due != "roll" or status.player != throw.player:',
            'if status.due != "roll":',
        ),
        (
            "a roll counts again where a move is due",
            'if status.due != "roll" or status.player != throw.player:',
            "if status.player != throw.player:",
        ),
        (
            "a correction leaves the rolls",
            "position=state.game.parse(event.position), last=event, standing=())",
            "position=state.game.parse(event.position), last=event)",
        ),
        (
            "a new seal counts the rolls of the last one",
            "return replace(state, seal=event.digest, sealed_throws=0)",
            "return replace(state, seal=event.digest)",
        ),
        (
            "an opened seal still seals",
            "return replace(state, seal=None, sealed_throws=0)",
            "return replace(state, sealed_throws=0)",
        ),
        (
            "all rolls are voided",
            "annulled = annulled[-event.throws :] if event.throws else annulled",
            "annulled = annulled[:]",
        ),
        (
            "more rolls are voided than were made",
            "if not annulled or not 1 <= (event.throws or 1) <= len(annulled):",
            "if not annulled:",
        ),
        (
            "a voided roll counts again",
            "position=annulled[0].before, last=event, throws=kept, standing=())",
            "position=annulled[0].before, last=event, throws=kept)",
        ),
        (
            "unknown events are nothing",
            '        raise RecordError(f"unknown event {kind!r}")',
            '        kind = "continued"',
        ),
        (
            "a next part keeps the rolls of the last one",
            "return replace(state, position=outcome(state, event).position, last=event, standing=())",
            "return replace(state, position=outcome(state, event).position, last=event)",
        ),
    ),
    *_in(
        "history/saved_games.py",
        (
            "game 0 can be resumed",
            "if number not in range(1, len(games) + 1):",
            "if number not in range(len(games) + 1):",
        ),
        ("the game that began last goes on", "current = games[number - 1][1]", "current = games[-1][1]"),
        (
            "the last game is resumed by an event too",
            "None if chosen.latest == len(entries) else GameResumed(chosen.number)",
            "GameResumed(chosen.number)",
        ),
        (
            "no game is resumed by an event",
            "None if chosen.latest == len(entries) else GameResumed(chosen.number)",
            "None",
        ),
        ("a finished game goes on", "(saved for saved in kept if not saved.state().over)", "(saved for saved in kept)"),
        ("finished games are listed as unfinished", "if not shown.over)", "if True)"),
        (
            "the game played first comes first",
            "key=lambda saved: saved.latest, reverse=True",
            "key=lambda saved: saved.latest",
        ),
        (
            "the game that began last comes first",
            "key=lambda saved: saved.latest, reverse=True",
            "key=lambda saved: saved.number, reverse=True",
        ),
        ("another game than the one named goes on", "if game not in (None, saved.started.game):", "if False:"),
        (
            "a game with rolls alone is untouched",
            "isinstance(entry.event, Rolled | Moved)",
            "isinstance(entry.event, Moved)",
        ),
        (
            "a game was played last when it began",
            "(saved.entries[0].time, saved.entries[-1].time)",
            "(saved.entries[0].time, saved.entries[0].time)",
        ),
        ("there is a game 0", "if not 1 <= number <= len(games):", "if not 0 <= number <= len(games):"),
        ("a game of one kind goes on for another", "if game in (None, saved.started.game))", ")"),
    ),
    *_in(
        "history/journal/format.py",
        ("rows are not chained", 'f"{before}\\n{kind}\\n{data}"', 'f"{kind}\\n{data}"'),
        ("the kind of a row is not guarded", 'f"{before}\\n{kind}\\n{data}"', 'f"{before}\\n{data}"'),
        ("the data of a row are not guarded", 'f"{before}\\n{kind}\\n{data}"', 'f"{before}\\n{kind}"'),
        ("the first format is refused", "KNOWN = (1, 2, 3)", "KNOWN = (2, 3)"),
    ),
    *_in(
        "history/journal/reader.py",
        (
            "rows that are missing are not noticed",
            "if seq != number or digest != chain(last, kind, data):",
            "if digest != chain(last, kind, data):",
        ),
        (
            "rows that were changed are not noticed",
            "if seq != number or digest != chain(last, kind, data):",
            "if seq != number:",
        ),
        ("every format is read", "    if version not in KNOWN:\n", "    if False:\n"),
        ("a torn log is whole", "return replace(found, problem=found.problem or _torn(path))", "return found"),
        ("a copy holds one entry more", "DELETE FROM events WHERE seq > ?", "DELETE FROM events WHERE seq > ? + 1"),
    ),
    *_in(
        "history/journal/log.py",
        ("a last write that was cut is a loss", "return behind if behind > 1 else 0", "return behind"),
        (
            "frames of an earlier log are read",
            "            reads = False\n            continue\n",
            "            continue\n",
        ),
    ),
    *_in(
        "history/journal/writer.py",
        ("a damaged journal is written to", "if found.problem is not None:", "if False:"),
        ("every row is chained to the first", "        self._last = digest\n", ""),
        (
            "a log without its journal is dropped",
            "if not path.exists() and not has_log(path):",
            "if not path.exists():",
        ),
        ("two companions write one journal", "            opened.enter_context(_alone(path))\n", ""),
    ),
    *_in(
        "history/export/mat.py",
        ("the bar keeps its name", '.replace("bar", "25")', ""),
        ("a doubled cube is not doubled", "position.cube.value * 2", "position.cube.value"),
        ("one checker of several moves", "range(int(times[1]) if times else 1)", "range(1)"),
        (
            "Black's first action has White's place",
            'if not rows or player == "W" or "B" in rows[-1]:',
            'if not rows or player == "W":',
        ),
        (
            "a match from the middle of a game is written",
            "if start.points != start_points() or start.cube.value != 1 or",
            "if start.cube.value != 1 or",
        ),
        (
            "a match that was put right by hand is written",
            "if not all(isinstance(step.event, Rolled | Moved | NextPartStarted) for step in told.steps):",
            "if False:",
        ),
    ),
    *_in(
        "history/export/played_game.py",
        ("one undone move counts still", "del steps[made[-moves] :]", "del steps[made[-1] :]"),
        ("all rolls of the turn are voided", "(throws or len(thrown))", "len(thrown)"),
    ),
    *_in(
        "history/export/text.py",
        ("both rolls for the first turn are one player's", "own = not game.info.named_dice and", "own = False and"),
        ("positions are always told", "        if positions:\n", "        if True:\n"),
    ),
    *_in(
        "session/questions.py",
        ("an answer outlives a changed look", "looks_other(looks, said.looked) or (new_turn and", "(new_turn and"),
        ("an answer about a hidden count outlives a move", " or (new_turn and looks.countable is not None):", ":"),
        ("a table after a restart takes moves back", "self._found_again = not resumed", "self._found_again = True"),
        (
            "an answer changes no verdict",
            "if asked[0] is sight.reading and asked[1] is state and asked[2] == told:",
            "if asked[0] is sight.reading and asked[1] is state:",
        ),
        (
            "a move changes no verdict",
            "if asked[0] is sight.reading and asked[1] is state and asked[2] == told:",
            "if asked[0] is sight.reading and asked[2] == told:",
        ),
        (
            "nothing was ever called empty",
            "return any(said.content[1] == 0 for said in",
            "return any(said.content[1] < 0 for said in",
        ),
        ("an earlier table is old though one move ago", "return earlier.moves > 1 and laid_anew", "return laid_anew"),
        (
            "the next part's table is an old one",
            "return earlier.moves > 1 and laid_anew(state, earlier.table) is None",
            "return earlier.moves > 1",
        ),
        ("what was said makes any later table senseless", " and _surely(sight) != self._beside\n", "\n"),
        (
            "what was said is never senseless",
            "senseless = isinstance(heard, Illegal | UnderWay) and",
            "senseless = False and",
        ),
    ),
    *_in(
        "session/decisions.py",
        (
            "a forced pass where something can move",
            'return state.game.legal(state.position, 2).moves == ("pass",)',
            "return True",
        ),
        (
            "a roll is made again and a correction goes with it",
            ".position == state.position\n",
            ".position is not None\n",
        ),
        ("a roll for an earlier move is made again", "state.throws[-1].after == len(state.turns):", "state.throws:"),
        (
            "any start table begins a new game",
            "game.table(start) == table and table in _usual_starts(game):",
            "table in _usual_starts(game):",
        ),
        ("an unusual start table begins a new game", " and table in _usual_starts(game):", ":"),
        (
            "every table in doubt is something done",
            "return table != state.game.arranged(state.position, table)",
            "return True",
        ),
        (
            "no table in doubt is something done",
            "return table != state.game.arranged(state.position, table)",
            "return False",
        ),
        (
            "what lies right cannot be answered before the game",
            '(Candidate("unchanged", "All lies as it should", table), *cells)',
            "tuple(cells)",
        ),
    ),
)
