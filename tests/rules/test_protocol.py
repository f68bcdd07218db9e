"""The rules core as JSON lines: every request, every refusal, and any other input."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import shlex
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import GAMES, protocol
from companion.rules.protocol import LONGEST_LINE, answer, serve
from tests.rules.mindfield.positions import MINDFIELD, at

POSITION = at("""
    .......
    .......
    ..G....
    ..SA...
    .......
    .......
    G.....S""")
TABLE = {cell: list(kinds) for cell, kinds in MINDFIELD.table(MINDFIELD.parse(POSITION)).items()}
SERVE = "import sys; from companion.rules.protocol import serve; serve(sys.stdin, sys.stdout)"


def ask(*lines: str) -> list[dict[str, Any]]:
    """The answers to lines of text."""
    out = io.StringIO()
    serve(io.StringIO("".join(line + "\n" for line in lines)), out)
    text = out.getvalue()
    assert text.isascii()
    return [json.loads(line) for line in text.splitlines()]


def refused(request: dict[str, Any]) -> tuple[str, str]:
    reply = answer(request)
    assert reply["ok"] is False
    assert set(reply) == {"id", "ok", "error"}
    return reply["error"]["code"], reply["error"]["message"]


# --- every request -----------------------------------------------------------------------------------


def test_games() -> None:
    games = answer({"do": "games"})["games"]
    assert [game["id"] for game in games] == list(GAMES)
    listed = next(game for game in games if game["id"] == "mindfield")
    assert listed == {
        "id": "mindfield",
        "title": "Mindfield",
        "players": [2, 2],
        "options": {"rounds": 0},
        "kinds": ["gold", "silver", "antipode-gold", "antipode-silver"],
        "cells": [f"{file}{row}" for row in range(1, 8) for file in "abcdefg"],
    }


def test_new() -> None:
    assert answer({"do": "new", "game": "mindfield", "options": {}, "id": 7}) == {
        "id": 7,
        "ok": True,
        "position": {
            "game": "mindfield",
            "rows": [".......", ".......", ".......", "...A...", ".......", ".......", "......."],
            "antipode_up": "S",
            "to_move": "G",
            "phase": "setup",
            "hand": {"G": 13, "S": 13},
            "captured": {"G": 0, "S": 0},
            "last_moves": {"G": None, "S": None},
            "match": None,
            "options": {"rounds": 0},
        },
    }
    assert answer({"do": "new", "game": "mindfield"})["ok"] is True


def test_legal() -> None:
    reply = answer({"do": "legal", "position": POSITION})
    assert set(reply) == {"id", "ok", "moves", "complete"}
    assert "c5xc3" in reply["moves"]
    assert reply["complete"] is True
    cut = answer({"do": "legal", "position": POSITION, "limit": 3})
    assert (len(cut["moves"]), cut["complete"]) == (3, False)


def test_judge() -> None:
    reply = answer({"do": "judge", "position": POSITION, "move": " C5XC3 "})
    assert set(reply) == {"id", "ok", "legal", "position", "events"}
    assert reply["position"]["captured"] == {"G": 1, "S": 0}
    assert reply["events"] == [{"event": "captured", "text": "Gold captures Silver's stone on c4.", "cells": ["c4"]}]
    reply = answer({"do": "judge", "position": POSITION, "move": "a1-b2"})
    assert set(reply) == {"id", "ok", "legal", "violations"}
    assert reply["violations"] == [
        {
            "rule": "MF-M",
            "title": "Moving a stone",
            "text": "a1 to b2 is diagonal. A stone moves one square up, down, left or right.",
            "cells": ["a1", "b2"],
        }
    ]


def test_match() -> None:
    reply = answer({"do": "match", "position": POSITION, "table": TABLE})
    assert reply == {"id": None, "ok": True, "moves": [], "violations": [], "partial": True}
    moved = {cell: kinds for cell, kinds in TABLE.items() if cell != "a1"} | {"a2": ["gold"]}
    assert answer({"do": "match", "position": POSITION, "table": moved})["moves"] == ["a1-a2"]
    wrong = answer({"do": "match", "position": POSITION, "table": TABLE | {"b2": ["gold"]}, "limit": 1})
    assert [v["rule"] for v in wrong["violations"]] == ["MF-P"]
    assert wrong["partial"] is False


def test_hints_and_table() -> None:
    reply = answer({"do": "hints", "position": POSITION})
    assert set(reply) == {"id", "ok", "text", "cells"}
    assert {"to": "a2", "why": "Move to a2."} in reply["cells"]["a1"]
    assert reply["cells"]["e1"] == [{"to": "e1", "why": "Place a stone: no piece touches this square."}]
    assert reply["cells"]["d4"][0]["to"] is None
    assert answer({"do": "table", "position": POSITION})["table"] == TABLE


# --- refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "code", "named"),
    [
        ({}, "bad-request", "do"),
        ({"do": 1}, "unknown-request", "do"),
        ({"do": "moves"}, "unknown-request", "do"),
        ({"do": ["games"]}, "unknown-request", "do"),
        ({"do": "games", "game": "mindfield"}, "bad-request", "game"),
        ({"do": "new"}, "bad-request", "game"),
        ({"do": "new", "game": 3}, "bad-request", "game"),
        ({"do": "new", "game": "chess"}, "unknown-game", "game"),
        ({"do": "new", "game": "mindfield", "options": []}, "bad-position", "options"),
        ({"do": "new", "game": "mindfield", "options": None}, "bad-position", "options"),
        ({"do": "new", "game": "mindfield", "options": {"rounds": 3}}, "bad-position", "options.rounds"),
        ({"do": "new", "game": "mindfield", "option": {}}, "bad-request", "option"),
        ({"do": "legal"}, "bad-request", "position"),
        ({"do": "legal", "position": None}, "bad-position", "position"),
        ({"do": "legal", "position": {}}, "bad-position", "game"),
        ({"do": "legal", "position": {"game": []}}, "bad-position", "game"),
        ({"do": "legal", "position": {"game": "chess"}}, "unknown-game", "game"),
        ({"do": "legal", "position": {"game": "mindfield"}}, "bad-position", "rows"),
        ({"do": "legal", "position": POSITION, "limit": 0}, "bad-request", "limit"),
        ({"do": "legal", "position": POSITION, "limit": -1}, "bad-request", "limit"),
        ({"do": "legal", "position": POSITION, "limit": True}, "bad-request", "limit"),
        ({"do": "legal", "position": POSITION, "limit": 1.0}, "bad-request", "limit"),
        ({"do": "legal", "position": POSITION, "limit": "9"}, "bad-request", "limit"),
        ({"do": "legal", "position": POSITION, "limit": None}, "bad-request", "limit"),
        ({"do": "judge", "position": POSITION}, "bad-request", "move"),
        ({"do": "judge", "position": POSITION, "move": None}, "bad-request", "move"),
        ({"do": "judge", "position": POSITION, "move": "h9"}, "bad-move", "move"),
        ({"do": "judge", "position": POSITION, "move": "\ud800"}, "bad-move", "move"),
        ({"do": "match", "position": POSITION}, "bad-request", "table"),
        ({"do": "match", "position": POSITION, "table": []}, "bad-table", "table"),
        ({"do": "match", "position": POSITION, "table": {"h1": ["gold"]}}, "bad-table", "table"),
        ({"do": "match", "position": POSITION, "table": {"a1": ["red"]}}, "bad-table", "table.a1"),
        ({"do": "match", "position": POSITION, "table": {"a1": [[]]}}, "bad-table", "table.a1"),
        ({"do": "match", "position": POSITION, "table": {"a1": "gold"}}, "bad-table", "table.a1"),
        ({"do": "roll", "position": POSITION, "dice": [1]}, "bad-roll", "dice"),
        ({"do": "next", "position": POSITION}, "bad-position", "phase"),
        ({"do": "xgid", "position": POSITION}, "no-xgid", "position"),
        ({"do": "from-xgid", "xgid": 4}, "bad-request", "xgid"),
    ],
)
def test_refusals_name_the_field(request_: dict[str, Any], code: str, named: str) -> None:
    found, message = refused(request_)
    assert found == code
    assert message.startswith(f"{named}: ")


def test_what_is_no_xgid_is_refused() -> None:
    code, _ = refused({"do": "from-xgid", "xgid": "nonsense"})
    there = any(isinstance(rules, protocol.HasXgid) for rules in GAMES.values())
    assert code == ("bad-position" if there else "no-xgid")


@pytest.mark.parametrize("request_", [None, 3, "games", [], [{"do": "games"}], True])
def test_a_request_is_an_object(request_: Any) -> None:
    assert answer(request_)["error"]["code"] == "bad-request"


@pytest.mark.parametrize(
    "line",
    ["{", "nonsense", "NaN", '{"id":NaN}', '{"id":-Infinity}', '{"id":1e999}', '{"id":' + "9" * 5_000 + "}",
     '{"do":"new","do":"games"}', '{"do":"games","id":{"a":1,"a":2}}', "[" * 200_000, '{"a":' * 200_000,
     "[" * 500 + "]" * 500, '{"id":1} {"id":2}', "\ufeff{}", '{"id":"\udcff"}', "\0", "'{}'"],
)  # fmt: skip
def test_a_line_that_is_no_json_is_refused_and_the_next_one_answered(line: str) -> None:
    first, second = ask(line, '{"do":"games","id":2}')
    assert first["ok"] is False
    assert first["id"] is None
    assert first["error"]["code"] == "bad-json"
    assert (second["ok"], second["id"]) == (True, 2)


@pytest.mark.parametrize("number", [0, -1, "x", 1.5, None, True, [1, {"a": None}], {"b": []}, "\ud800", "ä"])
def test_the_id_is_echoed(number: Any) -> None:
    good, bad = ask(json.dumps({"do": "games", "id": number}), json.dumps({"do": "?", "id": number}))
    assert (good["ok"], good["id"]) == (True, number)
    assert (bad["ok"], bad["id"]) == (False, number)


def test_empty_lines_are_passed_over_and_the_last_needs_no_end() -> None:
    out = io.StringIO()
    serve(io.StringIO('\n  \n\t\n{"do":"games","id":1}\n\n{"do":"games","id":2}'), out)
    assert [json.loads(line)["id"] for line in out.getvalue().splitlines()] == [1, 2]


@pytest.mark.parametrize("line", ["\f", "\v", "\x85", "\u2028", "\xa0", "\ufeff"])
def test_a_line_of_what_json_takes_for_no_space_is_not_empty(line: str) -> None:
    [reply] = ask(line)
    assert reply["error"]["code"] == "bad-json"


@pytest.mark.parametrize("over", [1, 70_000, 2 * LONGEST_LINE])
def test_a_line_too_long_is_passed_over_whole(over: int) -> None:
    fits = '{"id":1,"do":"games","a":"' + "x" * (LONGEST_LINE - 28) + '"}'
    assert len(fits) == LONGEST_LINE
    replies = ask(fits, "x" * (LONGEST_LINE + over), '{"do":"games","id":2}')
    assert [reply["id"] for reply in replies] == [1, None, 2]
    assert [reply["ok"] for reply in replies] == [False, False, True]
    assert replies[1]["error"]["code"] == "too-long"
    assert len(replies[0]["error"]["message"]) < 1_000


LARGE_REQUESTS: tuple[dict[str, Any], ...] = (
    {"do": "match", "position": POSITION, "table": {"a1": ["gold"] * 80_000, "b1": ["antipode-gold"] * 20_000}},
    {"do": "judge", "position": POSITION, "move": "c5" + "xc3xc5" * 150_000},
    {"do": "judge", "position": POSITION, "move": " " * 900_000},
    {"do": "match", "position": POSITION, "table": {"x" * 900_000: []}},
    {"do": "legal", "position": POSITION | {"y" * 900_000: []}},
    {"do": "legal", "position": POSITION | {"rows": ["z"] * 180_000}},
    {"do": "w" * 900_000},
    {"do": "games", "v" * 900_000: 1},
    {"do": "games", "id": [[]] * 200_000},
    {"do": "legal", "position": POSITION, "limit": int("9" * 900)},
)
"""Large requests, most of them nearly as long as a line may be. `tests.bench.large_input` measures how long they take.
"""


@pytest.mark.parametrize("request_", LARGE_REQUESTS)
def test_large_requests_are_answered_shortly(request_: dict[str, Any]) -> None:
    [reply] = ask(json.dumps(request_))
    if not reply["ok"]:
        assert len(reply["error"]["message"]) <= protocol.LONGEST_MESSAGE
    for violation in reply.get("violations", ()):
        assert len(violation["text"]) < 1_000


FRIENDS = (0, 3, 6, 9, 12)


def most_jumps(friends: int) -> dict[str, Any]:
    """A position in which a piece can jump on and on, over `friends` pieces of its own and up to 12 others."""
    between = [(f, r) for f in range(7) for r in range(7) if (f + r) % 2]
    rows = [["."] * 7 for _ in range(7)]
    for (f, r), piece in zip(between[::2] + between[1::2], "G" * friends + "A" + "S" * 12, strict=False):
        rows[r][f] = piece
    rows[0][0] = "G"
    return at("\n".join("".join(row) for row in rows))


def list_moves(position: dict[str, Any]) -> dict[str, Any]:
    """The answer that lists all moves of a position."""
    return answer({"do": "legal", "position": position, "limit": 10**9})


def make_table_after(position: dict[str, Any], move: str) -> dict[str, tuple[str, ...]]:
    """The table that a move makes."""
    outcome = MINDFIELD.judge(MINDFIELD.parse(position), move).outcome
    assert outcome is not None
    return dict(MINDFIELD.table(outcome.position))


@pytest.mark.parametrize("friends", FRIENDS)
def test_the_most_jumps_there_can_be_are_all_listed(friends: int) -> None:
    position = most_jumps(friends)
    reply = list_moves(position)
    assert reply["complete"] is True
    longest = max(reply["moves"], key=len)
    parsed = MINDFIELD.parse(position)
    table = make_table_after(position, longest)
    assert longest in MINDFIELD.match(parsed, table).moves
    assert MINDFIELD.match(parsed, {cell: kinds for cell, kinds in table.items() if cell != longest[-2:]}).partial


def test_a_fault_of_ours_is_answered_and_shown(capsys: pytest.CaptureFixture[str]) -> None:
    # No line is known that causes a fault, so this passes a value that cannot come from JSON.
    class Fault(dict[str, Any]):
        def __contains__(self, key: object) -> bool:
            raise ZeroDivisionError("a fault")

    reply = answer(Fault(do="games", id=3))
    assert (reply["id"], reply["error"]["code"]) == (3, "internal")
    assert "ZeroDivisionError: a fault" in capsys.readouterr().err


# --- any input ---------------------------------------------------------------------------------------

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
VALID: list[dict[str, Any]] = [
    {"do": "games", "id": 1},
    {"do": "new", "game": "mindfield", "options": {"rounds": 0}},
    {"do": "roll", "position": POSITION, "dice": [3, 1]},
    {"do": "next", "position": POSITION},
    {"do": "legal", "position": POSITION, "limit": 100},
    {"do": "judge", "position": POSITION, "move": "c5xc3"},
    {"do": "match", "position": POSITION, "table": TABLE, "limit": 5},
    {"do": "hints", "position": POSITION},
    {"do": "table", "position": POSITION},
    {"do": "xgid", "position": POSITION},
    {"do": "from-xgid", "xgid": "XGID="},
]


def check(reply: dict[str, Any], errors: str) -> None:
    json.dumps(reply, allow_nan=False)
    assert reply["ok"] is True or reply["error"]["code"] != "internal", errors
    if not reply["ok"]:
        assert reply["error"]["message"]


@given(JSON)
@settings(max_examples=200, deadline=2_000)
def test_any_json_is_answered(request_: Any) -> None:
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        check(answer(request_), errors.getvalue())


@given(st.sampled_from(VALID), st.data())
@settings(max_examples=600, deadline=2_000)
def test_any_mutation_of_a_valid_request_is_answered(valid: dict[str, Any], data: st.DataObject) -> None:
    request_ = copy.deepcopy(valid)
    for _ in range(data.draw(st.integers(1, 2))):
        inner: Any = request_
        while isinstance(inner, dict | list) and inner:
            key = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else list(range(len(inner)))))
            if not isinstance(inner[key], dict | list) or not inner[key] or data.draw(st.booleans()):
                change = data.draw(st.sampled_from(("replace", "delete", "add", "swap")))
                if change == "replace":
                    inner[key] = data.draw(JSON)
                elif change == "delete":
                    del inner[key]
                elif change == "swap":
                    inner[key] = data.draw(st.sampled_from((0, 1, 13, "G", "S", "play", "over", None, [], {}, "c3")))
                elif isinstance(inner, dict):
                    inner[data.draw(st.text(max_size=5))] = data.draw(JSON)
                else:
                    inner.append(data.draw(JSON))
                break
            inner = inner[key]
    errors = io.StringIO()
    with contextlib.redirect_stderr(errors):
        check(answer(request_), errors.getvalue())


@given(st.lists(st.text(max_size=40), max_size=6))
@settings(max_examples=150, deadline=2_000)
def test_any_text_is_answered_line_by_line(lines: list[str]) -> None:
    wanted = [line for text in lines for line in text.split("\n") if line.strip(" \t\r\n")]
    assert len(ask(*lines)) == len(wanted)


# --- as a program ------------------------------------------------------------------------------------


def test_bytes_that_are_no_utf8_and_bare_returns() -> None:
    lines = b'\xff\xfe{"do":"games"}\n{"do":"games",\r"id":1}\r\n{"do":"games","id":"\xc3\xa4"}\n'
    done = subprocess.run([sys.executable, "-c", SERVE], input=lines, capture_output=True, check=True, timeout=30)
    replies = [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]
    assert [reply["ok"] for reply in replies] == [False, True, True]
    assert replies[0]["error"]["message"] == "the line is not UTF-8"
    assert [reply["id"] for reply in replies] == [None, 1, "ä"]
    assert done.stderr == b""


def test_each_answer_comes_at_once() -> None:
    with subprocess.Popen([sys.executable, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for n in range(3):
            running.stdin.write(b'{"do":"games","id":%d}\n' % n)
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == n
        running.stdin.close()
        assert running.wait(timeout=10) == 0


@pytest.mark.parametrize(
    ("redirected", "said"),
    [
        ("<&-", b"standard input and output must both be open"),
        (">&-", b"standard input and output must both be open"),
        (">/dev/full", b"No space left on device"),
    ],
)
def test_where_nothing_can_be_read_or_answered_it_says_so(redirected: str, said: bytes) -> None:
    command = f"{shlex.quote(sys.executable)} -m companion.cli rules {redirected}"
    done = subprocess.run(command, shell=True, input=b'{"do":"games"}\n', capture_output=True, timeout=20)
    assert (done.returncode, done.stdout) == (1, b"")
    (message,) = done.stderr.splitlines()
    assert message.startswith(b"companion rules: ")
    assert message.endswith(said)


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(200):
            running.stdin.write(b'{"do":"games"}\n')
            running.stdin.flush()
    with contextlib.suppress(BrokenPipeError):
        running.stdin.close()
    assert running.wait(timeout=10) == 0
    assert running.stderr is not None
    assert running.stderr.read() == b""
    running.stderr.close()
