"""Installs the companion into a whole Debian trixie in a folder, twice, and removes it again.

    sudo python -m tests.evaluate.installer [FOLDER]

The system is made with debootstrap and kept in the folder (default: build/installer). The packages for pip are fetched
before, because a system in a folder may not have this computer's certificates. Checks:

- a dry run changes nothing; the second run changes nothing; removing leaves the packages, settings and saved games;
- every library comes from where docs/install.md says, and SDL can draw on a bare panel;
- trixie's own systemd and udev read units and rules without complaint, and polkit may read its rule;
- the installed program runs as the companion's user;
- it can be updated with a wheel, refuses one that does not work, and goes back.

The exit status is 1 if one of them fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from companion.appliance.environment import PARTS
from companion.appliance.packages import PIP_MODULES, SYSTEM_MODULES
from tests.appliance.trees import ROOT, install
from tests.evaluate.debian import CommandError, fetch_wheels, make_root, run, run_inside

MOST_EXPOSED = 2.0

ORIGINS = """
import importlib
for name in {modules}:
    print(name, importlib.import_module(name).__file__)
"""

DRIVERS = "from companion.devices.sdl_drivers import list_video_drivers; print(*list_video_drivers())"

PACKAGES = ("python3", "systemd", "udev", "ca-certificates")
"""What the system has before the companion is installed."""

OTHERS = ("usr/share/", "usr/lib/python3", "var/lib/dpkg/", "proc/", "tmp/")
"""Folders with files of the system's packages and of the checks."""


class Failed(Exception):
    """A check failed; the message says how."""


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "installer")
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        sys.stdout.write("This needs root and debootstrap: sudo apt-get install debootstrap\n")
        return 2
    tree, wheels = make_system(folder), folder / "wheels"
    fetch_wheels(wheels)
    failed = 0
    for check in (check_dry_run, check_twice, check_origins, check_units, check_program, check_update, check_removal):
        try:
            told = check(tree, wheels)
        except (Failed, CommandError) as error:
            failed += 1
            told = f"FAILED: {error}"
        sys.stdout.write(f"{check.__name__.removeprefix('check_'):10} {told}\n")
        sys.stdout.flush()
    return 1 if failed else 0


def make_system(folder: Path) -> Path:
    """A fresh copy of a minimal trixie. The first one takes minutes."""
    made, tree = folder / "trixie", folder / "tree"
    if not (folder / "made").exists():
        shutil.rmtree(made, ignore_errors=True)
        folder.mkdir(parents=True, exist_ok=True)
        make_root(made, PACKAGES)
        (folder / "made").touch()
    if tree.exists():
        shutil.rmtree(tree)
    run("cp", "-a", str(made), str(tree))
    return tree


def check_dry_run(tree: Path, wheels: Path) -> str:
    before = list_tree(tree)
    told = install(tree, "--dry-run")
    expect(told.returncode == 0, told.stderr)
    expect(list_tree(tree) == before, "something was changed")
    return f"names {len(told.stdout.splitlines())} steps and changes nothing"


def check_twice(tree: Path, wheels: Path) -> str:
    first = install(tree, "--wheels", str(wheels))
    expect(first.returncode == 0, first.stderr)
    before = list_tree(tree)
    second = install(tree, "--wheels", str(wheels))
    expect(second.stdout.startswith("Nothing to do"), second.stdout + second.stderr)
    changed = sorted(before.items() ^ list_tree(tree).items())
    expect(not changed, f"changed by the second run: {changed[:5]}")
    return f"{len(first.stdout.splitlines())} steps, then none"


def check_origins(tree: Path, wheels: Path) -> str:
    modules = (*SYSTEM_MODULES, *PIP_MODULES)
    lines = run_inside(tree, "/opt/companion/current/bin/python", "-c", ORIGINS.format(modules=modules)).splitlines()
    places = dict(line.split(" ", 1) for line in lines if line.split(" ")[0] in modules)
    for name, place in places.items():
        own = place.startswith("/opt/companion/")
        expect(own == (name in PIP_MODULES), f"{name} is loaded from {place}")
    expect(places.keys() == set(modules), f"not loaded: {set(modules) - places.keys()}")
    drivers = run_inside(tree, "/opt/companion/current/bin/python", "-c", DRIVERS).splitlines()[-1]
    expect("kmsdrm" in drivers.split(), f"SDL knows only {drivers}")
    return f"{len(places)} libraries from where they should be; SDL knows {drivers}"


