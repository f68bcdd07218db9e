"""docs/adding-a-game.md says what the code says, and points to files that exist."""

from __future__ import annotations

import re

from tests import docs

TEXT = docs.PAGE.read_text(encoding="utf-8")


def test_the_page_is_as_the_code_has_it() -> None:
    assert docs.written(TEXT) == TEXT, "the page is stale: run python -m tests.docs"


def test_every_part_stands_on_the_page_once_and_says_something() -> None:
    assert sorted(docs.names(TEXT)) == sorted(docs.PARTS)
    for name, make in docs.PARTS.items():
        assert len(make().splitlines()) > 2, name


def test_a_stale_page_is_noticed() -> None:
    stale = TEXT.replace("| `judge", "| `judges", 1)
    assert stale != TEXT
    assert docs.written(stale) == TEXT


def test_files_and_modules_that_the_page_names_exist() -> None:
    named = re.findall(r"`((?:companion|tests)/[\w/]+(?:\.py|\.txt|/))`", TEXT)
    linked = re.findall(r"\]\(\.\./([^)]+)\)", TEXT)
    run = [module.replace(".", "/") + ".py" for module in re.findall(r"python -m (tests[.\w]+)", TEXT)]
    assert len(named) > 5
    assert linked
    assert run
    for path in {*named, *linked, *run}:
        assert (docs.ROOT / path).exists(), path
