"""Finds which screens pygame's SDL can draw on, and which loudspeakers it sees.

pygame has no functions for this, so this module asks SDL directly. pygame's wheel from the Python Package Index brings
an SDL without KMSDRM; Debian's pygame uses one that has it.
"""

from __future__ import annotations

import ctypes

import pygame.base

from companion.language import _


def list_video_drivers() -> tuple[str, ...]:
    """The names of SDL's video drivers in small letters, such as `x11`, `wayland` and `kmsdrm`."""
    sdl = _load_sdl()
    sdl.SDL_GetVideoDriver.restype = ctypes.c_char_p
    return tuple(sdl.SDL_GetVideoDriver(number).decode().lower() for number in range(sdl.SDL_GetNumVideoDrivers()))


def list_sound_outputs() -> tuple[str, ...]:
    """The names of the loudspeakers that can be used now. pygame's mixer must be open."""
    sdl = _load_sdl()
    sdl.SDL_GetAudioDeviceName.restype = ctypes.c_char_p
    count = sdl.SDL_GetNumAudioDevices(0)
    names = (sdl.SDL_GetAudioDeviceName(number, 0) for number in range(count))
    return tuple(name.decode("utf-8", "replace") for name in names if name is not None)


def _load_sdl() -> ctypes.CDLL:
    # Looked up in a module of pygame, a name is searched for in the libraries that it was linked with.
    return ctypes.CDLL(pygame.base.__file__)


def describe_sdl() -> str:
    """The version of SDL, and where the pygame is that uses it."""
    version = ".".join(map(str, pygame.base.get_sdl_version()))
    return _("SDL {version}, of {file}").format(version=version, file=pygame.base.__file__)