def check_units(tree: Path, wheels: Path) -> str:
    run_inside(tree, "systemd-analyze", "verify", "companion.service")
    run_inside(tree, "udevadm", "verify", "/etc/udev/rules.d/60-companion.rules")
    told = run_inside(
        tree, "systemd-analyze", "security", "--no-pager", "--offline=true", "/etc/systemd/system/companion.service"
    )
    exposed = re.search(r"exposure level for companion.service: ([\d.]+)", told)
    expect(exposed is not None and float(exposed[1]) <= MOST_EXPOSED, told[-300:])
    run_inside(tree, "setpriv", "--reuid=polkitd", "--regid=polkitd", "--clear-groups", *READ_POLKIT)
    return f"units, rules and polkit's rule are read; exposure {exposed[1] if exposed else '?'}"


READ_POLKIT = ("cat", "/etc/polkit-1/rules.d/50-companion.rules")


def check_program(tree: Path, wheels: Path) -> str:
    groups = run_inside(tree, "id", "-nG", "companion").split()
    wanted = {"audio", "dialout", "gpio", "input", "render", "video"}
    expect(wanted <= set(groups), f"the user is only in {groups}")
    user = ("setpriv", "--reuid=companion", "--regid=companion", "--init-groups", "--no-new-privs")
    told = run_inside(tree, *user, "sh", "-c", 'echo \'{"do":"games"}\' | /usr/local/bin/companion rules')
    expect('"ok": true' in told, told)
    checked = run_inside(tree, *user, "/usr/local/bin/companion", "config", "check")
    return f"runs as its user; {checked.strip().splitlines()[-1]}"


def check_update(tree: Path, wheels: Path) -> str:
    """Installs a wheel of these sources with another version, refuses one that does not work, and goes back."""
    first = str((tree / "opt/companion/current").readlink())
    source, built = tree / "tmp/source", tree / "tmp/built"
    for part in PARTS:
        run("cp", "-a", str(ROOT / part), f"{source}/" if source.exists() else make_folder(source))
    shutil.copytree(wheels, tree / "tmp/wheels", dirs_exist_ok=True)
    project = source / "pyproject.toml"
    project.write_text(re.sub(r'^version = ".*"', 'version = "99.0"', project.read_text(), flags=re.MULTILINE))
    build = ("/opt/companion/current/bin/pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "/tmp/source")
    run_inside(tree, *build, "-w", "/tmp/built")
    (wheel,) = built.glob("*.whl")
    update = ("/usr/local/bin/companion", "update", "--wheels", "/tmp/wheels")
    run_inside(tree, *update, f"/tmp/built/{wheel.name}")
    second = str((tree / "opt/companion/current").readlink())
    expect(second.startswith("99.0-"), f"in use is {second}")
    bad = built / "board_companion-100.0-py3-none-any.whl"
    with zipfile.ZipFile(bad, "w") as empty:
        empty.writestr("companion/nothing.txt", "")
    ended = subprocess.run(["chroot", str(tree), *update, f"/tmp/built/{bad.name}"], capture_output=True, check=False)
    expect(ended.returncode == 1, "a wheel without a program was installed")
    expect(str((tree / "opt/companion/current").readlink()) == second, "a version that does not work is in use")
    run_inside(tree, "/usr/local/bin/companion", "rollback")
    expect(str((tree / "opt/companion/current").readlink()) == first, "the version before is not in use")
    run_inside(tree, "/usr/local/bin/companion", "rules", "--help")
    return f"{first} to {second} and back; one that does not work is not used"


def make_folder(folder: Path) -> str:
    folder.mkdir(parents=True)
    return f"{folder}/"


def check_removal(tree: Path, wheels: Path) -> str:
    (tree / "var/lib/companion").mkdir(exist_ok=True)
    (tree / "var/lib/companion/journal.db").touch()
    told = install(tree, "--uninstall")
    expect(told.returncode == 0, told.stderr)
    left = sorted(name for name in list_tree(tree) if "companion" in name and not name.startswith(OTHERS))
    kept = ["etc/companion", "etc/companion/companion.toml", "var/lib/companion", "var/lib/companion/journal.db"]
    expect(left == kept, f"left: {left}")
    return "leaves settings and saved games alone"


def list_tree(tree: Path) -> dict[str, tuple[int, int, int]]:
    """Every file, folder and link: its rights, its size and when it was changed."""
    found = {}
    for path in tree.rglob("*"):
        status = path.lstat()
        found[str(path.relative_to(tree))] = (status.st_mode, status.st_size, status.st_mtime_ns)
    return found


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Failed(otherwise)


if __name__ == "__main__":
    sys.exit(main())
