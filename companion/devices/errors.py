"""The errors of dice, buttons and the hardware that they need.

Every message is for people: it names the device, and says what is wrong and what to do.
"""

from __future__ import annotations


class DeviceError(Exception):
    """A device cannot be used. The message says what to do."""


class DeviceMissing(DeviceError):
    """The device is not there, or the library for it is not installed."""


class DeviceBusy(DeviceError):
    """Another program uses the device."""


class DeviceForbidden(DeviceError):
    """The device is there, but this program may not use it."""


class DeviceFailed(DeviceError):
    """The device has stopped answering, or its answer is wrong."""
