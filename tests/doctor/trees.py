"""The files of a Raspberry Pi 5, a Raspberry Pi 4 and a PC that `companion doctor` reads, with commands that answer.

Devices are ordinary files here. They belong to the group that every device of a Pi has for this purpose, `DEVICES`, and
only members of a group may use them. Commands are scripts of the shell.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from companion.doctor.machine import Machine, User

DEVICES = os.getgid()
"""The group of the devices. Files that a test makes belong to it."""

MEMBER = User("companion", 54321, frozenset({DEVICES}), Path("/var/lib/companion"))
"""A user who may use the devices."""

STRANGER = User("companion", 54321, frozenset({54321}), Path("/var/lib/companion"))
"""A user who is not in the group of the devices."""

IMX708 = """\
Available cameras
-----------------
0 : imx708 [4608x2592 10-bit RGGB] (/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a)
    Modes: 'SRGGB10_CSI2P' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]
                             2304x1296 [56.03 fps - (0, 0)/4608x2592 crop]
                             4608x2592 [14.35 fps - (0, 0)/4608x2592 crop]
"""

IMX219 = """\
Available cameras
-----------------
0 : imx219 [3280x2464 10-bit RGGB] (/base/soc/i2c0mux/i2c@1/imx219@10)
    Modes: 'SRGGB10_CSI2P' : 640x480 [206.65 fps - (1000, 752)/1280x960 crop]
                             1640x1232 [41.85 fps - (0, 0)/3280x2464 crop]
                             1920x1080 [47.57 fps - (680, 692)/1920x1080 crop]
                             3280x2464 [21.19 fps - (0, 0)/3280x2464 crop]
           'SRGGB8' : 1640x1232 [83.70 fps - (0, 0)/3280x2464 crop]
"""

TOUCH_2 = """\
I: Bus=0018 Vendor=0416 Product=38f8 Version=0000
N: Name="11-005d Goodix Capacitive TouchScreen"
P: Phys=input/ts
S: Sysfs=/devices/platform/axi/1000120000.pcie/1f00080000.i2c/i2c-11/11-005d/input/input3
U: Uniq=
H: Handlers=mouse0 event3
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=265800000000003
"""

POWER_BUTTON = """\
I: Bus=0019 Vendor=0001 Product=0001 Version=0100
N: Name="pwr_button"
P: Phys=gpio-keys/input0
H: Handlers=kbd event0
B: PROP=0
B: EV=3
B: KEY=10000000000000 0
"""

MOUSE = """\
I: Bus=0003 Vendor=046d Product=c077 Version=0111
N: Name="Logitech USB Optical Mouse"
H: Handlers=mouse1 event5
B: PROP=0
B: EV=17
B: KEY=ff0000 0 0 0 0
B: REL=903
"""

PYTHON = r"""
case "$4" in
  "") echo '{"about": "SDL 2.32.4, of /usr/lib/python3/dist-packages/pygame/base.so",' \
           '"drivers": ["x11", "wayland", "kmsdrm", "offscreen", "dummy", "evdev"]}' ;;
  serial) echo '{"file": "/usr/lib/python3/dist-packages/serial/__init__.py", "version": "3.5", "lacks": []}' ;;
  libcamera) echo '{"file": "/usr/lib/python3/dist-packages/libcamera/__init__.py", "version": "", "lacks": []}' ;;
  *) echo "{\"file\": \"/usr/lib/python3/dist-packages/$4/__init__.py\", \"version\": \"1.0\", \"lacks\": []}" ;;
