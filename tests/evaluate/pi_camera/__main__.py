"""The adapter of the Raspberry Pi's camera with the real picamera2 and libcamera, on libcamera's virtual pipeline.

    sudo python -m tests.evaluate.pi_camera [--tries 2000] [--root DIR]

It makes a root of Debian trixie, on which Raspberry Pi OS is built, and runs `inside.py` there: opening, closing, a
wrong format, a camera in use, no camera, no memory, each many times. It needs root, debootstrap, a network and 700 MB,
and takes about ten minutes; the root is kept and used again.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.evaluate import debian

HERE = Path(__file__).parent
PROJECT = HERE.parents[2]
PACKAGES = (
    *("python3-libcamera", "python3-numpy", "python3-pil", "python3-piexif", "python3-jsonschema", "python3-tqdm"),
    *("python3-libarchive-c", "python3-prctl", "python3-av", "libgl1", "libglib2.0-0t64"),
)
WHEELS = ("opencv-python-headless<5", "simplejpeg", "videodev2")


def make_root(root: Path) -> None:
    """Makes the root, with the packages that picamera2 and vision need."""
    if not (root / "usr/bin/python3").exists():
        debian.make_root(root, PACKAGES)
    wheels = root / "opt/wheels"
    if not wheels.exists():
        debian.install_wheels(wheels, WHEELS)
    spec = importlib.util.find_spec("picamera2")
    assert spec is not None, "picamera2 is not installed: pip install --no-deps picamera2"
    assert spec.origin is not None
    shutil.copytree(Path(spec.origin).parent, wheels / "picamera2", dirs_exist_ok=True)
    shutil.rmtree(root / "opt/companion", ignore_errors=True)
    shutil.copytree(PROJECT / "vision", root / "opt/companion/vision")
    shutil.copy(HERE / "inside.py", root / "opt/companion")
    settings = root / "usr/share/libcamera/pipeline/virtual"
    settings.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "virtual.yaml", settings)


def run_inside(root: Path, tries: int) -> int:
    """Runs the evaluation in the root; the mounts that it needs end with it. Returns its exit status."""
    command = (
        'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && '
        f'exec chroot "$0" python3 /opt/companion/inside.py --tries {tries}'
    )
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": "/opt/companion:/opt/wheels",
        "LIBCAMERA_LOG_LEVELS": "*:FATAL",
    }
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", command, str(root)], env=environment, check=False
    ).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=2000, help="how often each failure is met")
    parser.add_argument(
        "--root", type=Path, default=PROJECT / "build/pi-camera-root", help="where the root is, or goes"
    )
    args = parser.parse_args()
    make_root(args.root)
    return run_inside(args.root, args.tries)


if __name__ == "__main__":
    sys.exit(main())
