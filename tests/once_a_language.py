"""Keeps views in each language, because many tests look at the same ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from companion.language import get_language

Given = ParamSpec("Given")
Made = TypeVar("Made")


def once_a_language(make: Callable[Given, Made]) -> Callable[Given, Made]:
    """The function, which keeps what it has made in each language. Nobody may change what it returns."""

    @cache
    def kept(_language: str, *given: Given.args, **more: Given.kwargs) -> Made:
        return make(*given, **more)

    @wraps(make)
    def find(*given: Given.args, **more: Given.kwargs) -> Made:
        return kept(get_language(), *given, **more)

    return find
