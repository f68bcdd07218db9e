"""The journal: what is appended is there however the program ends; damage is reported, and no damaged game goes on."""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.history.events import GameResumed, Moved, Rolled, Started, TakenBack
from companion.history.journal import Journal, JournalError, read
from companion.history.journal.end_mark import mark_path
from companion.history.journal.format import old_chain_digest
from companion.rules import GAMES

START = Started("mindfield", GAMES["mindfield"].dump(GAMES["mindfield"].new()))
EVENTS = (START, Moved("a1"), Moved("g7"), TakenBack(1), Rolled([3, 1], "screen"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.db"


def written(path: Path) -> Path:
    with Journal(path) as journal:
        for event in EVENTS:
            journal.append(event)
    return path


def test_what_is_appended_is_read_back_in_order(path: Path) -> None:
    with Journal(written(path)) as journal:
        assert tuple(entry.event for entry in journal.entries) == EVENTS
        assert [entry.seq for entry in journal.entries] == [1, 2, 3, 4, 5]


def test_a_killed_program_loses_nothing_that_was_appended(path: Path) -> None:
    child = (
        "import os, signal, sys, pathlib\n"
        "from companion.history.journal import Journal\n"
        "from companion.history.events import Moved\n"
        "journal = Journal(pathlib.Path(sys.argv[1]))\n"
        "for cell in ('a1', 'g7', 'a3'):\n"
        "    journal.append(Moved(cell))\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    ended = subprocess.run([sys.executable, "-c", child, str(path)], check=False)
    assert ended.returncode == -signal.SIGKILL
    with Journal(path) as journal:
        assert [e.event for e in journal.entries] == [Moved("a1"), Moved("g7"), Moved("a3")]


def test_a_second_companion_on_the_same_folder_is_turned_away(path: Path) -> None:
    with Journal(path):
        # A lock belongs to a process, so the second opener must be another process.
        child = "import sys, pathlib; from companion.history.journal import Journal; Journal(pathlib.Path(sys.argv[1]))"
        ended = subprocess.run([sys.executable, "-c", child, str(path)], check=False, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "Another companion uses this folder" in ended.stderr


def test_a_file_that_is_no_journal_is_left_as_it_is(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"dear diary " * 200)
    with pytest.raises(JournalError, match=r"damaged.*--data"):
        Journal(path)
    assert path.read_bytes() == b"dear diary " * 200


def test_every_byte_of_the_rows_is_guarded(path: Path) -> None:
    whole = written(path).read_bytes()
    where = whole.index(b'{"move": "a1"}')
    path.write_bytes(whole[: where + 10] + b"b" + whole[where + 11 :])
    with pytest.raises(JournalError, match="entry 2 was changed"):
        Journal(path)


@pytest.mark.parametrize(
    "statements",
    [
        "DELETE FROM events WHERE seq = 2",
        "DELETE FROM events WHERE seq = 5",
        "DELETE FROM events",
        "UPDATE events SET time = time + 1 WHERE seq = 3",
        "UPDATE events SET time = 9e99 WHERE seq = 5",
        "UPDATE events SET data = '[]' WHERE seq = 5",
        "UPDATE events SET seq = 7 WHERE seq = 5",
        # Two rows change places, each of them whole.
        "UPDATE events SET seq = -seq WHERE seq IN (2, 3); UPDATE events SET seq = 5 + seq WHERE seq < 0",
    ],
)
def test_a_row_taken_out_changed_or_put_elsewhere_is_noticed(path: Path, statements: str) -> None:
    db = sqlite3.connect(written(path))
    db.executescript(statements)
    db.close()
    with pytest.raises(JournalError, match="damaged"):
        Journal(path)


def test_a_journal_cut_short_is_reported_or_read_up_to_the_cut_but_never_made_up(path: Path) -> None:
    whole = written(path).read_bytes()
    for size in range(0, len(whole), 509):
        path.write_bytes(whole[:size])
        try:
            with Journal(path) as journal:
                events = tuple(e.event for e in journal.entries)
        except JournalError as error:
            assert "--data" in str(error)  # noqa: PT017 - either outcome is right, a third is not
        else:
            assert events == EVENTS[: len(events)]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "data" / "journal.db")


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(JournalError, match="Choose another folder with --data"):
        Journal(tmp_path / "data" / "journal.db")


def test_a_full_disk_is_reported_and_what_was_saved_stays(path: Path) -> None:
    child = (
        "import sys, pathlib, resource\n"
        "from companion.history.journal import Journal, JournalError\n"
        "from companion.history.events import Moved\n"
        "journal = Journal(pathlib.Path(sys.argv[1]))\n"
        "journal.append(Moved('a1'))\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))\n"
        "try:\n"
        "    for n in range(1000): journal.append(Moved('x' * 500))\n"
        "except JournalError as error:\n"
        "    print(n, error)\n"
    )
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    ended = subprocess.run([sys.executable, "-c", child, str(path)], check=True, capture_output=True, text=True)
    saved = int(ended.stdout.split()[0])
    assert "cannot be written" in ended.stdout
    with Journal(path) as journal:
        assert [e.event for e in journal.entries] == [Moved("a1")] + [Moved("x" * 500)] * saved


def test_a_journal_of_another_version_is_left_alone(path: Path) -> None:
    db = sqlite3.connect(written(path))
    db.execute("PRAGMA user_version=7")
    db.close()
    with pytest.raises(JournalError, match="another version"):
        Journal(path)


def test_a_journal_of_the_first_format_is_read_and_resumed(path: Path) -> None:
    db = sqlite3.connect(written(path))
    with db:
        # The first format knew no proofs of rolls, and its digests guarded no times.
        db.execute("DELETE FROM events WHERE kind = 'rolled'")
        last = ""
        for seq, kind, data in db.execute("SELECT seq, kind, data FROM events ORDER BY seq").fetchall():
            last = old_chain_digest(last, kind, data)
            db.execute("UPDATE events SET digest = ? WHERE seq = ?", (last, seq))
        data, before = '{"dice": [3, 1], "source": "screen"}', db.execute("SELECT digest FROM events WHERE seq = 4")
        digest = old_chain_digest(before.fetchone()[0], "rolled", data)
        db.execute("INSERT INTO events VALUES (5, 1.7e9, 'rolled', ?, ?)", (data, digest))
        db.execute("PRAGMA user_version=1")
    db.close()
    mark_path(path).unlink()
    with Journal(path) as journal:
        assert tuple(entry.event for entry in journal.entries) == EVENTS
        journal.append(GameResumed(1))
    assert [entry.event for entry in read(path).entries[4:]] == [EVENTS[4], GameResumed(1)]
