from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion.app.buttons import BUTTON_NAMES, COMMANDS
from companion.app.script import (
    MENU,
    Action,
    ActionError,
    Cue,
    Press,
    ScriptError,
    Tap,
    find_command,
    load_script,
    parse,
    parse_script,
    write,
    write_command,
)
from companion.values.commands import (
    Command,
    ConfirmShutdown,
    EnterRoll,
    OpenMenu,
    PlayMove,
    Quit,
    RollDice,
    StartNextPart,
    TypeValue,
)
from companion.values.views import Choice, Strip, View

faces = st.integers(1, 6)
labels = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1).flatmap(
    lambda word: st.sampled_from([word, f"{word} {word}"])
)
actions = st.one_of(
    st.sampled_from(BUTTON_NAMES).map(Press),
    labels.map(Tap),
    st.lists(faces, min_size=1, max_size=4).map(EnterRoll),
    st.dictionaries(st.sampled_from(["red", "blue"]), faces, min_size=1).map(EnterRoll),
    st.just(Quit()),
)


@given(actions)
def test_an_action_survives_being_written(action: Action) -> None:
    assert parse(write(action)) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("press done", Press("done")),
        ("  press   double ", Press("double")),
        ("tap c2xc4xa4", Tap("c2xc4xa4")),
        ("tap play again", Tap("play again")),
        ("roll [3,1]", EnterRoll([3, 1])),
        ('roll {"red": 4, "blue": 2}', EnterRoll({"red": 4, "blue": 2})),
        ("quit", Quit()),
    ],
)
def test_what_is_read(text: str, action: Action) -> None:
    assert parse(text) == action


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "roll D, press NAME"),
        ("jump", "'jump' is not an action"),
        ("press", "done, undo, redo, hint, double"),
        ("press Done!", "'Done!'"),
        ("tap", "label"),
        ("quit now", "'now'"),
        ("roll", "[3,1]"),
        ("roll 3,1", "not JSON"),
        ("roll []", "whole numbers"),
        ("roll [0]", "whole numbers"),
        ("roll [true]", "whole numbers"),
        ("roll [2.5]", "whole numbers"),
        ('roll {"red":"4"}', "whole numbers"),
        ("roll " + "[" * 100_000, "not JSON"),
        ("roll [" + "9" * 10_000 + "]", "not JSON"),
    ],
)
def test_what_is_no_action_is_named(text: str, hint: str) -> None:
    with pytest.raises(ActionError) as error:
        parse(text)
    assert hint in str(error.value)
    assert len(str(error.value)) < 200


@given(st.text())
def test_any_text_is_an_action_or_an_action_error(text: str) -> None:
    try:
        action = parse(text)
    except ActionError:
        return
    assert parse(write(action)) == action


def test_a_script_is_played_by_frame() -> None:
    script = "# begins\n\n30 press done\n 5 roll [6,6]\n30 tap pass\n99 quit\n"
    assert parse_script(script) == (
        Cue(5, EnterRoll([6, 6])),
        Cue(30, Press("done")),
        Cue(30, Tap("pass")),
        Cue(99, Quit()),
    )


@pytest.mark.parametrize(
    ("script", "hint"),
    [
        ("1 quit\npress done", "line 2: a frame number"),
        ("-1 quit", "line 1: a frame number"),
        ("1.5 quit", "line 1: a frame number"),
        ("٣ quit", "line 1: a frame number"),
        ("\n\n7", "line 3: the action is missing"),
        ("7 press dnoe", "line 1: press: there is no button 'dnoe'"),
    ],
)
def test_a_bad_line_is_named(script: str, hint: str) -> None:
    with pytest.raises(ScriptError) as error:
        parse_script(script)
    assert hint in str(error.value)


def test_a_script_file(tmp_path: Path) -> None:
    file = tmp_path / "script"
    file.write_bytes(b"\xef\xbb\xbf3 quit\r\n")
    assert load_script(file) == (Cue(3, Quit()),)
    with pytest.raises(ScriptError, match="cannot be read"):
        load_script(tmp_path / "none")
    file.write_bytes(b"\xff\xfe3")
    with pytest.raises(ScriptError, match="UTF-8"):
        load_script(file)


SCREEN = View(
    screen="roll",
    game="backgammon",
    strip=Strip(None, "Everybody: roll a die"),
    headline="",
    detail="",
    table={},
    choices=(
        Choice("throw", "Roll the dice", RollDice()),
        Choice("pass", "Pass", PlayMove("pass")),
        Choice("threw 4", "4", TypeValue(4)),
    ),
    undrawn=(Choice("next", "Next game", StartNextPart()),),
)


@pytest.mark.parametrize("choice", SCREEN.choices, ids=lambda choice: choice.label)
def test_a_label_means_the_command_of_the_choice_on_the_screen(choice: Choice) -> None:
    assert find_command(choice.label, SCREEN) == choice.command


@pytest.mark.parametrize("label", ["Pass", "pas", "Roll the dice", "take", ""])
def test_a_label_that_the_screen_does_not_have_means_nothing(label: str) -> None:
    assert find_command(label, SCREEN) is None


ON_SCREEN = [choice.command for choice in (*SCREEN.choices, *SCREEN.undrawn)]


@pytest.mark.parametrize("command", [*COMMANDS.values(), OpenMenu(), *ON_SCREEN])
def test_a_command_is_written_as_the_text_that_does_it(command: Command) -> None:
    text = write_command(command, SCREEN)
    assert text is not None
    match parse(text):
        case Press(name):
            assert COMMANDS[name] == command
        case Tap(label):
            assert find_command(label, SCREEN) == command
        case other:
            pytest.fail(f"{other} is neither a press nor a tap")


def test_what_the_screen_does_not_offer_cannot_be_written() -> None:
    assert write_command(PlayMove("take"), SCREEN) is None
    assert write_command(ConfirmShutdown(), SCREEN) is None
    assert write_command(EnterRoll([3, 1]), SCREEN) == "roll [3, 1]"


def test_the_menu_and_what_is_possible_but_not_drawn_can_be_named() -> None:
    assert find_command(MENU, SCREEN) == OpenMenu()
    assert find_command("next", SCREEN) == StartNextPart()


def test_labels_are_compared_nowhere_else() -> None:
    """A label is a name for people and scripts: the program goes by the command of a choice."""
    root = Path(companion.__file__).parent
    compared = {
        str(file.relative_to(root))
        for file in root.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Attribute) and side.attr == "label"
    }
    assert compared == {"app/script.py"}
