"""Which screens the SDL of pygame can draw on. pygame has no function for this, so it is asked of SDL itself.

pygame's wheel from the Python Package Index brings an SDL without KMSDRM; Debian's pygame uses one that has it.
"""

from __future__ import annotations

import ctypes

import pygame.base

from companion.language import _


def list_video_drivers() -> tuple[str, ...]:
    """The names of SDL's video drivers in small letters, such as `x11`, `wayland` and `kmsdrm`."""
    # Looked up in a module of pygame, a name is searched for in the libraries that it was linked with.
    sdl = ctypes.CDLL(pygame.base.__file__)
    sdl.SDL_GetVideoDriver.restype = ctypes.c_char_p
    return tuple(sdl.SDL_GetVideoDriver(number).decode().lower() for number in range(sdl.SDL_GetNumVideoDrivers()))


def describe_sdl() -> str:
    """The version of SDL, and where its pygame is."""
    version = ".".join(map(str, pygame.base.get_sdl_version()))
    return _("SDL {version}, of {file}").format(version=version, file=pygame.base.__file__)
