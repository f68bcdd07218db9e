"""Writing whole files: through links, onto what is no file, and archives that do not depend on the clock."""

from __future__ import annotations

import io
import os
import stat
import time
import zipfile
from pathlib import Path

import pytest

from companion.files import make_zip, replace_file


@pytest.mark.parametrize("there", [True, False])
def test_a_link_is_followed_and_stays(there: bool, tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    file, link = tmp_path / "far" / "file", tmp_path / "link"
    link.symlink_to(Path("far") / "file")
    if there:
        file.write_bytes(b"before")
    replace_file(link, b"after")
    assert link.is_symlink()
    assert not file.is_symlink()
    assert file.read_bytes() == b"after"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["far", "file", "link"]


@pytest.mark.parametrize("linked", [True, False])
def test_a_pipe_or_a_folder_is_refused_and_left_as_it_is(linked: bool, tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for thing in (pipe, folder):
        target = tmp_path / f"to-{thing.name}" if linked else thing
        if linked:
            target.symlink_to(thing)
        before = thing.stat()
        with pytest.raises(OSError, match="a folder, a pipe or a device"):
            replace_file(target, b"content")
        assert thing.stat() == before
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert not list(folder.iterdir())


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(OSError, match="symbolic links"):
        replace_file(link, b"content")
    assert link.is_symlink()


@pytest.mark.parametrize("now", [0.0, 5e9])
def test_a_clock_that_zip_does_not_know_matters_not(now: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: now)
    files: dict[str, str | bytes] = {"words.txt": "words " * 99, "frames/0.jpg": b"picture " * 99}
    with zipfile.ZipFile(io.BytesIO(make_zip(files))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "words.txt": b"words " * 99,
            "frames/0.jpg": b"picture " * 99,
        }
        words, picture = archive.infolist()
        assert words.compress_size < words.file_size
        assert picture.compress_size == picture.file_size


def test_a_private_file_is_for_its_owner_alone_and_follows_no_link(tmp_path: Path) -> None:
    far, link = tmp_path / "far", tmp_path / "link"
    far.write_bytes(b"of somebody else")
    link.symlink_to(far)
    replace_file(link, b"a picture of a room", private=True)
    assert far.read_bytes() == b"of somebody else"
    assert not link.is_symlink()
    assert link.read_bytes() == b"a picture of a room"
    assert stat.S_IMODE(link.stat().st_mode) == 0o600


def test_other_files_have_the_rights_that_the_system_gives(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "file", b"content")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
