"""Texts for people, ready to be translated: a sentence, and the values of its named fields.

Vision itself speaks English. The companion translates: its catalogue of texts contains the sentence of every `Message`
in the code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Message(str):
    """A text in English that can also be translated. `str(error)` gives the whole object, so an error's message can be
    translated, too.
    """

    template: str
    """The sentence, with the names of its fields in braces."""
    fields: Mapping[str, object]
    """The values of the fields. A value that is a message itself is translated, too."""

    def __new__(cls, template: str, **fields: object) -> Message:
        made = super().__new__(cls, template.format(**fields))
        made.template, made.fields = template, fields
        return made

    def __str__(self) -> str:
        return self


def join_sentences(first: str, second: str) -> Message:
    """A message of two sentences, one after the other."""
    between = "{first} {second}"
    return Message(between, first=first, second=second)


def list_items(items: Sequence[object]) -> str:
    """Numbers or names as people list them: "1, 2 and 3"."""
    if len(items) == 1:
        return str(items[0])
    return Message("{items} and {last}", items=", ".join(map(str, items[:-1])), last=items[-1])


def name_markers(numbers: Sequence[int]) -> Message:
    """A name for one or more markers of a board: "marker 1", "markers 1 and 2"."""
    if len(numbers) == 1:
        return Message("marker {number}", number=numbers[0])
    return Message("markers {numbers}", numbers=list_items(numbers))
