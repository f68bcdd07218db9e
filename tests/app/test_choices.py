"""What people choose in the settings on the screen counts at once, is kept, and overrules the settings file."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import time
from pathlib import Path

import pytest

from companion.app.choices import FILE, ChoicesError, add_choices, read_choices, write_choices
from companion.app.chosen_settings import ChosenSettings
from companion.app.side_pages.settings import SettingsSide
from companion.app.wishes import make_wishes
from companion.config import Config
from companion.language import get_language, use_language
from companion.presentation.settings_page import make_settings_page
from companion.screen.page import Wishes
from companion.values.side_commands import ChangeSetting, OpenSettings


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use_language("en")


def test_a_choice_counts_at_once_and_next_time(tmp_path: Path) -> None:
    settings = ChosenSettings(Config(data_dir=tmp_path, sound_effects="on"))
    assert settings.change({**settings.values, "sound_effects": "off"}) == ""
    assert settings.config.sound_effects == "off"
    assert add_choices(Config(sound_effects="on"), read_choices(tmp_path)).sound_effects == "off"


def test_only_what_was_chosen_overrules_the_settings_file(tmp_path: Path) -> None:
    settings = ChosenSettings(Config(data_dir=tmp_path))
    settings.change({**settings.values, "display_hand": "left"})
    settings.change({**settings.values, "display_text": "large"})
    kept = read_choices(tmp_path)
    assert kept["display_hand"] == "left"
    assert kept["display_text"] == "large"
    assert "sound_effects" not in kept


def test_without_a_file_nothing_was_chosen(tmp_path: Path) -> None:
    assert read_choices(tmp_path / "nowhere") == {}


@pytest.mark.parametrize("text", ["[display]\ntext = 7\n", "[what]\n", "theme = ", "\xff"])
def test_a_spoilt_file_is_named_and_replaced_by_the_next_choice(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_bytes(text.encode("latin-1"))
    with pytest.raises(ChoicesError, match=FILE):
        read_choices(tmp_path)
    settings = ChosenSettings(Config(data_dir=tmp_path))
    assert settings.change({**settings.values, "display_hand": "left"}) == ""
    assert read_choices(tmp_path)["display_hand"] == "left"


def test_a_folder_that_cannot_be_written_is_told_and_the_choice_still_counts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    settings = ChosenSettings(Config(data_dir=tmp_path / "file"))
    told = settings.change({**settings.values, "display_hand": "left"})
    assert "cannot be saved" in told
    assert settings.config.display_hand == "left"


def test_a_full_disk_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_choices(tmp_path, {"display_hand": "left"})

    def full(*_args: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.app.choices.replace_file", full)
    with pytest.raises(ChoicesError, match="No space left"):
        write_choices(tmp_path, {"display_hand": "right"})
    assert read_choices(tmp_path)["display_hand"] == "left"
    assert stat.S_ISREG((tmp_path / FILE).stat().st_mode)


def test_people_who_want_no_motion_and_the_buttons_on_the_left_get_them() -> None:
    assert make_wishes(Config()) == Wishes()
    wanted = make_wishes(replace(Config(), display_motion="off", display_hand="left", display_text="largest"))
    assert wanted == Wishes(1.45, left_handed=True, motion=False)


def test_the_language_in_use_is_the_one_that_was_chosen(tmp_path: Path) -> None:
    settings = ChosenSettings(Config(data_dir=tmp_path))
    settings.change({**settings.values, "display_language": "en"})
    assert get_language() == "en"
    assert not settings.has_no_language


def tap(settings: ChosenSettings, name: str, times: int = 1) -> str:
    """Taps a setting some times. Returns what people then read on it."""
    side = SettingsSide(settings)
    side.perform(OpenSettings())
    for _ in range(times):
        side.perform(ChangeSetting(name))
    page = side.page()
    assert page is not None
    assert not page.trouble
    return next(entry.text for entry in page.entries if entry.command == ChangeSetting(name))


def test_people_choose_the_volume_and_the_hours_in_which_nothing_is_heard(tmp_path: Path) -> None:
    settings = ChosenSettings(Config(data_dir=tmp_path))
    assert tap(settings, "sound_volume") == "Volume: 20 %"
    assert tap(settings, "sound_quiet_from", 4) == "Quiet from: 21:00"
    assert tap(settings, "sound_quiet_to", 2) == "Quiet until: 09:00"
    again = add_choices(Config(), read_choices(tmp_path))
    assert (again.sound_volume, again.sound_quiet_from, again.sound_quiet_to) == (20, time(21), time(9))
    assert settings.get_volume() == 0.2


def test_a_time_that_only_the_file_has_is_shown_and_never_overrules_it(tmp_path: Path) -> None:
    of_file = Config(data_dir=tmp_path, sound_quiet_from=time(21, 30), sound_volume=55)
    settings = ChosenSettings(of_file)
    assert tap(settings, "sound_quiet_from", 0) == "Quiet from: 21:30"
    assert tap(settings, "sound_quiet_from") == "Quiet from: 22:00"
    assert tap(settings, "sound_volume") == "Volume: 60 %"
    assert tap(settings, "sound_quiet_from", 2) == "Quiet from: never"
    assert add_choices(of_file, read_choices(tmp_path)).sound_quiet_from is None
    assert "sound_quiet_to" not in [
        entry.command.name
        for entry in make_settings_page(settings.values).entries
        if isinstance(entry.command, ChangeSetting)
    ], "without a night it has no end"
