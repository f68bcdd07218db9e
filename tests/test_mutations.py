"""The mutation check refuses a table that does not fit the code, and its own table fits."""

from __future__ import annotations

import pytest

from companion.rules import GAMES
from tests.evaluate import mutations
from tests.evaluate.mutation import ROOT, Mutation, watching_tests
from tests.evaluate.mutations import MUTATIONS, misplaced

PARTS = {mutation.part for mutation in MUTATIONS}


def test_a_text_that_occurs_nowhere_or_twice_is_named() -> None:
    good = Mutation("SY-R1", "", "rules/spry/board.py", "SIDE = 5\n", "SIDE = 6\n")
    nowhere = Mutation("SY-R1", "", "rules/spry/board.py", "SIDE = 55\n", "")
    also = Mutation("SY-R1", "", "rules/spry/board.py", "from __future__ import annotations\n", "")
    often = Mutation("SY-R1", "", "rules/spry/board.py", "SIDE", "")
    no_file = Mutation("SY-R1", "", "rules/spry/no_such_file.py", "SIDE", "")
    assert misplaced([good, also]) == []
    lines = misplaced([nowhere, good, often, no_file])
    assert len(lines) == 3
    assert "found 0 times, not once: 'SIDE = 55" in lines[0]
    assert lines[1].startswith("SY-R1 rules/spry/board.py: found ")
    assert lines[2].startswith("SY-R1 rules/spry/no_such_file.py: found 0 times")


def test_a_table_that_does_not_fit_ends_the_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutations, "MUTATIONS", (Mutation("SY-R1", "", "rules/spry/board.py", "nowhere", ""),))
    assert mutations.main([]) == 1
    assert "does not fit the code any more:\n  SY-R1 rules/spry/board.py: found 0 times" in capsys.readouterr().err
    assert mutations.main(["chess"]) == 1
    assert "No such part: chess. There are spry." in capsys.readouterr().err


def test_the_table_fits_the_code() -> None:
    assert misplaced(MUTATIONS) == []


def test_every_game_and_what_uses_the_rules_are_broken_in_many_places_each_once() -> None:
    assert {name.replace("-", "_") for name in GAMES} | {"referee", "history", "session"} == PARTS
    in_rules = sum(mutation.file.startswith("rules/") for mutation in MUTATIONS)
    assert in_rules >= 75
    assert len(MUTATIONS) - in_rules >= 60
    assert len({(mutation.file, mutation.old, mutation.new) for mutation in MUTATIONS}) == len(MUTATIONS)
    assert all(mutation.old != mutation.new for mutation in MUTATIONS)


@pytest.mark.parametrize("part", sorted(PARTS))
def test_a_part_has_tests_that_must_notice(part: str) -> None:
    assert all(list((ROOT / folder).rglob("test_*.py")) for folder in watching_tests(part))
