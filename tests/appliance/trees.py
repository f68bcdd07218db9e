"""Trees of files that stand for a system, to install into."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]

TRIXIE = 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\nVERSION_ID="13"\n'

CONFIG_TXT = """# For more options see the documentation
dtparam=audio=on
camera_auto_detect=1
[cm5]
dtoverlay=dwc2,dr_mode=host
"""


def make_tree(root: Path, release: str = TRIXIE) -> Path:
    """A system with nothing but its name and the settings of the Pi's firmware."""
    for place, text in (("etc/os-release", release), ("boot/firmware/config.txt", CONFIG_TXT)):
        (root / place).parent.mkdir(parents=True)
        (root / place).write_text(text)
    return root


def install(root: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs `systemd/install` as people do."""
    return subprocess.run(
        [str(ROOT / "systemd" / "install"), "--root", str(root), *options],
        capture_output=True,
        text=True,
        check=False,
    )


def snapshot(root: Path) -> dict[str, str]:
    """Every file and link of a tree with what is in it, when it was changed, and its rights."""
    found = {}
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        if path.is_symlink():
            found[str(path.relative_to(root))] = f"-> {path.readlink()} {status.st_mtime_ns}"
        elif path.is_file():
            found[str(path.relative_to(root))] = f"{status.st_mode:o} {status.st_mtime_ns} {path.read_text()}"
    return found
