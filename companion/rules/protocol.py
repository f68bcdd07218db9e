"""`companion rules`: the rules of the games for other programs, as JSON lines (docs/contract.md section 4).

`answer` turns one request into one answer and remembers nothing. `serve` does this for a stream of lines. Every line
gets an answer: if a request is wrong, its answer says so, and the program goes on. This module knows no game by name:
it answers for the games of a registry, usually `GAMES`.

Limits keep every answer quick: a line has at most LONGEST_LINE characters and is nested at most DEEPEST deep. An answer
has at most MOST_MOVES moves, even if its own limit is higher.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, Protocol, runtime_checkable

from companion.rules import GAMES, Games, game
from companion.rules.core import JSON, Event, Game, Outcome, PositionError, RulesError, Violation, parse_table, shown

LONGEST_LINE = 1_000_000
DEEPEST = 64
MOST_MOVES = 100_000
LONGEST_MESSAGE = 600

_BLANK = " \t\r\n"
"""The white space of JSON. A line of nothing else counts as empty."""

_NOT_UTF8 = re.compile("[\ud800-\udfff]")
"""Half of a pair in UTF-16, which is never part of UTF-8. `serve` reads a wrong byte as one of these."""


class RequestError(RulesError):
    """A request with a missing or unknown field, or a value of the wrong type."""


class UnknownRequest(RequestError):
    """A request that does not exist."""

    code = "unknown-request"


class JsonError(RequestError):
    """A line that is not JSON, or JSON that cannot be a request."""

    code = "bad-json"


class LineTooLong(JsonError):
    """A line longer than LONGEST_LINE."""

    code = "too-long"


class NoXgid(RulesError):
    """This game or this text has no XGID."""

    code = "no-xgid"


@runtime_checkable
class HasXgid(Protocol):
    """A game whose positions have an XGID as well."""

    def xgid(self, position: Any) -> str:
        """A position in the notation XGID. Raises PositionError if it has none."""

    def from_xgid(self, text: str) -> Any:
        """The position that an XGID describes. Raises PositionError if the text is no XGID."""


def serve(lines_in: IO[str], lines_out: IO[str], games: Games = GAMES) -> None:
    """Answers every line until the input ends, or until nobody reads the answers any more.

    Raises OSError if answers cannot be written for another reason, for example a full disk.
    """
    if isinstance(lines_in, io.TextIOWrapper):
        # Bytes that are no UTF-8 get an answer that refuses them. A bare \r is a space in JSON and does not end a line.
        lines_in.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    for reply in _replies(lines_in, games):
        try:
            lines_out.write(reply + "\n")
            lines_out.flush()
        except BrokenPipeError:
            _forget(lines_out)
            return
        except OSError:
            _forget(lines_out)
            raise


def _replies(lines_in: IO[str], games: Games) -> Iterator[str]:
    while line := lines_in.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE and not line.endswith("\n"):
            while (rest := lines_in.readline(65_536)) and not rest.endswith("\n"):
                pass
            message = f"a line may have {LONGEST_LINE} characters at most, so this one was passed over"
            yield _text(_refusal(None, LineTooLong(message)))
        elif line.strip(_BLANK):
            yield _text(_answer_line(line, games))


def _forget(stream: IO[str]) -> None:
    """Closes a stream that cannot be written any more, and drops what was not written yet."""
    with contextlib.suppress(OSError):
        stream.close()


def _text(reply: Mapping[str, JSON]) -> str:
    return json.dumps(reply, ensure_ascii=True, allow_nan=False)


def _answer_line(line: str, games: Games) -> dict[str, JSON]:
    try:
        request = parse_line(line)
    except JsonError as error:
        return _refusal(None, error)
    return answer(request, games)


def parse_line(line: str) -> JSON:
    """The JSON of one line. Raises JsonError if it is no JSON, ambiguous, not finite or nested too deep."""
    if _NOT_UTF8.search(line):
        raise JsonError("the line is not UTF-8")
    try:
        data = json.loads(
            line, object_pairs_hook=_object, parse_float=_finite, parse_constant=_no_constant, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        raise JsonError(f"the line is no JSON: {error.msg} (character {error.pos + 1})") from None
    except RecursionError:
        raise JsonError(f"the line is nested too deep; {DEEPEST} levels are allowed") from None
    _check_depth(data)
    return data


def _object(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    data = dict(pairs)
    if len(data) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise JsonError("this field stands twice", shown(twice)[1:-1])
    return data


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise JsonError(f"the number {shown(text)[1:-1]} is too large")
    return number


def _whole(text: str) -> int:
    if len(text) > 1_000:
        raise JsonError(f"the number {shown(text)[1:-1]} is too large")
    return int(text)


def _no_constant(text: str) -> None:
    raise JsonError(f"{text} is no number of JSON")


def _check_depth(data: JSON) -> None:
    level = [data]
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return
    raise JsonError(f"the line is nested too deep; {DEEPEST} levels are allowed")


def answer(request: JSON, games: Games = GAMES) -> dict[str, JSON]:
    """The answer to one request, which `parse_line` has read. games: the games that requests may be about.

    It raises nothing. An error of our own is answered as "internal", and its traceback goes to standard error.
    """
    number = request.get("id") if isinstance(request, Mapping) else None
    try:
        return {"id": number, "ok": True, **_work(request, games)}
    except RulesError as error:
        return _refusal(number, error)
    except Exception:  # noqa: BLE001 - every request gets an answer; stderr shows the fault itself
        traceback.print_exc(file=sys.stderr)
        fault = {"code": "internal", "message": "this request met a fault in the program; its standard error has more"}
        return {"id": number, "ok": False, "error": fault}


def _refusal(number: JSON, error: RulesError) -> dict[str, JSON]:
    message = str(error)
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 3] + "..."
    return {"id": number, "ok": False, "error": {"code": error.code, "message": message}}


# --- the requests -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Request:
    """One kind of request: the fields that it must have and may have, and the function that answers it."""

    work: Callable[[Mapping[str, JSON], Games], dict[str, JSON]]
    needed: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


def _work(request: JSON, games: Games) -> dict[str, JSON]:
    if not isinstance(request, Mapping):
        raise RequestError(f'a request is an object, {{"do": ...}}, not {shown(request)}')
    if "do" not in request:
        raise RequestError("this field is missing: it names the request", "do")
    do = request["do"]
    if not isinstance(do, str) or do not in _REQUESTS:
        raise UnknownRequest(f"there is no request {shown(do)}; there are {', '.join(_REQUESTS)}", "do")
    asked = _REQUESTS[do]
    known = ("id", "do", *asked.needed, *asked.optional)
    for name in request:
        if name not in known:
            raise RequestError(f"{do!r} has no such field; it has {', '.join(known)}", shown(name)[1:-1])
    for name in asked.needed:
        if name not in request:
            raise RequestError(f"{do!r} needs this field", name)
    return asked.work(request, games)


def _games(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    return {
        "games": [
            {
                "id": info.id,
                "title": info.title,
                "players": list(info.players),
                "options": info.defaults,
                "kinds": list(info.kinds),
                "cells": list(info.cells),
            }
            for info in (rules.info for rules in games.values())
        ]
    }


def _new(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules = game(_string(request, "game"), games)
    options = request.get("options", {})
    if not isinstance(options, Mapping):
        raise PositionError(f"an object is needed, not {shown(options)}", "options")
    return {"position": rules.dump(rules.new(options))}


def _roll(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    return _outcome(rules, rules.roll(position, request["dice"]))


def _next(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    return {"position": rules.dump(rules.next(position).position)}


def _legal(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    legal = rules.legal(position, _limit(request, 10_000))
    return {"moves": list(legal.moves), "complete": legal.complete}


def _judge(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    verdict = rules.judge(position, _string(request, "move"))
    if verdict.outcome is None:
        return {"legal": False, "violations": _violations(verdict.violations)}
    return {"legal": True, **_outcome(rules, verdict.outcome)}


def _match(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    table = parse_table(rules.info, request["table"])
    match = rules.match(position, table, _limit(request, 100))
    return {"moves": list(match.moves), "violations": _violations(match.violations), "partial": match.partial}


def _hints(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    hints = rules.hints(position)
    cells = {cell: [{"to": hint.to, "why": hint.why} for hint in found] for cell, found in hints.cells.items()}
    return {"text": hints.text, "cells": cells}


def _table(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    return {"table": {cell: list(kinds) for cell, kinds in rules.table(position).items()}}


def _xgid(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    rules, position = _position(request, games)
    if not isinstance(rules, HasXgid):
        having = " and ".join(other.info.title for other in games.values() if isinstance(other, HasXgid))
        raise NoXgid(
            f"positions of {rules.info.title} have no XGID; it is a notation of {having or 'no game'}", "position"
        )
    return {"xgid": rules.xgid(position)}


def _from_xgid(request: Mapping[str, JSON], games: Games) -> dict[str, JSON]:
    text = _string(request, "xgid")
    for rules in games.values():
        if isinstance(rules, HasXgid):
            return {"position": rules.dump(rules.from_xgid(text))}
    raise NoXgid(f"none of the games here ({', '.join(games)}) has XGIDs", "xgid")


_REQUESTS: Mapping[str, _Request] = {
    "games": _Request(_games),
    "new": _Request(_new, ("game",), ("options",)),
    "roll": _Request(_roll, ("position", "dice")),
    "next": _Request(_next, ("position",)),
    "legal": _Request(_legal, ("position",), ("limit",)),
    "judge": _Request(_judge, ("position", "move")),
    "match": _Request(_match, ("position", "table"), ("limit",)),
    "hints": _Request(_hints, ("position",)),
    "table": _Request(_table, ("position",)),
    "xgid": _Request(_xgid, ("position",)),
    "from-xgid": _Request(_from_xgid, ("xgid",)),
}


# --- their fields -----------------------------------------------------------------------------------


def _position(request: Mapping[str, JSON], games: Games) -> tuple[Game[Any], Any]:
    data = request["position"]
    if not isinstance(data, Mapping):
        raise PositionError(f"an object is needed, not {shown(data)}", "position")
    if "game" not in data:
        raise PositionError("this field is missing", "game")
    if not isinstance(data["game"], str):
        raise PositionError(f"a text is needed, not {shown(data['game'])}", "game")
    rules = game(data["game"], games)
    return rules, rules.parse(data)


def _limit(request: Mapping[str, JSON], default: int) -> int:
    limit = request.get("limit", default)
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise RequestError(f"a whole number from 1 on is needed, not {shown(limit)}", "limit")
    return min(limit, MOST_MOVES)


def _string(request: Mapping[str, JSON], name: str) -> str:
    text = request[name]
    if not isinstance(text, str):
        raise RequestError(f"a text is needed, not {shown(text)}", name)
    return text


def _outcome(rules: Game[Any], outcome: Outcome[Any]) -> dict[str, JSON]:
    return {"position": rules.dump(outcome.position), "events": [_event(event) for event in outcome.events]}


def _event(event: Event) -> dict[str, JSON]:
    return {"event": event.event, "text": event.text, "cells": list(event.cells)}


def _violations(violations: tuple[Violation, ...]) -> list[JSON]:
    return [{"rule": v.rule, "title": v.title, "text": v.text, "cells": list(v.cells)} for v in violations]
