"""docs/adding-a-game.md and docs/settings.md say what the code says, and point to files that exist."""

from __future__ import annotations

import re
import tomllib

import pytest

from companion.config import OPTIONS, Config, parse
from tests import docs

TEXT = docs.PAGE.read_text(encoding="utf-8")
SETTINGS = docs.SETTINGS_PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [TEXT, SETTINGS], ids=["adding-a-game", "settings"])
def test_the_page_is_as_the_code_has_it(page: str) -> None:
    assert docs.written(page) == page, "the page is stale: run python -m tests.docs"


def test_the_settings_file_of_the_installer_is_as_the_code_has_it() -> None:
    text = docs.SYSTEM_SETTINGS.read_text(encoding="utf-8")
    assert text == docs.system_settings(), "the file is stale: run python -m tests.docs"
    assert parse(tomllib.loads(text)) == Config(camera_uri="picamera")


def test_every_line_of_the_settings_file_can_be_switched_on() -> None:
    text = re.sub(r"^#(\w+ = )", r"\1", docs.SYSTEM_SETTINGS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    data = tomllib.loads(text)
    assert {(section, name) for section, options in data.items() for name in options} == {
        (option.section, option.option) for option in OPTIONS.values()
    }
    assert parse(data).game_id == "name-of-the-game"


def test_every_part_is_on_the_page_once_and_says_something() -> None:
    assert sorted(docs.names(TEXT) + docs.names(SETTINGS)) == sorted(docs.PARTS)
    for name, make in docs.PARTS.items():
        assert len(make().splitlines()) > 2, name


def test_a_stale_page_is_noticed() -> None:
    stale = TEXT.replace("| `judge", "| `judges", 1)
    assert stale != TEXT
    assert docs.written(stale) == TEXT


def test_files_and_modules_that_the_page_names_exist() -> None:
    named = re.findall(r"`((?:companion|tests)/[\w/]+(?:\.py|\.txt|/))`", TEXT)
    linked = re.findall(r"\]\(\.\./([^)#]+)[^)]*\)", TEXT)
    run = [module.replace(".", "/") + ".py" for module in re.findall(r"python -m (tests[.\w]+)", TEXT)]
    assert len(named) > 5
    assert linked
    assert run
    for path in {*named, *linked, *run}:
        assert (docs.ROOT / path).exists(), path
