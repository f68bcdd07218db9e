"""The documents point to what is there: files, sections, rule ids, settings, commands, examples that run."""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame
import pytest

from companion.boards import BOARDS
from companion.cli import main
from companion.config import load
from companion.devices.die import NotDue, Request, Settled
from companion.history.events import Moved
from companion.rules import GAMES
from companion.screen.board import BoardPicture
from companion.screen.page import DESIGN, Page, regions, scale
from companion.screen.theme import Type
from companion.session.transient_state import TransientState
from tests.screen.moments import new
from tests.screen.views import views

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ARCHITECTURE = (DOCS / "architecture.md").read_text(encoding="utf-8")
CONTRACT = (DOCS / "contract.md").read_text(encoding="utf-8")
RULINGS = "\n".join(page.read_text(encoding="utf-8") for page in sorted((DOCS / "rulings").glob("*.md")))

FOLDERS = (".ci", "companion", "docs", "firmware", "hardware", "systemd", "tests", "vision")
SUFFIXES = {"", ".conf", ".desktop", ".py", ".rules", ".service", ".md", ".toml", ".txt", ".c", ".h", ".svg"}
PICTURE_BYTES = 300_000
"""The most bytes that a picture of the documents may have."""
MADE_BY_EXAMPLES = {
    "companion/commands/hello.py",
    "companion/devices/counting_die.py",
    "companion/presentation/hello.py",
    "companion/screen/hello.py",
    "tests/commands/test_hello.py",
    "tests/devices/test_counting_die.py",
}
"""Files that a reader of CONTRIBUTING.md makes."""


def texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the repository with its text."""
    there = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        there.extend(path for path in (ROOT / folder).rglob("*") if path.is_file())
    for path in sorted(there):
        built = "build" in path.relative_to(ROOT).parts or "__pycache__" in path.parts
        if path.suffix in SUFFIXES and not built and not path.name.startswith("."):
            yield path, path.read_text(encoding="utf-8")


@cache
def pages() -> list[Path]:
    """Every Markdown page of the repository."""
    return [path for path, _ in texts() if path.suffix == ".md"]


def is_reachable(name: str, near: Path) -> bool:
    """True if the repository has a document: a bare name anywhere, a path from the top or from the file near it."""
    if "/" not in name:
        return name in {page.name for page in pages()}
    return any((folder / name).exists() for folder in (ROOT, near.parent))


def missing_documents(path: Path, text: str) -> list[str]:
    """The documents that a file cites and that are not in the repository."""
    cited = re.findall(r"(?<![\w*./{<-])((?:\.\./)*[\w][\w./-]*\.md)\b", text)
    return [name for name in cited if not is_reachable(name, path)]


def test_every_document_that_a_file_cites_is_in_the_repository() -> None:
    missing = {str(path.relative_to(ROOT)): found for path, text in texts() if (found := missing_documents(path, text))}
    assert not missing


def test_a_document_that_is_not_there_is_noticed() -> None:
    gone = "promises" + ".md"
    assert missing_documents(ROOT / "companion" / "cli.py", f"as in {gone} section 2") == [gone]
    assert missing_documents(DOCS / "unlike.md", f"[here](../{gone})") == [f"../{gone}"]
    assert missing_documents(DOCS / "unlike.md", "[here](measured.md), docs/contract.md") == []


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_pictures_of_a_page_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        name, _, heading = target.partition("#")
        file = page.parent / name if name else page
        assert file.exists(), target
        assert not heading or heading in headings(file), target


def headings(page: Path) -> set[str]:
    """The names by which links reach a page's headings."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def test_sections_of_the_contract_that_are_cited_exist() -> None:
    sections = set(re.findall(r"^## (\d+)\.", CONTRACT, re.MULTILINE))
    cited = {number for _, text in texts() for number in re.findall(r"contract\.md\s+section (\d+)", text)}
    assert cited
    assert cited <= sections


def test_rule_ids_of_the_games_are_in_the_rulings() -> None:
    known = set(re.findall(r"\b(?:SP|BG|SY|CD|MF)-[A-Z0-9]+\b", RULINGS))
    known |= {f"{game}-{n}" for game, last in (("SP", 9), ("SY", 4)) for n in range(1, last + 1)}
    rules = [(path, text) for path, text in texts() if "rules" in path.parts and "companion" in path.parts]
    used = {(path.name, id_) for path, text in rules for id_ in re.findall(r'"((?:SP|BG|SY|CD|MF)-[A-Z0-9]+)"', text)}
    assert len(used) > 20
    assert {(name, id_) for name, id_ in used if id_ not in known} == set()


def test_every_game_has_its_rulings_and_the_picture_of_its_board() -> None:
    for game in GAMES:
        page = DOCS / "rulings" / f"{game}.md"
        assert f"]({game}.png)" in page.read_text(encoding="utf-8")
        assert f"]({game}.md)" in (DOCS / "rulings" / "README.md").read_text(encoding="utf-8")


def test_every_picture_is_small_and_used() -> None:
    pictures = [path for path in DOCS.rglob("*") if path.suffix in (".png", ".jpg", ".svg")]
    used = {
        (page.parent / target).resolve()
        for page in pages()
        for target in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    assert pictures
    for picture in pictures:
        assert picture.stat().st_size < PICTURE_BYTES, picture
        assert picture.resolve() in used, picture


def paths_named(text: str) -> set[str]:
    """The paths of the repository that a page names in backticks."""
    return set(re.findall(r"`((?:companion|vision|tests|docs|firmware|hardware|systemd)/[\w./-]+)`", text))


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    named = paths_named(page.read_text(encoding="utf-8")) - (
        MADE_BY_EXAMPLES if page.name == "CONTRIBUTING.md" else set()
    )
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_architecture_names_its_files() -> None:
    assert len(paths_named(ARCHITECTURE)) > 30


def test_the_architecture_has_the_layers_of_pyproject() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract.get("containers") == ["companion"]]
    block = ARCHITECTURE.partition("## Layers")[2].partition("\n    ")[2].partition("\n\n")[0]
    assert [re.split(r" {2,}", line.strip())[0] for line in block.splitlines()] == layers


