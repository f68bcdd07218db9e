"""What happened, for whoever listens: the events of docs/contract.md section 7, as values, JSON and words.

The session makes them; the service writes them out. They are news, not the record: the journal holds that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from companion.rules.core import JSON, Table, Violation
from companion.values.views import Step


@dataclass(frozen=True, slots=True)
class Notification:
    """Something that happened, as docs/contract.md section 7 lists it; `data` are its further fields, JSON."""

    frame: int
    t: float
    event: str
    data: Mapping[str, JSON]

    def to_json(self) -> dict[str, JSON]:
        return {"frame": self.frame, "t": round(self.t, 3), "event": self.event, **self.data}


def table_json(table: Table) -> dict[str, list[str]]:
    return {cell: list(pieces) for cell, pieces in table.items()}


def fix_json(steps: Iterable[Step]) -> list[dict[str, JSON]]:
    return [{"text": s.text, "do": s.do, "kind": s.kind, "from": s.start, "to": s.end} for s in steps]


def violations_json(violations: Iterable[Violation]) -> list[dict[str, JSON]]:
    return [{**asdict(v), "cells": list(v.cells)} for v in violations]


def in_words(notification: Notification) -> str:
    """One line for people."""
    data = notification.data
    match notification.event:
        case "setup-ok":
            said = "the start table is right"
        case "setup-wrong":
            said = "the table is not right yet: " + _steps(data)
        case "roll":
            said = f"thrown: {data['dice']}"
        case "hand":
            said = "a hand is over the board"
        case "move":
            said = f"move {data['move']}" + "".join(f"; {e['text']}" for e in data["events"])
        case "partial":
            said = "a turn is under way"
        case "illegal":
            said = " ".join(f"[{v['rule']}] {v['text']}" for v in data["violations"]) + " To mend it: " + _steps(data)
        case "unsure":
            labels = [c["label"] for c in data["candidates"]]
            said = f"cannot tell {', '.join(data['cells']) or 'which move it was'}: {' or '.join(labels)}?"
        case "takeback":
            said = "taken back; moves that stand: " + (", ".join(data["moves"]) or "none")
        case "corrected":
            said = "the table is right again"
        case "lost-board":
            said = f"the board is out of sight: {data['problem']}"
        case "found-board":
            said = "the board is in sight again"
        case "resumed":
            moves = data["moves"]
            after = "1 move" if len(moves) == 1 else f"{len(moves)} moves"
            said = f"the saved game goes on after {after}: {', '.join(moves) or 'none yet'}"
        case "over":
            result = data["result"]
            said = f"the game is over: {result['winner']} wins ({result['how']})" if result else "the game is over"
        case "device":
            said = f"{data['device']}: {data['text']}"
        case other:
            raise ValueError(f"no words for the happening {other!r}")
    return f"{notification.t:7.2f} s  {said}"


def _steps(data: Mapping[str, JSON]) -> str:
    return "; ".join(step["text"] for step in data["fix"])
