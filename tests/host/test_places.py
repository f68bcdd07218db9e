"""Where files for people can be written: sticks as Linux lists them, and the documents of a person."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.host.places import Place, find_documents, list_sticks

LINE = "{number} 22 8:{number} / {folder} rw,nosuid shared:1 - {kind} /dev/sd{number} rw\n"


def write_mounts(file: Path, *folders: Path) -> Path:
    lines = (
        LINE.format(number=number, folder=str(folder).replace(" ", "\\040"), kind="vfat")
        for number, folder in enumerate(folders, start=30)
    )
    file.write_text("".join(lines))
    return file


def test_what_is_mounted_below_the_folders_for_sticks_is_a_stick(tmp_path: Path) -> None:
    media, other = tmp_path / "media", tmp_path / "srv"
    stick = media / "anna" / "MY STICK"
    stick.mkdir(parents=True)
    other.mkdir()
    mounts = write_mounts(tmp_path / "mountinfo", Path("/"), other, stick, media / "anna" / "gone")
    (found,) = list_sticks(mounts, (media,))
    assert found == Place(stick, stick.stat().st_dev)
    assert found.is_stick
    assert found.is_reachable()


def test_a_service_that_sees_a_mount_twice_and_the_folder_above_it_has_one_stick(tmp_path: Path) -> None:
    # As a service with ReadWritePaths=/run/media sees it that starts after a stick was plugged in.
    media = tmp_path / "run" / "media"
    stick = media / "system" / "KINGSTON"
    stick.mkdir(parents=True)
    mounts = write_mounts(tmp_path / "mountinfo", media, stick, stick)
    assert list(list_sticks(mounts, (media,))) == [Place(stick, stick.stat().st_dev)]


def test_a_folder_that_a_stick_has_left_is_no_stick(tmp_path: Path) -> None:
    assert not Place(tmp_path, tmp_path.stat().st_dev + 1).is_reachable()
    assert not Place(tmp_path / "gone", 7).is_reachable()
    assert Place(tmp_path / "gone").is_reachable(), "a folder of the computer is made when it is needed"


def test_a_computer_that_lists_no_mounts_has_no_sticks(tmp_path: Path) -> None:
    assert list(list_sticks(tmp_path / "nothing")) == []
    assert all(place.is_reachable() for place in list_sticks())


@pytest.mark.parametrize(
    ("line", "made", "expected"),
    [
        ('XDG_DOCUMENTS_DIR="$HOME/Dokumente"\n', "Dokumente", "Dokumente"),
        ('XDG_DOCUMENTS_DIR="$HOME/Dokumente"\n', None, "."),
        ('XDG_DESKTOP_DIR="$HOME/Desktop"\n', "Desktop", "."),
        (None, "Documents", "."),
    ],
)
def test_documents_are_where_the_desktop_says(
    tmp_path: Path, line: str | None, made: str | None, expected: str
) -> None:
    (tmp_path / ".config").mkdir()
    if line is not None:
        (tmp_path / ".config" / "user-dirs.dirs").write_text(line)
    if made is not None:
        (tmp_path / made).mkdir()
    assert find_documents(tmp_path, {}) == Path(os.path.normpath(tmp_path / expected))
