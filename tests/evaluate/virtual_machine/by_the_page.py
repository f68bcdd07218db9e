"""docs/install.md followed to the letter, from the installation to the first game, an update and the removal.

Each block of code is typed as the page has it, by a user who may use sudo. The words to tap are read from the page.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping, Sequence

from tests.evaluate.virtual_machine import stick
from tests.evaluate.virtual_machine.image import USER
from tests.evaluate.virtual_machine.machine import MachineError
from tests.evaluate.virtual_machine.page import (
    ON_THE_PC,
    WITHOUT_NETWORK,
    Block,
    find_words_to_tap,
    read_blocks,
)
from tests.evaluate.virtual_machine.panel import Menus
from tests.evaluate.virtual_machine.trial import IS_ACTIVE, MOVES, READY_S, Step, Trial

FILE = "/etc/companion/companion.toml"
LONG_S = 900

SET = """
import re, sys
section, key, value, name = sys.argv[1:]
lines = open(name, encoding="utf-8").read().split("\\n")
begin = next(i for i, line in enumerate(lines) if line.startswith(f"[{section}]"))
end = next((i for i in range(begin + 1, len(lines)) if lines[i].startswith("[")), len(lines))
(place,) = [i for i in range(begin, end) if re.match(f"#?{key} = ", lines[i])]
lines[place] = f"{key} = {value}"
open(name, "w", encoding="utf-8").write("\\n".join(lines))
"""
"""Changes one line of a settings file, as people do it in an editor: the line of this key, also behind a #."""


def type_in(trial: Trial, lines: Sequence[str], seconds: float = LONG_S) -> str:
    """What a user sees who types these lines after logging in. Raises MachineError if one of them fails."""
    script = "\n".join(("set -e", *lines))
    return trial.machine.run(f"runuser -l {USER} -c {shlex.quote(script)}", seconds)


def follow(trial: Trial, block: Block) -> str:
    """Does what a block of the page says."""
    match block.kind:
        case "settings":
            return change_settings(trial, block.lines)
        case "recipe":
            return ""  # the scenario `recipe` tries it
        case "commands":
            lines = [line for line in block.lines if line not in ON_THE_PC | WITHOUT_NETWORK]
            return "\n".join(SPECIAL.get(line, type_in_one)(trial, line) for line in _join(lines))


def _join(lines: Sequence[str]) -> list[str]:
    """Commands of one block are typed in one shell, so that `cd` counts for those after it."""
    if lines and lines[0].startswith("cd "):
        return [f"{lines[0]} && {line}" for line in lines[1:]]
    return list(lines)


def type_in_one(trial: Trial, line: str) -> str:
    """Types one line."""
    return type_in(trial, [line])


def change_settings(trial: Trial, lines: Sequence[str]) -> str:
    """Changes the settings file in an editor, as far as a program can."""
    section = ""
    for line in lines:
        if line.startswith("["):
            section = line.strip("[]")
        else:
            key, value = line.split(" = ", 1)
            words = shlex.join(["python3", "-c", SET, section, key, value, FILE])
            trial.machine.run(words)
    return ""


def restart_machine(trial: Trial, line: str) -> str:
    """The machine starts again, and the companion by itself."""
    before = trial.machine.name_start()
    # Its shell is gone before it could answer.
    typed = shlex.quote(f"sleep 1; {line}")
    trial.machine.run(f"setsid runuser -l {USER} -c {typed} >/dev/null 2>&1 &")
    taken = trial.machine.wait_for_restart(before, READY_S)
    trial.machine.run("mountpoint -q /mnt || mount /mnt")
    ready = trial.machine.wait_until(IS_ACTIVE, READY_S)
    return f"up after {taken:.0f} s, ready after {taken + ready:.0f} s"


def ask_doctor(trial: Trial, line: str) -> str:
    """The doctor may find something to fix: this machine has no sound."""
    said = type_in(trial, [f"{line} || test $? = 1"])
    (trial.pictures / "doctor.txt").write_text(said + "\n", encoding="utf-8")
    if "panel" not in said.lower() and "screen" not in said.lower():
        raise MachineError(f"the doctor does not tell about the screen:\n{said}")
    return said


def restart(trial: Trial, line: str) -> str:
    """The service starts again. `systemctl restart` returns when it is ready."""
    return type_in(trial, [line], READY_S)


