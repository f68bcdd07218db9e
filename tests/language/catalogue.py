"""Makes the catalogue of messages for translators: `python -m tests.language.catalogue`, or `make catalogue`.

`companion/locale/companion.pot` holds every message of the code. Each `companion/locale/CODE/LC_MESSAGES/companion.po`
is updated to it and written as `companion.mo`, the file that the companion reads.

The template names files without line numbers and has no date, so that it changes only when a message changes.
"""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion import language
from companion.commands import COMMANDS, describe

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "companion", ROOT / "vision")
TEMPLATE = language.LOCALE / f"{language.DOMAIN}.pot"

KEYWORDS = {"_": None, "N_": None, "Message": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
"""The functions whose arguments are messages, in Babel's notation."""

COMMENT = "Translators:"
"""The beginning of a comment for translators."""

HEADER = """\
# Messages of the board companion.
# This file is part of the board companion and has its licence.
#"""

PEOPLE = "the makers of the board companion"
"""Who translates."""

NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)

_CHURN = re.compile(r'"(POT-Creation-Date|PO-Revision-Date|Generated-By): [^"]*\\n"\n')
"""Lines of the header that change without a message changing."""


def list_files() -> list[Path]:
    """The files that may hold messages."""
    return sorted(path for folder in SOURCES for path in folder.rglob("*.py"))


@cache
def read_messages() -> Catalog:
    """All messages of the code, in the order of the files. Nobody changes the catalogue that is returned."""
    found = Catalog(project="board-companion", header_comment=HEADER, fuzzy=False)
    for path in list_files():
        name = path.relative_to(ROOT).as_posix()
        for _line, message, comments, context in extract_from_file("python", path, KEYWORDS, (COMMENT,)):
            found.add(message, locations=[(name, None)], auto_comments=comments, context=context)
    for command in COMMANDS:  # `companion --help` shows the first lines of the commands' files
        found.add(describe(command), locations=[(Path(COMMANDS.find_file(command)).relative_to(ROOT).as_posix(), None)])
    return found


def write_template(catalogue: Catalog) -> str:
    """The text of the template."""
    return _write(catalogue)


def update(folder: Path, catalogue: Catalog) -> list[Path]:
    """Brings every translation below a folder up to date, makes its .mo, and returns the .po files."""
    done = []
    for path in sorted(folder.glob(f"*/LC_MESSAGES/{language.DOMAIN}.po")):
        with path.open("rb") as file:
            translation = read_po(file, locale=path.parents[1].name)
        translation.update(catalogue)
        translation.obsolete.clear()
        translation.header_comment, translation.fuzzy = HEADER, False
        translation.project, translation.last_translator = catalogue.project, PEOPLE
        translation.language_team, translation.msgid_bugs_address = PEOPLE, ""
        path.write_text(_write(translation), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compile_translation(path))
        done.append(path)
    return done


def compile_translation(path: Path) -> bytes:
    """What the .mo of a .po holds. It has no date, so that it changes only when a translation changes."""
    with path.open("rb") as file:
        translation = read_po(file, locale=path.parents[1].name)
    translation.creation_date = translation.revision_date = NO_DATE
    compiled = io.BytesIO()
    write_mo(compiled, translation)
    return compiled.getvalue()


def _write(catalogue: Catalog) -> str:
    written = io.BytesIO()
    write_po(written, catalogue, width=110, include_lineno=False)
    return _CHURN.sub("", written.getvalue().decode("utf-8"))


if __name__ == "__main__":
    messages = read_messages()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(write_template(messages), encoding="utf-8")
    update(language.LOCALE, messages)
