"""A command is one file: it is found by its name and loaded when it is asked for. An error says what the file lacks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import commands
from companion.cli import main
from companion.commands import COMMANDS, describe

HELLO = '''"""`companion say-hello`: greet somebody.

More about it.
"""
from companion.commands.shared.output import say
from companion.commands.shared.shell_command import ShellCommand

def add_arguments(parser):
    parser.add_argument("--name", default="world")

def run(args):
    say(f"Hello, {args.name}!")
    return 0

COMMAND = ShellCommand(add_arguments, run)
'''

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes the file of a command into a further folder in which commands are looked for."""
    (tmp_path / "more").mkdir()
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path / "more")])
    written = []

    def write_file(name: str, text: str) -> Path:
        file = tmp_path / "more" / f"{name}.py"
        file.write_text(text, encoding="utf-8")
        written.append(name)
        return file

    yield write_file
    for name in written:
        sys.modules.pop(f"{commands.__name__}.{name}", None)
        vars(commands).pop(name, None)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit status of a command line, and what it wrote to standard output and standard error."""
    try:
        status = main(words)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, *capsys.readouterr()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_is_for_and_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "must begin" not in describe(name)
    assert 10 < len(describe(name)) < 90
    status, said, wrong = run(capsys, name, "--help")
    assert (status, wrong) == (0, "")
    assert f"companion {name}" in said


def test_a_new_file_is_all_that_a_command_needs(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write("say_hello", HELLO)
    assert describe("say-hello") == "greet somebody"
    assert run(capsys, "say-hello", "--name", "Ada") == (0, "Hello, Ada!", "")
    status, said, _ = run(capsys, "--help")
    assert status == 0
    assert "say-hello" in said


@pytest.mark.parametrize("offered", ["", "COMMAND = run", "COMMAND = ShellCommand"])
def test_a_file_that_offers_no_command_is_named(write: Write, capsys: pytest.CaptureFixture[str], offered: str) -> None:
    file = write("say_hello", HELLO.replace("COMMAND = ShellCommand(add_arguments, run)", offered))
    status, said, wrong = run(capsys, "say-hello")
    assert (status, said) == (1, "")
    assert wrong == f"companion say-hello: {file} must offer COMMAND, a ShellCommand\n"
    assert run(capsys, "rules", "--help")[0] == 0, "the other commands still work"


@pytest.mark.parametrize("first", ["", '"""Greets somebody."""', '"""`companion hello`: greet somebody."""'])
def test_a_file_that_does_not_say_what_it_is_for_is_named_in_the_help(
    write: Write, capsys: pytest.CaptureFixture[str], first: str
) -> None:
    file = write("say_hello", first + "\n" + HELLO)
    assert describe("say-hello") == f'{file} must begin with """`companion say-hello`: what it is for'
    assert run(capsys, "--help")[0] == 0


def test_what_is_no_command_is_not_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert "shared" not in COMMANDS
    assert "--init--" not in COMMANDS
    status, said, wrong = run(capsys, "shared")
    assert (status, said) == (2, "")
    assert "'shared'" in wrong


@pytest.mark.parametrize(
    ("words", "loaded"), [("'--help'", "[]"), ("'rules', '--help'", "['companion.commands.rules']")]
)
def test_only_the_command_that_is_asked_for_is_loaded_and_little_else(words: str, loaded: str) -> None:
    code = (
        "import sys; from companion.cli import main\n"
        f"try: main([{words}])\n"
        "except SystemExit: pass\n"
        "names = [name for name in sys.modules if name.startswith('companion.commands.')]\n"
        "print([name for name in names if 'shared' not in name])\n"
        "print([name for name in ('inspect', 'pkgutil', 'dataclasses') if name in sys.modules])\n"
    )
    lines = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert lines[-2] == loaded
    if loaded == "[]":
        assert lines[-1] == "[]", "these take longer to load than all of the rest of --help"
