"""Settings on the command line, as KEY=VALUE with the value as in the settings file."""

from __future__ import annotations

from collections.abc import Iterable

from companion.config import ConfigError, Problem, describe_refusal, find_option
from companion.config.toml import from_toml


def read_pairs(pairs: Iterable[str]) -> dict[str, object]:
    """The values of settings, by their fields, from texts KEY=VALUE. Raises ConfigError."""
    values = {}
    for pair in pairs:
        key, _equals, written = pair.partition("=")
        option, value = find_option(key), from_toml(written)
        try:
            option.kind.read(value)
        except ValueError as error:
            raise ConfigError([Problem(key, describe_refusal(option, value))]) from error
        values[option.name] = value
    return values
