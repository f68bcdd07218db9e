"""Why a device cannot be used: one small hierarchy for dice, buttons and what they hang on.

Every message is for people: it names the device, says what is wrong and what to do.
"""

from __future__ import annotations


class DeviceError(Exception):
    """A device cannot be used; the message says what to do."""


class DeviceMissing(DeviceError):
    """It is not there: no such port or chip, or the library that reaches it is not installed."""


class DeviceBusy(DeviceError):
    """Another program holds it."""


class DeviceForbidden(DeviceError):
    """It is there, and we may not use it."""


class DeviceFailed(DeviceError):
    """It was in use and answers no more, or answers what it must not."""