def update(trial: Trial, line: str) -> str:
    """A wheel of this project with the version that the page names is made before."""
    trial.machine.run(
        "rm -rf /tmp/new && cp -r /mnt/project /tmp/new && cd /tmp/new && "
        "sed -i 's/^version = .*/version = \"1.1\"/' pyproject.toml && "
        f"/opt/companion/current/bin/pip wheel -q --no-deps --no-build-isolation . -w /home/{USER}",
        LONG_S,
    )
    return type_in(trial, [line])


SPECIAL: Mapping[str, Callable[[Trial, str], str]] = {
    "sudo reboot": restart_machine,
    "sudo companion doctor": ask_doctor,
    "sudo systemctl restart companion": restart,
    "sudo systemctl start companion": restart,
    "sudo companion update board_companion-1.1-py3-none-any.whl": update,
}
"""Commands that need more than being typed."""


def find(section: str) -> list[Block]:
    """The blocks below a heading of the page."""
    return [block for block in read_blocks() if block.section == section]


def follow_section(trial: Trial, section: str) -> list[str]:
    """Follows all blocks below a heading, and returns what was seen."""
    return [follow(trial, block) for block in find(section)]


def five_steps(trial: Trial) -> str:
    trial.machine.run(f"cp -r /mnt/project /home/{USER}/companion && chown -R {USER}: /home/{USER}/companion")
    copied, installed, restarted, *usb_camera = find("In five steps")
    follow(trial, copied)
    follow(trial, installed)
    begun = follow(trial, restarted)
    trial.take_picture("ready")
    trial.plug_in()
    told = [follow(trial, block) for block in usb_camera][-1]
    if "/dev/video0" not in told:
        raise MachineError(f"the doctor does not tell about the camera:\n{told}")
    return f"{begun}; the doctor gave {len(told.splitlines())} lines"


def first_game(trial: Trial) -> str:
    *words, done, _menu, _copy, _text = find_words_to_tap()
    menus = Menus()
    time.sleep(5)
    before = trial.take_picture("0-language")
    for number, word in enumerate(words, 1):
        trial.tap(menus.tap(word))
        trial.wait_for_other_picture(f"{number}-{word}", before, 120)
        time.sleep(5)
        before = trial.take_picture(f"{number}-{word}")
    trial.wait_for_screen("start", ("setup", "moved"), 180)
    trial.machine.run(f"test-camera /mnt/pictures/{trial.table.moved}")
    seen = trial.wait_for_screen("moved", ("start", "setup"), 180)
    trial.tap(trial.table.screens["moved"].find(done))
    taken = trial.machine.wait_until(f"{MOVES} | grep -q b2", 120)
    trial.take_picture("played")
    return f"{' – '.join(words)} – {done}: the move was seen after {seen:.0f} s and saved after {taken:.0f} s"


def copies(trial: Trial) -> str:
    *_words, menu, copy, text = find_words_to_tap()
    return stick.save_copies(trial, menu, copy, text)


def copy_again(trial: Trial) -> str:
    *_words, menu, copy, text = find_words_to_tap()
    return stick.save_after_restart(trial, menu, copy, text)


def the_service(trial: Trial) -> str:
    told = follow_section(trial, "The service")
    if "mindfield" not in told[-1].lower():
        raise MachineError(f"the list of saved games does not have the game:\n{told[-1]}")
    return f"{sum(len(block.lines) for block in find('The service'))} commands; the game is in the list"


def speech(trial: Trial) -> str:
    follow_section(trial, "Sounds and speech")
    return type_in(trial, ["companion config check"]).splitlines()[-1]


def updates(trial: Trial) -> str:
    versions = "readlink /opt/companion/current"
    first = trial.machine.run(versions)
    seen: list[str] = []
    for block in find("Update it"):
        for line in block.lines:
            if line not in WITHOUT_NETWORK:
                SPECIAL.get(line, type_in_one)(trial, line)
                seen.append(trial.machine.run(versions))
    if not seen[0].startswith("1.1-") or seen[-1] != first:
        raise MachineError(f"in use were {first}, then {', '.join(seen)}")
    return f"{first}, then {seen[0]}, then {seen[-1]}"


def removal(trial: Trial) -> str:
    for block in find("Remove it"):
        for line in block.lines:
            type_in(trial, ["cd companion", line])
    left = trial.machine.run(
        "ls -d /etc/companion /var/lib/companion; ls -d /opt/companion /usr/local/bin/companion || true"
    )
    if "cannot access '/opt/companion'" not in left or "cannot access '/var" in left:
        raise MachineError(left)
    return "leaves settings and saved games"


STEPS: Sequence[Step] = (five_steps, first_game, copies, the_service, copy_again, speech, updates, removal)
