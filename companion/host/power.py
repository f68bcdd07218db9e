"""Switches the computer off, through systemd-logind.

logind asks polkit whether this user may do so. systemd/companion-polkit.rules allows it to the companion's user. A user
at a desktop may do it anyway.
"""

from __future__ import annotations

import subprocess

from companion.language import _

REPLY_S = 10
"""How long to wait for logind's answer."""

CALL = (
    "busctl",
    "--system",
    f"--timeout={REPLY_S}",
    "call",
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
    "PowerOff",
    "b",
    "false",
)
"""The command that asks logind to switch off. `false` means that nobody is asked for a password."""


class PowerError(Exception):
    """The computer cannot be switched off. The message says why."""


def power_off() -> None:
    """Asks the system to stop all programs and switch off. Raises PowerError if it refuses."""
    try:
        ended = subprocess.run(CALL, capture_output=True, text=True, errors="replace", check=False, timeout=2 * REPLY_S)
    except FileNotFoundError as error:
        raise PowerError(
            _("The computer cannot be switched off: busctl is missing (sudo apt install systemd).")
        ) from error
    except subprocess.TimeoutExpired as error:
        raise PowerError(_("The computer cannot be switched off: the system does not answer.")) from error
    if ended.returncode != 0:
        raise PowerError(
            _("The computer cannot be switched off: {reason}").format(reason=ended.stderr.strip() or ended.returncode)
        )
