"""The keys of a keyboard, by what they do. Only the screen knows what that means on a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import pygame

from companion.values.keys import KeyName


@dataclass(frozen=True, slots=True)
class Key:
    """A key was pressed."""

    name: KeyName
    """What the key does."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Somebody typed letters. They are already those of the keyboard's language."""

    text: str


_NAMES: Mapping[int, KeyName] = MappingProxyType(
    {
        pygame.K_TAB: "next",
        pygame.K_UP: "up",
        pygame.K_DOWN: "down",
        pygame.K_LEFT: "left",
        pygame.K_RIGHT: "right",
        pygame.K_RETURN: "enter",
        pygame.K_KP_ENTER: "enter",
        pygame.K_ESCAPE: "back",
        pygame.K_BACKSPACE: "erase",
        pygame.K_u: "undo",
        pygame.K_r: "redo",
        pygame.K_h: "hint",
    }
)


def read_key(event: pygame.event.Event) -> Key | None:
    """The key of an event; None for other events, and for keys that do nothing."""
    if event.type != pygame.KEYDOWN or event.mod & pygame.KMOD_CTRL or event.key not in _NAMES:
        return None
    backwards = event.key == pygame.K_TAB and event.mod & pygame.KMOD_SHIFT
    return Key("previous" if backwards else _NAMES[event.key])


def read_letters(event: pygame.event.Event) -> Letters | None:
    """The letters in an event; None for other events. SDL reports the key itself, too, before its letter."""
    return Letters(event.text) if event.type == pygame.TEXTINPUT and event.text else None


def is_quit_key(event: pygame.event.Event) -> bool:
    """True if the keys that end the companion were pressed."""
    return bool(event.type == pygame.KEYDOWN and event.key == pygame.K_q and event.mod & pygame.KMOD_CTRL)


def is_full_screen_key(event: pygame.event.Event) -> bool:
    """True if a key was pressed that makes a window fill the screen, or a window again."""
    return bool(event.type == pygame.KEYDOWN and event.key == pygame.K_F11)
