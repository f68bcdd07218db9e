"""docs/install.md is what the evaluation in the virtual machine follows: every command on it is known there."""

from __future__ import annotations

import tomllib

from companion.config import OPTIONS
from companion.config.toml import to_toml
from tests.evaluate.virtual_machine.page import (
    IN_THE_MACHINE,
    ON_THE_PC,
    WITHOUT_NETWORK,
    find_words_to_tap,
    read_blocks,
)
from tests.evaluate.virtual_machine.panel import Menus


def test_every_command_of_the_page_is_tried_or_is_for_the_pc() -> None:
    typed = {line for block in read_blocks() if block.kind == "commands" for line in block.lines}
    assert typed == ON_THE_PC | WITHOUT_NETWORK | IN_THE_MACHINE


def test_a_new_command_on_the_page_is_noticed() -> None:
    (block,) = read_blocks("## Update it\n\n    sudo companion update --all      everything\n    companion doctor\n")
    assert (block.section, block.kind) == ("Update it", "commands")
    assert block.lines == ("sudo companion update --all", "companion doctor")


def test_the_settings_on_the_page_are_good() -> None:
    blocks = [block for block in read_blocks() if block.kind == "settings"]
    assert blocks
    for block in blocks:
        for section, values in tomllib.loads("\n".join(block.lines)).items():
            for key, value in values.items():
                option = OPTIONS[f"{section}_{key}"]
                assert to_toml(option.kind.read(value)), key


def test_the_first_words_to_tap_are_on_the_screens_of_a_first_start() -> None:
    *words, done, _menu, _copy, _text = find_words_to_tap()
    assert done == "Done"
    menus = Menus()
    places = [menus.tap(word) for word in words]
    assert len(set(places)) == len(words)


def test_the_recipe_for_a_fresh_card_has_commands_as_cloud_init_wants_them() -> None:
    (recipe,) = (block for block in read_blocks() if block.kind == "recipe")
    assert recipe.lines[0] == "runcmd:"
    for line in recipe.lines[1:]:
        # A list of words in square brackets; none of them needs quotes in YAML.
        assert line.startswith("  - [")
        assert line.endswith("]")
        words = line[5:-1].split(", ")
        assert all(word and not set(word) & set(" :#{}[]&*!|>'\"%@`") for word in words), line
    assert recipe.lines[-1] == "  - [reboot]"
