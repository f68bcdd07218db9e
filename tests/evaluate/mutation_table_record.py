"""The places of the history and the session that `tests.evaluate.mutations` breaks, one at a time.

The text to be replaced must occur in its file exactly once. Where the code changes, its entry here changes too.
"""

from __future__ import annotations

from tests.evaluate.mutation import Mutation, in_file

RECORD: tuple[Mutation, ...] = (
    *in_file(
        "history/events.py",
        (
            "unknown events are nothing",
            '        raise RecordError(f"unknown event {kind!r}")',
            '        kind = "continued"',
        ),
    ),
    *in_file(
        "history/state.py",
        (
            "rolls under another seal are counted",
            "(event.seal is not None and event.seal == state.seal)",
            "(event.seal is not None)",
        ),
        (
            "no roll counts again after the first",
            "kept_rolls=state.kept_rolls[1:] if event.source == KEPT else ()",
            "kept_rolls=()",
        ),
        (
            "a new roll leaves the earlier ones",
            "kept_rolls=state.kept_rolls[1:] if event.source == KEPT else ()",
            "kept_rolls=state.kept_rolls[1:]",
        ),
        (
            "a roll counts again and again",
            "kept_rolls=state.kept_rolls[1:] if event.source == KEPT else ()",
            "kept_rolls=state.kept_rolls if event.source == KEPT else ()",
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
        (
            "the roll of an undone move goes with it",
            "if roll.moves_before <= len(turns))",
            "if roll.moves_before < len(turns))",
        ),
        (
            "rolls of an earlier takeback are lost",
            "later = (*state.rolls[len(kept) :], *state.kept_rolls)",
            "later = state.rolls[len(kept) :]",
        ),
        (
            "a roll counts again at the takeback itself",
            "if not state.kept_rolls or isinstance(state.last, TakenBack):",
            "if not state.kept_rolls:",
        ),
        (
            "another player's roll counts again",
            'if status.due != "roll" or status.player != roll.player:',
            'if status.due != "roll":',
        ),
        (
            "a correction leaves the rolls",
            "kept_rolls=(),\n        corrections=(*state.corrections, past)",
            "corrections=(*state.corrections, past)",
        ),
        (
            "a new seal counts the rolls of the last one",
            "return replace(state, seal=event.digest, sealed_rolls=0)",
            "return replace(state, seal=event.digest)",
        ),
        (
            "an opened seal still seals",
            "return replace(state, seal=None, sealed_rolls=0)",
            "return replace(state, sealed_rolls=0)",
        ),
        (
            "all rolls are voided",
            "voided = since_move[-event.throws :] if event.throws else since_move",
            "voided = since_move[:]",
        ),
        (
            "more rolls are voided than were made",
            "if not since_move or not 1 <= (event.throws or 1) <= len(since_move):",
            "if not since_move:",
        ),
        (
            "a voided roll counts again",
            "rolls=kept,\n        kept_rolls=(),\n",
            "rolls=kept,\n",
        ),
        (
            "a next part keeps the rolls of the last one",
            "return replace(after, kept_rolls=(), part_starts=",
            "return replace(after, part_starts=",
        ),
        (
            "a new move leaves what was undone",
            "        just_begun=isinstance(event, NextPartStarted),\n        undone=(),",
            "        just_begun=isinstance(event, NextPartStarted),",
        ),
        ("a new part has not just begun", "just_begun=isinstance(event, NextPartStarted)", "just_begun=False"),
        (
            "after a correction nobody sets up any more",
            "just_begun=state.just_begun and isinstance(event, Corrected)",
            "just_begun=False",
        ),
        ("a redo forgets what else was undone", "undone=earlier,", "undone=(),"),
        ("a redo goes back to an old seal", "        seal=state.seal,\n", ""),
        (
            "an undone start of a part still counts",
            "part_starts=tuple(start for start in state.part_starts if start <= len(turns)),",
            "",
        ),
        (
            "a correction is no limit for an undo",
            "first = max([self.part_start, *(correction.moves_before for correction in self.corrections)])",
            "first = self.part_start",
        ),
        ("the start of a part is no limit for an undo", "first = max([self.part_start,", "first = max([0,"),
    ),
    *in_file(
        "history/saved_games.py",
        (
            "game 0 can be resumed",
            "if number not in range(1, len(games) + 1):",
            "if number not in range(len(games) + 1):",
        ),
        ("the game that began last goes on", "current = games[number - 1][1]", "current = games[-1][1]"),
        (
            "the last game is resumed by an event too",
            "None if saved.latest == entries and not saved.is_deleted else GameResumed(saved.number)",
            "GameResumed(saved.number)",
        ),
        (
            "no game is resumed by an event",
            "None if saved.latest == entries and not saved.is_deleted else GameResumed(saved.number)",
            "None",
        ),
        ("a finished game goes on", " and not saved.state().over", ""),
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
    *in_file(
        "history/journal/format.py",
        ("rows are not chained", 'f"{before}\\n{time!r}\\n', 'f"{time!r}\\n'),
        ("the time of a row is not guarded", 'f"{before}\\n{time!r}\\n', 'f"{before}\\n'),
        ("the first format is refused", "KNOWN = (1, 2, 3, 4)", "KNOWN = (2, 3, 4)"),
        ("a damaged schema is the system's fault", "code is None or code & 0xFF in _DAMAGE", "False"),
    ),
    *in_file(
        "history/journal/reader.py",
        (
            "rows that are missing are not noticed",
            "str(digest) if seq == before + 1:",
            "str(digest):",
        ),
        (
            "rows that were changed are not noticed",
            "return digest == chain_digest(last, at, kind, data)",
            "return True",
        ),
        ("every format is read", "    if version not in KNOWN:\n", "    if False:\n"),
        (
            "a torn log is whole",
            "if problem is None and marked != mark.digest:",
            "if False:",
        ),
        ("a copy holds one entry more", "DELETE FROM events WHERE seq > ?", "DELETE FROM events WHERE seq > ? + 1"),
    ),
    *in_file(
        "history/journal/end_mark.py",
        ("a damaged end mark is believed", "if _to_line(mark) != line:", "if False:"),
    ),
    *in_file(
        "history/journal/writer.py",
        ("a damaged journal is written to", "if found.problem is not None:", "if False:"),
        ("every row is chained to the first", "        self._last = digest\n", ""),
        (
            "a log without its journal is dropped",
            "if not file.exists() and not has_log(file):",
            "if not file.exists():",
        ),
        ("two companions write one journal", "            opened.enter_context(hold_folder(file, patience_s))\n", ""),
    ),
    *in_file(
        "rules/backgammon/mat.py",
        ("the bar keeps its name", '.replace("bar", "25")', ""),
        ("a doubled cube is not doubled", "position.cube.value * 2", "position.cube.value"),
        ("one checker of several moves", "range(int(times[1]) if times else 1)", "range(1)"),
        (
            "a match from the middle of a game is written",
            "if start.points != start_points() or start.cube.value != 1 or",
            "if start.cube.value != 1 or",
        ),
        (
            "a match that was put right by hand is written",
            "if record.was_corrected:",
            "if False:",
        ),
    ),
    *in_file(
        "history/export/played_game.py",
        ("one undone move counts still", "del steps[made[-moves] :]", "del steps[made[-1] :]"),
        ("all rolls of the turn are voided", "(rolls or len(rolled))", "len(rolled)"),
    ),
    *in_file(
        "history/export/text.py",
        ("both rolls for the first turn are one player's", "own = not game.info.named_dice and", "own = False and"),
        ("positions are always told", "        if positions:\n", "        if True:\n"),
    ),
    *in_file(
        "session/questions.py",
        ("an answer outlives a changed look", "self.looked is None or not looks_other(look, self.looked)", "True"),
        (
            "a clear look ends every answer",
            "return not look.unsure or self.looked is None",
            "return self.looked is None",
        ),
        (
            "people are asked again about what they have denied",
            "return self.looked is not None and not",
            "return False and not",
        ),
        (
            "what players insist on is not in doubt",
            "reading = self._insisted.put_in_doubt(reading, self._told())",
            "reading = sight.reading",
        ),
        ("what was said in doubt counts when all is clear", " and not self.looked.unsure and ", " and "),
        ("each move ends the answers about a point", "is_count_hidden(look, self.content) and new_turn", "new_turn"),
        (
            "a piece that nobody touched is asked about",
            "{**self._steady(reading.cells), **self._told()}",
            "self._told()",
        ),
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
            "return any(said.content[1] == 0 and said.in_doubt for",
            "return any(said.content[1] < 0 and said.in_doubt for",
        ),
        ("what was said makes any later table senseless", " and _surely(sight) != self._beside\n", "\n"),
        (
            "what was said is never senseless",
            "senseless = isinstance(heard, Illegal | UnderWay) and",
            "senseless = False and",
        ),
    ),
    *in_file(
        "session/decisions.py",
        (
            "a roll is made again and a correction goes with it",
            ".position == state.position\n",
            ".position is not None\n",
        ),
        ("an unusual start table begins a new game", " and table in map(game.table, game.starts()):", ":"),
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
            "(all_right, *cells)",
            "tuple(cells)",
        ),
    ),
)
