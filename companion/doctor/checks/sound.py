"""Checks sound and speech: is there a sound card, who may use it, and can espeak-ng speak? A game works without
them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from companion.config import Config, Settings
from companion.devices.voice import PROGRAM
from companion.doctor.finding import Check, Finding, shell, try_again
from companion.doctor.machine import Machine
from companion.doctor.users import advise_to_join
from companion.language import N_, _, get_language


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Looks at the sound cards that the kernel knows, and at the program that speaks. Plays nothing."""
    yield from _check_cards(machine, settings.config)
    yield from _check_speech(machine, settings.config)


def _check_cards(machine: Machine, config: Config) -> Iterator[Finding]:
    cards = re.findall(r"^ *\d+ \[.*?\]: .*? - (.+)$", machine.read("/proc/asound/cards") or "", re.MULTILINE)
    if not cards:
        yield Finding("absent", _("there is no sound card: everything that sounds can be read on the screen, too"))
        return
    for card in cards:
        yield Finding("good", card)
    outputs = machine.list("/dev/snd/pcmC*D*p")
    is_wanted = config.display_mode != "none" and "on" in (config.sound_effects, config.sound_speech)
    desktop = machine.environment.get("WAYLAND_DISPLAY") or machine.environment.get("DISPLAY")
    if not outputs or desktop or any(machine.may(output, os.R_OK | os.W_OK) for output in outputs):
        return
    text = _("the user {user} may not use the sound card").format(user=machine.user_name)
    if is_wanted:
        yield Finding("fix", text, advise_to_join(machine, "audio"))
    else:
        yield Finding("absent", _("{fault}, and nothing in the settings needs it").format(fault=text))


def _check_speech(machine: Machine, config: Config) -> Iterator[Finding]:
    is_wanted = config.sound_speech == "on"
    language = config.display_language or get_language()
    answer = machine.run(PROGRAM, "-q", "-v", language, "--", "1")
    if answer is not None and answer.status == 0:
        text = _("{program} can speak the language {language}; sound.speech is {setting}")
        yield Finding("good", text.format(program=PROGRAM, language=language, setting=config.sound_speech))
    elif not is_wanted:
        text = _("{program} is not installed or does not work; only spoken prompts need it (sound.speech)")
        yield Finding("absent", text.format(program=PROGRAM))
    elif answer is None:
        text = _("sound.speech is on, but {program} is not installed").format(program=PROGRAM)
        yield Finding("fix", text, shell(f"sudo apt install {PROGRAM}"))
    else:
        text = _("{program} cannot speak the language {language}: {reason}").format(
            program=PROGRAM, language=language, reason=answer.text or _("it does not answer")
        )
        reinstall = shell(f"sudo apt install --reinstall {PROGRAM} {PROGRAM}-data")
        yield Finding("fix", text, try_again() if answer.status is None and not answer.text else reinstall)


CHECK = Check(90, N_("sound"), check)
