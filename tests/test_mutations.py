"""The mutation check refuses a table that does not fit the code, and its table is fit to be run."""

from __future__ import annotations

import pytest

from companion.rules import GAMES
from tests.evaluate import mutations
from tests.evaluate.mutation_table import MUTATIONS, Mutation


def test_a_text_that_stands_nowhere_or_twice_is_named() -> None:
    good = Mutation("SY-R1", "", "spry/board.py", "SIDE = 5\n", "SIDE = 6\n")
    nowhere = Mutation("SY-R1", "", "spry/board.py", "SIDE = 55\n", "")
    also = Mutation("SY-R1", "", "spry/board.py", "from __future__ import annotations\n", "")
    often = Mutation("SY-R1", "", "spry/board.py", "SIDE", "")
    assert mutations.misplaced([good, also]) == []
    lines = mutations.misplaced([nowhere, good, often])
    assert len(lines) == 2
    assert "found 0 times, not once: 'SIDE = 55" in lines[0]
    assert all(line.startswith("SY-R1 spry/board.py: found ") for line in lines)


def test_a_table_that_does_not_fit_ends_the_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutations, "MUTATIONS", (Mutation("SY-R1", "", "spry/board.py", "nowhere", ""),))
    assert mutations.main([]) == 1
    assert "does not fit the code any more:\n  SY-R1 spry/board.py: found 0 times" in capsys.readouterr().err
    assert mutations.main(["chess"]) == 1
    assert "No such game: chess. There are spry." in capsys.readouterr().err


def test_every_game_has_rules_to_break_each_once() -> None:
    games = {mutation.game for mutation in MUTATIONS}
    assert games == {name.replace("-", "_") for name in GAMES}
    assert len(MUTATIONS) >= 30
    assert len({(mutation.file, mutation.old, mutation.new) for mutation in MUTATIONS}) == len(MUTATIONS)
    for mutation in MUTATIONS:
        assert mutation.old != mutation.new
        assert mutations.test_files(mutation.game)
