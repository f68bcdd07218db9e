"""The recipe of docs/install.md for a fresh card: cloud-init installs the companion at the first start."""

from __future__ import annotations

from collections.abc import Sequence

from tests.evaluate.virtual_machine.machine import MachineError
from tests.evaluate.virtual_machine.page import read_blocks
from tests.evaluate.virtual_machine.trial import IS_ACTIVE, READY_S, Step, Trial

CARD = "/boot/firmware"
"""Where the card's first partition is."""

FROM_IMAGER = "#cloud-config\nhostname: companion-test\nmanage_etc_hosts: false\n"
"""What Raspberry Pi Imager has written into `user-data` before."""

FIRST_START_S = 1800


def card(trial: Trial) -> str:
    run = trial.machine.run
    (recipe,) = (block for block in read_blocks() if block.kind == "recipe")
    lines = "\n".join(recipe.lines)
    run(f"mkdir -p {CARD}; cat > {CARD}/user-data <<'END'\n{FROM_IMAGER}{lines}\nEND")
    run(f"printf 'dsmode: local\\ninstance_id: rpios-image\\n' > {CARD}/meta-data")
    # As `git archive` packs it on the other computer: /mnt/project is what it has packed.
    run(f"tar -czf {CARD}/companion.tar.gz -C /mnt --transform 's/^project/companion/' project")
    said = run(f"cloud-init schema --config-file {CARD}/user-data")
    if "Valid schema" not in said:
        raise MachineError(said)
    return said.splitlines()[-1]


def first_start(trial: Trial) -> str:
    run = trial.machine.run
    before = trial.machine.name_start()
    # Only now is it a fresh card: the next start is the first one that cloud-init sees.
    run("rm /etc/cloud/cloud-init.disabled; (sleep 1; systemctl reboot) >/dev/null 2>&1 &")
    first = trial.machine.wait_for_restart(before, READY_S)
    during = trial.machine.name_start()
    second = trial.machine.wait_for_restart(during, FIRST_START_S)
    ready = trial.machine.wait_until(IS_ACTIVE, READY_S)
    trial.take_picture("ready")
    log = run("cat /var/log/cloud-init-output.log")
    (trial.pictures / "cloud-init-output.txt").write_text(log + "\n", encoding="utf-8")
    return f"started after {first:.0f} s, installed and restarted after {second:.0f} s, ready {ready:.0f} s later"


STEPS: Sequence[Step] = (card, first_start)
