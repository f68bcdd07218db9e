"""The places of the referee that `tests.evaluate.mutations` breaks, one at a time.

The text to be replaced must occur in its file exactly once. Where the code changes, its entry here changes too.
"""

from __future__ import annotations

from tests.evaluate.mutation import Mutation, in_file

REFEREE: tuple[Mutation, ...] = (
    *in_file(
        "referee/judge.py",
        ("a move is never told from a choice of moves", "if len(different) == 1:", "if not different:"),
        ("a table undoes any number of moves", "moves > most_undone_by_hand(state)", "False"),
        ("a table undoes the whole part", "        if player == own:\n            break\n", ""),
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
            "return replace(wrong, table=table, fix=verdict.fix, back=verdict.fix, example=False)",
            "return wrong",
        ),
    ),
    *in_file(
        "referee/advice.py",
        (
            "a checker that nobody touched goes back",
            "    if not found:\n        return Illegal(",
            "    if False:\n        return Illegal(",
        ),
        (
            "the farthest end of a turn is shown",
            "found.sort(key=lambda completion: completion.nearness)\n    return",
            "found.sort(key=lambda completion: completion.nearness, reverse=True)\n    return",
        ),
        ("one end of several is stated as the thing to do", "example=_is_one_of_several(found)", "example=False"),
        ("a wrong piece goes anywhere instead of back", "if completion.touched < back or completion.kept:", "if True:"),
        (
            "what was right is undone with what was wrong",
            "or completion.touched > least:",
            "or completion.touched >= back:",
        ),
    ),
    *in_file(
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
        ("a steady look may change a lot", "<= STEADY", "<= 1.0"),
        ("strange pieces all look alike", "strange = max(_known(now), _known(then)) < STRANGE", "strange = False"),
        (
            "of counts that look alike the last one decides",
            "merged[look] = merged.get(look, 0.0) + p",
            "merged[look] = p",
        ),
    ),
    *in_file(
        "referee/exchanges.py",
        (
            "pieces often change their kind on the way",
            "CHANGED_ON_THE_WAY_ODDS = 0.01\n",
            "CHANGED_ON_THE_WAY_ODDS = 1.0\n",
        ),
        ("pieces that came and went are one piece", "if has.total() == had.total():", "if True:"),
    ),
    *in_file(
        "referee/explanations.py",
        ("a meaning is believed too early", "CERTAIN = 0.99\n", "CERTAIN = 0.6\n"),
        ("a harmless meaning is believed too early", "LIKELY = 0.97\n", "LIKELY = 0.4\n"),
        ("a piece beside a cell is always a question", "LEAST_P_UNCHANGED = 0.8\n", "LEAST_P_UNCHANGED = 0.95\n"),
        (
            "a cell that may hold a piece is no question",
            "p >= PLAUSIBLE for other, p in looks.items() if other != look",
            "False for _ in looks",
        ),
        ("dim cells are believed", "CLEAR = 0.99\n", "CLEAR = 0.9\n"),
        ("more pieces than there are", "            if count > most:\n", "            if count > most + 30:\n"),
        (
            "an earlier table that looks the same is a takeback",
            "if earlier and _looks(likelihoods, table) == looks_now:",
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
            "if held is not None and likelihoods.look(cell, held) == look:",
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
        ("how often people do it does not count", "return self.p * prior[type(self.verdict)]", "return self.p"),
        (
            "one doubtful cell that is as ever is enough",
            "return all(_is_surely_unchanged(state, likelihoods, cell) for cell in likelihoods.doubtful)",
            "return any(_is_surely_unchanged(state, likelihoods, cell) for cell in likelihoods.doubtful)",
        ),
        (
            "a doubtful cell is still a question after done alone",
            "still = not likelihoods.doubtful and any(",
            "still = any(",
        ),
        (
            "a hidden pile is never asked about",
            "hidden = [cell for cell in apart if cell in likelihoods.piles]",
            "hidden: list[str] = []",
        ),
    ),
    *in_file(
        "referee/answers.py",
        ("the cell that a piece was pushed from is not named", "near = 1.5 * min(", "near = 0.5 * min("),
        (
            "no cell is named where two moves are offered",
            "len(found) < 2 or looks not in",
            "len(found) < 2 and looks not in",
        ),
        (
            "only the colour that a move explains is offered",
            "looks not in offered or missing:",
            "looks not in offered:",
        ),
        ("too few answers", "MOST_CANDIDATES = 5\n", "MOST_CANDIDATES = 2\n"),
        ("too many answers", "return tuple(found.values())[:MOST_CANDIDATES]", "return tuple(found.values())"),
        (
            "an answer about a cell leaves the table as it was",
            "{**sure, cell: pieces_of(content)}, AnswerCell",
            "dict(sure), AnswerCell",
        ),
        (
            "nobody is asked whether a move was taken back",
            'yield Candidate("takeback", text.format(count=moves), table, AnswerUndone(moves))',
            "return",
        ),
        (
            "an answer does not say its move",
            "text, table, AnswerMove(move))",
            "text, table, AnswerUnchanged())",
        ),
    ),
    *in_file(
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
)
