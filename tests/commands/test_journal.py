"""`companion journal` as a program: it lists, shows, exports and checks, and changes nothing."""

from __future__ import annotations

import json
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion import cli
from companion.history.events import Moved, Rolled, Started
from companion.history.journal import Journal
from companion.history.journal.format import old_chain_digest
from companion.rules import GAMES


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two games: Backgammon with a roll and a move, and Mindfield just begun."""
    with Journal(tmp_path / "data" / "journal.db") as journal:
        journal.append(Started("backgammon", GAMES["backgammon"].dump(GAMES["backgammon"].new())))
        journal.append(Rolled([3, 1], "virtual"))
        journal.append(Moved("8/5 6/5"))
        journal.append(Started("mindfield", GAMES["mindfield"].dump(GAMES["mindfield"].new())))
    return tmp_path / "data"


def journal(data: Path, *options: str) -> int:
    return cli.main(["journal", *options, "--data", str(data)])


def test_a_list_has_a_line_for_each_game(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert journal(data, "list") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[0] == "1"
    assert first.endswith("Backgammon   White - Black, 1 move, goes on")
    assert second.endswith("Mindfield    Gold - Silver, 0 moves, goes on")


def test_an_empty_journal_is_reported_and_a_damaged_one_is_not_called_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Journal(tmp_path / "journal.db").close()
    assert journal(tmp_path, "list") == 0
    assert capsys.readouterr().out == "There is no saved game yet. `companion play` begins one.\n"
    (tmp_path / "journal.db").write_bytes(b"")
    assert journal(tmp_path, "list") == 1
    said = capsys.readouterr()
    assert (said.out, "damaged (the file is empty)" in said.err) == ("", True)


def test_a_game_is_shown_with_its_rolls_and_its_position(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert journal(data, "show", "1") == 0
    shown = capsys.readouterr().out
    assert "White and Black: rolled 3 1 (virtual)" in shown
    assert "White: 8/5 6/5" in shown
    assert "white checker: 5(2) 6(4) 8(2) 13(5) 24(2)" in shown.split("\n\n")[-1]


@pytest.mark.parametrize("held", [False, True])
def test_games_are_exported_also_while_a_companion_plays(
    held: bool, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    playing = Journal(data / "journal.db") if held else None
    out = tmp_path / "out"
    assert journal(data, "export", "1", "--format", "mat", "--out", str(out)) == 0
    assert "  1) 31: 8/5 6/5\n" in out.read_text()
    assert journal(data, "export", "1", "--format", "jsonl") == 0
    assert [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()[1:]] == [
        *("started", "rolled", "moved", "end")
    ]
    assert journal(data, "export", "2", "--format", "text") == 0
    assert capsys.readouterr().out.startswith("Mindfield, saved game 2\n")
    if playing is not None:
        playing.close()


def test_a_whole_journal_is_verified(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert journal(data, "verify") == 0
    assert "4 entries in 2 games" in capsys.readouterr().out


def test_a_changed_roll_is_found_and_what_is_before_it_is_still_shown(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite3.connect(data / "journal.db")
    with db:
        db.execute("UPDATE events SET data = replace(data, '1', '3') WHERE seq = 2")
    db.close()
    for command in (["verify"], ["list"], ["show", "1"]):
        assert journal(data, *command) == 1
        said = capsys.readouterr()
        assert "damaged (entry 2 was changed" in said.err
        assert "1 entry before the damage can be read" in said.err
        assert ("Backgammon" in said.out) is (command != ["verify"])


def test_of_a_game_behind_a_damage_the_damage_is_reported(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = sqlite3.connect(data / "journal.db")
    with db:
        db.execute("UPDATE events SET digest = '' WHERE seq = 4")
    db.close()
    for command in ("show", "export"):
        assert journal(data, command, "2") == 1
        said = capsys.readouterr().err
        assert "there is no saved game 2: there is one" in said
        assert "the journal is damaged (entry 4 was changed" in said


def test_a_move_that_the_rules_refuse_is_found(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(data / "journal.db") as playing:
        playing.append(Moved("d4"))
    assert journal(data, "verify") == 1
    assert "the saved game 2 cannot be resumed (moved d4" in capsys.readouterr().out
    assert journal(data, "show", "2") == 1
    assert journal(data, "show", "1") == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["show", "3"], "there is no saved game 3: the saved games are 1 to 2"),
        (["export", "2", "--format", "mat"], "mat is for Backgammon alone, and game 2 is Mindfield"),
        (["export", "1", "--out", "/nowhere/file"], "/nowhere/file cannot be written (No such file or directory)"),
    ],
)
def test_what_cannot_be_done_is_reported(
    options: list[str], words: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(data.iterdir())
    assert journal(data, *options) == 1
    assert words in capsys.readouterr().err
    assert sorted(data.iterdir()) == before


def test_a_folder_without_a_journal_is_named_and_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert journal(tmp_path / "nothing", "list") == 1
    assert "Name the folder of the saved games with --data" in capsys.readouterr().err
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize("command", [("list",), ("show", "1"), ("export", "1"), ("verify",), ("fairness",)])
def test_an_answer_for_which_there_is_no_room_is_reported(command: tuple[str, ...], data: Path) -> None:
    words = shlex.join([sys.executable, "-m", "companion.cli", "journal", *command, "--data", str(data)])
    done = subprocess.run(f"{words} >/dev/full", shell=True, capture_output=True, text=True, timeout=20, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "companion journal: the answer cannot be written (No space left on device):"
        " free some space on the disk or send it elsewhere\n",
    )


def test_a_clock_that_was_set_to_any_year_and_a_changed_old_time_are_shown(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite3.connect(data / "journal.db")
    with db:
        # As an older companion wrote it: the digests guarded no times.
        last = ""
        for seq, kind, fields in db.execute("SELECT seq, kind, data FROM events ORDER BY seq").fetchall():
            last = old_chain_digest(last, kind, fields)
            db.execute("UPDATE events SET time = ?, digest = ? WHERE seq = ?", ((-1) ** seq * 9e99, last, seq))
    db.close()
    (data / "journal.db-end").unlink()
    for command in (["list"], ["show", "1"], ["export", "1"], ["export", "1", "--format", "mat"]):
        assert journal(data, *command) == 0
        assert capsys.readouterr().out
    assert journal(data, "verify") == 0
    said = capsys.readouterr().out
    assert "journal.db-end is missing, so nobody can tell if entries are missing at the end." in said


def test_a_lost_end_and_a_damaged_end_mark_are_reported(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / "journal.db-end").write_bytes(b"000000000099 made up")
    assert journal(data, "verify") == 1
    assert "journal.db-end is damaged" in capsys.readouterr().out
    Journal(data / "journal.db").close()
    assert journal(data, "verify") == 0
    assert "all are unchanged" in capsys.readouterr().out
    db = sqlite3.connect(data / "journal.db")
    with db:
        db.execute("DELETE FROM events WHERE seq = 4")
    db.close()
    assert journal(data, "verify") == 1
    said = capsys.readouterr()
    assert "the journal is damaged (the last entry is missing). 3 entries before the damage can be read" in said.err
    assert "all are unchanged" not in said.out
