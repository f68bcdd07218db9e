"""Games as texts: lines that begin with `>` are requests, all other lines are the answers to them.

    > new {}          a game begins; its options
    > roll {...}      a roll
    > next            the next bout or round
    > play c4         a legal move
    > try c4          a move that is only judged
    > show c3= c4=gold    a table that is only matched: the position's table with these cells changed

`python -m tests.rules.playthrough` writes the answers in every playthrough again. Read what has changed before you
commit it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.rules import GAMES, game
from companion.rules.core import Game, Outcome, Violation, parse_table

FOLDER = Path(__file__).parent / "playthroughs"


def replay(rules: Game[Any], text: str) -> str:
    """The same text with the answers that the rules give now."""
    return "\n".join(_lines(rules, text)) + "\n"


def _lines(rules: Game[Any], text: str) -> Iterator[str]:
    position: Any = None
    for line in text.splitlines():
        if line.startswith("#"):
            yield line
        if not line.startswith(">"):
            continue
        if position is not None:
            yield ""
        yield line
        do, _, rest = line.removeprefix(">").strip().partition(" ")
        outcome: Outcome[Any] | None = None
        match do:
            case "new":
                outcome = Outcome(rules.new(json.loads(rest)))
            case "roll":
                outcome = rules.roll(position, json.loads(rest))
            case "next":
                outcome = rules.next(position)
            case "play" | "try":
                verdict = rules.judge(position, rest)
                yield from _violations(verdict.violations)
                if do == "play":
                    assert verdict.outcome is not None, f"{line}: {verdict.violations}"
                    outcome = verdict.outcome
                elif verdict.legal:
                    yield f"  legal: {verdict.move}"
            case "show":
                table = dict(rules.table(position))
                for change in rest.split():
                    cell, _, kinds = change.partition("=")
                    table[cell] = tuple(kinds.split("+")) if kinds else ()
                match = rules.match(position, parse_table(rules.info, table))
                yield f"  moves: {', '.join(match.moves) or '-'}; partial: {match.partial}"
                yield f"  towards: {', '.join(match.towards) or '-'}"
                yield from _violations(match.violations)
            case _:
                raise ValueError(f"a playthrough has no line {line!r}")
        if outcome is not None:
            position = outcome.position
            for event in outcome.events:
                yield f"  {event.event}: {event.text} {' '.join(event.cells)}".rstrip()
            yield from _state(rules, position)


def _violations(violations: tuple[Violation, ...]) -> Iterator[str]:
    for v in violations:
        yield f"  {v.rule} {v.title}: {v.text} [{' '.join(v.cells)}]"


def _state(rules: Game[Any], position: Any) -> Iterator[str]:
    dumped = rules.dump(position)
    rows = dumped.pop("rows", None)
    for row in rows or ():
        yield f"    {row}"
    yield f"  {json.dumps(dumped)}"
    yield f"  hint: {rules.hints(position).text}"
    legal = rules.legal(position)
    yield f"  {len(legal.moves)} legal: {' '.join(legal.moves[:12])}{' ...' if len(legal.moves) > 12 else ''}"


def path(id: str) -> Path:  # noqa: A002 - a game's id
    return FOLDER / f"{id}.txt"


def game_of(file: Path) -> str | None:
    """The game that a playthrough is of: its name is the game's id, or begins with it ("mindfield-tournament")."""
    return next((name for name in GAMES if file.stem == name or file.stem.startswith(f"{name}-")), None)


def every() -> list[Path]:
    """The files of all playthroughs."""
    return sorted(FOLDER.glob("*.txt"))


if __name__ == "__main__":
    for file in every():
        name = game_of(file)
        if name is None:
            raise SystemExit(f"{file.name} belongs to no game")
        file.write_text(replay(game(name), file.read_text(encoding="utf-8")), encoding="utf-8")
