"""A virtual machine that runs: commands in it, pictures of its screen, and its end.

QEMU emulates the processor. Everything takes about ten times as long as on a real one, and longer on a busy computer.
So the machine gives the service four times as long as a Pi does (tools/etc/systemd/system/companion.service.d).
"""

from __future__ import annotations

import base64
import json
import re
import socket
import subprocess
import time
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.evaluate.virtual_machine.image import Image

PANEL = 800, 480
NAME_START = "cat /proc/sys/kernel/random/boot_id"
START_S = 300
"""A machine that has no shell after as many seconds will never have one."""


class MachineError(Exception):
    """A command failed in the machine, or what was waited for did not happen. The message says which, and shows it."""


class Machine:
    """One machine, from power on to power off. Its disk is forgotten at the end."""

    def __init__(self, image: Image, project: Path, folder: Path) -> None:
        """project: a disk that the machine mounts at /mnt; what is in its folder `tools` is copied to the root folder.

        folder: for sockets and the console's text.
        """
        self.console = folder / "console.log"
        self._shell, self._control = folder / "shell.sock", folder / "control.sock"
        panel = f"virtio-gpu-pci,xres={PANEL[0]},yres={PANEL[1]}"
        self._command = [
            # With several processors, or with AVX, QEMU's emulation crashes the kernel and Mesa now and then.
            *("qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=single", "-cpu", "Westmere", "-m", "1536"),
            *("-nodefaults", "-display", "none", "-device", panel, "-device", "qemu-xhci"),
            *("-kernel", str(image.kernel), "-initrd", str(image.initrd)),
            *("-append", "root=/dev/vda rw console=ttyS0 quiet mitigations=off random.trust_cpu=on"),
            *("-drive", f"file={image.disk},if=virtio,format=raw,snapshot=on"),
            *("-drive", f"file={project},if=virtio,format=raw,snapshot=on"),
            *("-serial", f"file:{self.console}"),
            *("-serial", f"unix:{self._shell},server,nowait"),
            *("-qmp", f"unix:{self._control},server,nowait"),
        ]

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(self._command)
        end = time.monotonic() + START_S
        while True:
            try:
                self.run("true", seconds=5)
                break
            except (MachineError, OSError):
                if time.monotonic() > end or self._process.poll() is not None:
                    self.__exit__(None, None, None)
                    raise MachineError(f"the machine does not start:\n{self.read_console()[-2000:]}") from None
                time.sleep(1)
        begin = (
            "systemctl is-system-running --wait; mount /dev/vdb /mnt && cp -r /mnt/tools/. / && systemctl daemon-reload"
        )
        self.run(begin, seconds=START_S)
        self.run("echo '/dev/vdb /mnt ext4 ro 0 0' >> /etc/fstab")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()

    def run(self, command: str, seconds: float = 180) -> str:
        """What a command of root prints. Raises MachineError if it fails or takes longer than these seconds."""
        mark = uuid.uuid4().hex
        with socket.socket(socket.AF_UNIX) as shell:
            shell.settimeout(seconds)
            shell.connect(str(self._shell))
            shell.sendall(f"{mark} {base64.b64encode(command.encode()).decode()}\n".encode())
            said = b""
            while (end := re.search(f"\n{mark} ([0-9]+)\n".encode(), said)) is None:
                try:
                    part = shell.recv(65536)
                except TimeoutError:
                    part = b""
                if not part:
                    raise MachineError(f"`{command}` does not end:\n{said.decode(errors='replace')[-2000:]}")
                said += part
        text = said[: end.start()].decode(errors="replace").strip()
        if int(end[1]):
            raise MachineError(f"`{command}` failed:\n{text[-3000:]}")
        return text

    def wait_until(self, command: str, seconds: float) -> float:
        """How many seconds it took until a command no longer failed. Raises MachineError with what it printed last."""
        begun = time.monotonic()
        while True:
            try:
                self.run(command)
            except MachineError:
                if time.monotonic() - begun > seconds:
                    raise
                time.sleep(1)
            else:
                return time.monotonic() - begun

    def wait_for_restart(self, before: str, seconds: float) -> float:
        """How long it took until the machine runs again. before: what `name_start` was."""
        begun = time.monotonic()
        while True:
            try:
                if self.run(NAME_START, seconds=5) != before:
                    return time.monotonic() - begun
            except (MachineError, OSError):
                pass  # it is starting
            if time.monotonic() - begun > seconds:
                raise MachineError(f"the machine does not start again:\n{self.read_console()[-2000:]}")
            time.sleep(1)

    def name_start(self) -> str:
        """What is different after each start of the machine."""
        return self.run(NAME_START)

    def plug_stick(self, file: Path, *, bytes_per_second: int | None = None) -> None:
        """Plugs in a USB stick with what is in a file. bytes_per_second: how slowly it writes; None for no limit."""
        node: dict[str, object] = {"driver": "raw", "file": {"driver": "file", "filename": str(file)}}
        if bytes_per_second is not None:
            limits = {"bps-write": bytes_per_second}
            self._ask("object-add", **{"qom-type": "throttle-group", "id": "slow", "limits": limits})
            node = {"driver": "throttle", "throttle-group": "slow", "file": node}
        self._ask("blockdev-add", **{**node, "node-name": "stick"})
        self._ask("device_add", driver="usb-storage", id="stick", drive="stick")

    def pull_stick(self) -> None:
        """Pulls the USB stick out, whatever it does."""
        self._ask("device_del", id="stick")
        end = time.monotonic() + 60
        while True:
            try:
                self._ask("blockdev-del", **{"node-name": "stick"})
                break
            except MachineError:  # QEMU still finishes what it was asked for
                if time.monotonic() > end:
                    raise
                time.sleep(0.5)
        if any(one["name"] == "slow" for one in self._ask("qom-list", path="/objects")):
            self._ask("object-del", id="slow")

    def wait_for_power_off(self, seconds: float) -> None:
        """Returns once the machine is off. Raises MachineError if it still runs after these seconds."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise MachineError(f"the machine still runs after {seconds} s:\n{self.read_console()[-2000:]}") from None

    def take_picture(self, file: Path) -> NDArray[np.uint8]:
        """What the panel shows, (height, width, 3) BGR. It is kept in this PNG file."""
        self._ask("screendump", filename=str(file), format="png")
        return np.asarray(cv2.imread(str(file)), np.uint8)

    def read_console(self) -> str:
        """What the kernel and systemd have told."""
        return self.console.read_text(encoding="utf-8", errors="replace") if self.console.exists() else ""

    def _ask(self, command: str, **arguments: object) -> Any:
        """The answer of QEMU itself. Raises MachineError if it refuses."""
        with socket.socket(socket.AF_UNIX) as control:
            control.settimeout(30)
            control.connect(str(self._control))
            lines = control.makefile("rw")
            lines.readline()
            for name, told in (("qmp_capabilities", {}), (command, arguments)):
                lines.write(json.dumps({"execute": name, "arguments": told}) + "\n")
                lines.flush()
                while not {"return", "error"} & (answer := json.loads(lines.readline())).keys():
                    pass  # an event
                if "error" in answer:
                    raise MachineError(f"QEMU refuses {name}: {answer['error']['desc']}")
        return answer["return"]
