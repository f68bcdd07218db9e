"""A journal that cannot be used is put aside: all of it is kept, and an empty one takes its place."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.history.events import Started
from companion.history.journal import FILE, DamageError, InUseError, Journal, VersionError, put_aside, read
from companion.history.journal.format import journal_errors
from companion.rules import GAMES

START = Started("spry", GAMES["spry"].dump(GAMES["spry"].new()))


def damage(folder: Path) -> dict[str, bytes]:
    """Writes a journal that is damaged, with a log and an end mark, and returns what its files hold."""
    folder.mkdir(parents=True, exist_ok=True)
    with Journal(folder / FILE) as journal:
        journal.append(START)
        (folder / f"{FILE}-end").write_bytes(b"damaged")
        log = (folder / f"{FILE}-wal").read_bytes()
    (folder / f"{FILE}-wal").write_bytes(log)
    (folder / FILE).write_bytes(b"no journal " * 500)
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.name.startswith(FILE)}


def test_all_of_it_is_kept_and_a_new_game_can_begin(tmp_path: Path) -> None:
    before = damage(tmp_path / "data")
    picture = tmp_path / "data" / "pictures" / "1" / "00001.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"jpeg")
    with pytest.raises(DamageError):
        Journal(tmp_path / "data" / FILE)
    kept = put_aside(tmp_path / "data" / FILE, (tmp_path / "data" / "pictures", tmp_path / "data" / "nothing"))
    assert {file.name: file.read_bytes() for file in kept.iterdir() if file.is_file()} == before
    assert (kept / "pictures" / "1" / "00001.jpg").read_bytes() == b"jpeg"
    assert not picture.exists()
    with Journal(tmp_path / "data" / FILE) as journal:
        assert journal.entries == ()
        journal.append(START)
    assert read(tmp_path / "data" / FILE).problem is None


def test_two_on_one_day_are_kept_beside_each_other(tmp_path: Path) -> None:
    first = damage(tmp_path)
    one = put_aside(tmp_path / FILE)
    second = damage(tmp_path)
    two = put_aside(tmp_path / FILE)
    assert one != two
    for kept, files in ((one, first), (two, second)):
        assert {file.name: file.read_bytes() for file in kept.iterdir()} == files


def test_a_link_stays_and_the_files_behind_it_are_kept_beside_them(tmp_path: Path) -> None:
    before = damage(tmp_path / "disk")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE).symlink_to(tmp_path / "disk" / FILE)
    kept = put_aside(tmp_path / "data" / FILE)
    assert kept.parent == tmp_path / "disk"
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == before
    with Journal(tmp_path / "data" / FILE) as journal:
        journal.append(START)
    assert (tmp_path / "data" / FILE).is_symlink()


def test_one_that_another_companion_uses_stays_where_it_is(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE) as journal:
        journal.append(START)
    hold = (
        "import sys, pathlib\nfrom companion.history.journal import Journal\n"
        "with Journal(pathlib.Path(sys.argv[1])):\n    print('open', flush=True)\n    sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(tmp_path / FILE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        with pytest.raises(InUseError):
            put_aside(tmp_path / FILE)
        with pytest.raises(InUseError):
            Journal(tmp_path / FILE, patience_s=0)
        other.stdin.close()
    with Journal(tmp_path / FILE) as journal:
        assert [entry.event for entry in journal.entries] == [START]


def test_what_a_power_cut_left_of_it_is_put_aside_too(tmp_path: Path) -> None:
    before = damage(tmp_path)
    (tmp_path / FILE).unlink()  # moved before the cut
    with pytest.raises(DamageError):
        Journal(tmp_path / FILE)
    kept = put_aside(tmp_path / FILE)
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == {
        name: content for name, content in before.items() if name != FILE
    }


def test_a_lock_of_another_program_is_told_from_damage_and_a_newer_version_from_both(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE) as journal:
        journal.append(START)
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    blocked = sqlite3.connect(tmp_path / FILE, timeout=0, isolation_level=None)
    with pytest.raises(InUseError), journal_errors(tmp_path / FILE, "opened"):
        blocked.execute("BEGIN IMMEDIATE")
    blocked.close()
    other.execute("PRAGMA user_version=99")
    other.execute("COMMIT")
    other.close()
    with pytest.raises(VersionError):
        Journal(tmp_path / FILE)