esac
"""
"""A Python in which every library comes from the system."""

SERVICE = "LoadState=loaded\nUnitFileState=enabled\nActiveState=active\nNRestarts=0\nResult=success"

PI_5 = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "proc/sys/kernel/osrelease": "6.12.25+rpt-rpi-2712\n",
    "proc/bus/input/devices": f"{POWER_BUTTON}\n{TOUCH_2}\n",
    "proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n",
    "proc/self/mounts": (
        "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\nproc /proc proc rw,relatime 0 0\n"
        "/dev/mmcblk0p1 /boot/firmware vfat rw,relatime 0 0\n"
    ),
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nVERSION_ID="13"\n',
    "etc/passwd": (
        "root:x:0:0:root:/root:/bin/bash\npi:x:1000:1000:,,,:/home/pi:/bin/bash\n"
        "companion:x:995:994:Board companion:/var/lib/companion:/usr/sbin/nologin\n"
    ),
    "etc/group": f"root:x:0:\nvideo:x:44:pi,companion\ninput:x:{DEVICES}:pi,companion\ngpio:x:986:pi\n",
    "sys/class/drm/card0/dev": "226:0\n",
    "sys/class/drm/card1-DSI-2/status": "connected\n",
    "sys/class/drm/card1-DSI-2/modes": "720x1280\n",
    "sys/class/drm/card1-HDMI-A-1/status": "disconnected\n",
    "sys/class/drm/card1-HDMI-A-1/modes": "",
    "sys/class/backlight/11-0045/brightness": "255\n",
    "sys/class/video4linux/v4l-subdev0/name": "csi2\n",
    "sys/class/video4linux/v4l-subdev2/name": "imx708\n",
    "sys/class/video4linux/v4l-subdev3/name": "dw9807 10-000c\n",
    "sys/class/video4linux/video0/name": "rp1-cfe-csi2_ch0\n",
    "sys/class/gpio/gpiochip569/label": "pinctrl-rp1\n",
    "sys/class/gpio/gpiochip512/label": "gpio-brcmstb@107d508500\n",
    "sys/class/rtc/rtc0/name": "rpi_rtc\n",
    "sys/class/thermal/thermal_zone0/temp": "51200\n",
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "sys/class/hwmon/hwmon2/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon2/in0_lcrit_alarm": "0\n",
    "sys/devices/usb1/1-1/idVendor": "1a86\n",
    "sys/devices/usb1/1-1/idProduct": "7523\n",
    "sys/devices/usb1/1-1/1-1:1.0/ttyUSB0/name": "ttyUSB0\n",
    "sys/fs/ext4/mmcblk0p2/errors_count": "0\n",
    "sys/fs/ext4/mmcblk0p2/lifetime_write_kbytes": "48123456\n",
    "dev/dri/card0": "",
    "dev/dri/card1": "",
    "dev/input/event0": "",
    "dev/input/event3": "",
    "dev/gpiochip0": "",
    "dev/media0": "",
    "dev/dma_heap/linux,cma": "",
    "dev/ttyUSB0": "",
    "var/lib/companion/journal.db": "",
    "usr/bin/python3": PYTHON,
    "usr/bin/dpkg-query": 'test "$3" = python3-libcamera && printf 0.5.0+rpt20250429-1',
    "usr/bin/vcgencmd": 'test "$1" = get_throttled && echo throttled=0x0',
    "usr/bin/rpicam-hello": f"cat <<'END'\n{IMX708}\nEND",
    "usr/bin/timedatectl": "printf 'NTP=yes\\nNTPSynchronized=yes\\n'",
    "usr/bin/systemctl": f"cat <<'END'\n{SERVICE}\nEND",
}
"""A Pi 5 with its camera 3, the touch display 2, a die box, and the service."""

PI_4 = PI_5 | {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "proc/sys/kernel/osrelease": "6.12.25+rpt-rpi-v8\n",
    "sys/class/video4linux/v4l-subdev2/name": "imx219 10-0010\n",
    "sys/class/video4linux/v4l-subdev3/name": "unicam-embedded\n",
    "sys/class/gpio/gpiochip569/label": "pinctrl-bcm2711\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/block/mmcblk0/device/life_time": "0x02 0x01\n",
    "usr/bin/rpicam-hello": f"cat <<'END'\n{IMX219}\nEND",
}
"""A Pi 4 with a camera 2 and a memory chip that tells its wear. It has no clock with a battery."""
for absent in ("sys/class/rtc/rtc0/name", "usr/bin/vcgencmd"):
    del PI_4[absent]

PC = {
    "proc/sys/kernel/osrelease": "6.8.0-60-generic\n",
    "proc/bus/input/devices": f"{MOUSE}\n",
    "proc/asound/cards": " 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      HDA Intel PCH\n",
    "proc/self/mounts": "/dev/nvme0n1p2 / ext4 rw,relatime 0 0\n",
    "etc/os-release": 'PRETTY_NAME="Ubuntu 24.04.2 LTS"\nVERSION_ID="24.04"\n',
    "etc/passwd": "ada:x:1000:1000:Ada:/home/ada:/bin/bash\n",
    "sys/class/drm/card0-eDP-1/status": "connected\n",
    "sys/class/drm/card0-eDP-1/modes": "1920x1080\n",
    "sys/class/rtc/rtc0/name": "rtc_cmos\n",
    "sys/class/thermal/thermal_zone0/temp": "43000\n",
    "sys/devices/usb2/2-4/idVendor": "046d\n",
    "sys/devices/usb2/2-4/2-4:1.0/video4linux/video0/name": "HD Pro Webcam C920\n",
    "sys/devices/usb2/2-4/2-4:1.0/video4linux/video0/index": "0\n",
    "sys/devices/usb2/2-4/2-4:1.0/video4linux/video1/name": "HD Pro Webcam C920\n",
    "sys/devices/usb2/2-4/2-4:1.0/video4linux/video1/index": "1\n",
    "sys/fs/ext4/nvme0n1p2/errors_count": "0\n",
    "dev/dri/card0": "",
    "dev/video0": "",
    "dev/video1": "",
    "home/ada/.profile": "",
    "usr/bin/python3": PYTHON,
}
"""A PC with a desktop and a webcam."""

LINKS = {
    "sys/class/tty/ttyUSB0/device": "../../../devices/usb1/1-1/1-1:1.0/ttyUSB0",
    "sys/class/video4linux/video0": "../../devices/usb2/2-4/2-4:1.0/video4linux/video0",
    "sys/class/video4linux/video1": "../../devices/usb2/2-4/2-4:1.0/video4linux/video1",
}
"""The links in these trees, and where they lead."""


def grow(folder: Path, files: Mapping[str, str | None], user: User = MEMBER, **environment: str) -> Machine:
    """Writes the files of a computer into a folder. Those that are None are left out."""
    for name, text in files.items():
        if text is None:
            continue
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.startswith("usr/bin/"):
            path.write_text(f"#!/bin/sh\n{text}\n")
            path.chmod(0o755)
        else:
            path.write_text(text)
            path.chmod(0o660 if name.startswith(("dev/", "sys/class/backlight")) else 0o664)
    for name, target in LINKS.items():
        path = folder / name
        if Path(os.path.normpath(path.parent / target)).exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)
    home = folder / str(user.home).lstrip("/")
    home.mkdir(parents=True, exist_ok=True)
    home.chmod(0o770)
    return Machine(folder, user, environment, "/usr/bin/python3")