def test_the_picture_of_the_architecture_is_current_and_names_files_that_exist() -> None:
    script = load_file(DOCS / "draw_architecture.py")
    assert script.FILE.read_text(encoding="utf-8") == script.make_svg(), "run python docs/draw_architecture.py"
    paths = [box.path for box in script.BOXES.values() if box.path]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_s_settings_file_is_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"(?:^    .+\n)*^    \[game\]\n(?:^    .+\n)+", README, re.MULTILINE)
    (tmp_path / "companion.toml").write_text(textwrap.dedent(block))
    assert load(tmp_path / "companion.toml").game_id == "backgammon"


def test_targets_of_make_that_are_named_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    named = {
        name for page in pages() for name in re.findall(r"\bmake ([a-z][\w-]*)`", page.read_text(encoding="utf-8"))
    }
    named |= set(re.findall(r"^    make ([\w-]+)", README + CONTRIBUTING, re.MULTILINE))
    assert {"run", "test", "lint"} <= named
    assert named <= targets


def test_programs_that_the_documents_run_exist() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages())
    files = set(re.findall(r"(?:python|pytest) ((?:docs|tests)/[\w/]+\.py)", text))
    modules = {name.replace(".", "/") for name in re.findall(r"python -m ((?:companion|tests|vision)[\w.]*\w)", text)}
    assert files
    assert modules
    assert [name for name in sorted(files) if not (ROOT / name).exists()] == []
    there = [name for name in modules if (ROOT / f"{name}.py").exists() or (ROOT / name / "__main__.py").exists()]
    assert modules - set(there) == set()


def command_lines() -> list[str]:
    """The lines of code in the documents that call the companion, without the explanations beside them."""
    found: list[str] = []
    for page in pages():
        text = re.sub(r"\\\n\s*", "", page.read_text(encoding="utf-8"))
        lines = re.findall(r"^ {4,}(?:\S*/)?companion (\S.*)$", text, re.MULTILINE)
        found.extend(re.split(r" {3,}", line)[0] for line in lines)
    return found


def options_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The help of a command, which names its options."""
    with pytest.raises(SystemExit) as ended:
        main([*words, "--help"])
    assert ended.value.code == 0, words
    return capsys.readouterr().out


def test_commands_in_the_documents_have_the_options_that_they_use(capsys: pytest.CaptureFixture[str]) -> None:
    lines = command_lines()
    assert len(lines) > 20
    for line in lines:
        words = line.split()
        command = words[:1]
        if words[0] in ("boards", "config", "journal"):
            command = words[: 3 if words[:2] == ["boards", "own"] else 2]
        known = options_of(command, capsys)
        for option in re.findall(r"(?<!\S)--[\w-]+", line):
            assert re.search(rf"{option}\b", known), line


def examples() -> list[str]:
    """The Python examples of CONTRIBUTING.md that are whole modules."""
    blocks = re.findall(r"^   ```python\n(.*?)^   ```", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    return [code for block in blocks if (code := textwrap.dedent(block)).startswith('"""')]


def load_file(path: Path) -> ModuleType:
    """A Python file as a module of its own."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look up their module in sys.modules
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[path.stem]
    return module


def run_example(about: str, folder: Path) -> Any:
    """The module of the one example whose docstring begins with these words."""
    (code,) = [example for example in examples() if example.startswith(f'"""{about}')]
    (folder / "example.py").write_text(code, encoding="utf-8")
    return load_file(folder / "example.py")


def test_the_example_of_a_command_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = run_example("`companion hello`", tmp_path)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    assert command.run(parser.parse_args(["--name", "Ada"])) == 0
    assert capsys.readouterr().out == "Hello, Ada!\n"


def test_the_example_of_a_device_rolls_when_it_is_asked_to(tmp_path: Path) -> None:
    example = run_example("A die that shows 1", tmp_path)
    with example.CountingDie() as die:
        die.press(0.0)
        assert list(die.events(0.1)) == [NotDue()]
        die.ask(Request(("white", "black"), "White"))
        die.press(0.2)
        assert list(die.events(0.3)) == [Settled((1, 2))]
        assert list(die.events(0.4)) == []


def test_the_example_of_a_screen_draws_the_words_of_a_view(tmp_path: Path) -> None:
    view = views()["play"]
    page = Page(pygame.Surface(DESIGN), Type(scale(DESIGN)), regions(DESIGN), BoardPicture(BOARDS[view.game]))
    run_example("The screen that says hello", tmp_path).draw(page, view)
    assert view.headline in " ".join(page.said)


def test_the_example_of_a_view_greets_only_before_the_first_move(tmp_path: Path) -> None:
    show = run_example("The words of the screen that says hello", tmp_path).show_hello
    base, begun = views()["play"], new("spry")
    rules, now = begun.game, TransientState(laying_out=False)
    assert show(base, begun, now, rules.status(begun.position)).headline == "Hello!"
    after = new("spry", Moved("C3"))
    assert show(base, after, now, rules.status(after.position)) is None
