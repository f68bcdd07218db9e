"""Checks whether an event says what a story expects, and collects the words on the screen."""

from __future__ import annotations

import json

from companion.values.notifications import Notification, in_words
from companion.values.views import View


def says(happening: Notification, detail: str) -> bool:
    """True if an event has a detail: a rule, a cell, a step, an answer, a number of moves, or words."""
    data = happening.data
    word, _, rest = detail.partition(" ")
    match happening.event, word:
        case "move", _:
            return bool(data["move"] == detail) or _same_move(data["move"], detail)
        case "roll", "stands":
            return bool(data["source"] == "stands")
        case "roll", _:
            return json.dumps(data["dice"]) == detail
        case "illegal", "fix":
            do, *cells = rest.split()
            return any(
                step["do"] == do and all(cell in (step["from"], step["to"]) for cell in cells) for step in data["fix"]
            )
        case "illegal", "cell":
            return any(rest in v["cells"] for v in data["violations"])
        case "illegal", _:
            return any(v["rule"] == detail for v in data["violations"])
        case "unsure", "cell":
            return rest in data["cells"]
        case "unsure", "answer":
            return any(c["label"] == rest for c in data["candidates"])
        case "unsure", "undo":
            return bool(data.get("undo") == int(rest))
        case "takeback" | "redo" | "resumed", "moves":
            return len(data["moves"]) == int(rest)
        case "setup-wrong", "fix":
            return any(
                rest.split()[0] == step["do"] and rest.split()[-1] in (step["from"], step["to"]) for step in data["fix"]
            )
        case "over", "points":
            return bool(data["result"]["points"] == int(rest))
        case "over", "by":
            return bool(data["result"]["how"] == rest)
        case "over", _:
            return bool(data["result"]["winner"] == detail)
        case _:
            return detail.lower() in in_words(happening).lower()


def _same_move(one: str, other: str) -> bool:
    """True if two texts name the same parts in another order."""
    return sorted(one.replace("*", "").split()) == sorted(other.replace("*", "").split())


def written(view: View) -> str:
    """All the words on the screen."""
    parts = [view.strip.text, view.headline, view.detail, *view.notes, *view.unread, *view.notices]
    parts += [f"{fact.label} {value.kind or ''}: {value.text}" for fact in view.strip.facts for value in fact.values]
    parts += [f"[{reason.rule}] {reason.text}" for reason in view.reasons]
    parts += [step.text for step in view.steps]
    parts += [view.other_way, *(part.text for part in (*view.other_steps, *view.choices))]
    return " | ".join(part for part in parts if part)
