"""`companion journal`: what is saved, to look at, to export and to check; also while a companion plays.

It only reads: what is saved is never changed, and a damaged journal is read up to its damage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.commands.output import say
from companion.config import Config
from companion.fairness.checks import check_proofs, proved_in_words
from companion.fairness.statistics import dice_thrown, report
from companion.files import replace_file
from companion.history.events import RecordError
from companion.history.export import FORMATS, FORMATS_OF_GAMES, ExportError, write_text
from companion.history.journal.format import JournalError
from companion.history.journal.reader import Reading, read
from companion.history.journal.writer import FILE
from companion.history.saved_games import SavedGameError, Summary, numbered, saved_games, summary

Run = Callable[[argparse.Namespace, Reading], int]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the commands with their options."""
    commands = parser.add_subparsers(dest="journal_command", required=True, metavar="|".join(COMMANDS))
    for name, (words, _, add) in COMMANDS.items():
        command = commands.add_parser(name, help=words)
        command.add_argument("--data", type=Path, metavar="DIR", help="where games are saved")
        if add is not None:
            add(command)


def run(args: argparse.Namespace) -> int:
    """Does what is asked; exit status 0, or 1 with a message where that cannot be done or something is damaged."""
    _, command, _ = COMMANDS[args.journal_command]
    try:
        found = read(Config(data_dir=args.data).folder() / FILE)
    except JournalError as error:
        return _fail(str(error))
    try:
        status = command(args, found)
    except (ExportError, RecordError, SavedGameError) as error:
        status = _fail(str(error))
    if found.problem is not None:
        # Also where the command failed: what was asked for may stand behind the damage.
        status = _fail(
            f"the journal is damaged ({found.problem}). It was left as it is;"
            f" what stands before: {_count(len(found.entries), 'entry', 'entries')}"
        )
    return status


def _list(args: argparse.Namespace, found: Reading) -> int:
    games = saved_games(found.entries)
    if not games and found.problem is None:
        say("There is no game yet: `companion play` begins one.\n")
    for saved in games:
        say(_line(summary(saved)) + "\n")
    return 0


def _line(shown: Summary) -> str:
    began = datetime.fromtimestamp(shown.started).strftime("%Y-%m-%d %H:%M")
    if shown.problem is not None:
        state = shown.problem
    elif shown.result is not None:
        state = f"over: {shown.players[shown.result.winner]} wins ({shown.result.how})"
    else:
        state = "over" if shown.over else "goes on"
    who = " - ".join(shown.players.values())
    return f"{shown.number:4}  {began}  {shown.title:<12} {who}, {_count(shown.moves, 'move', 'moves')}, {state}"


def _verify(args: argparse.Namespace, found: Reading) -> int:
    games = saved_games(found.entries)
    problems = [shown.problem for shown in map(summary, games) if shown.problem is not None]
    for problem in problems:
        say(problem + "\n")
    if found.problem is None and not problems:
        counted = f"{_count(len(found.entries), 'entry', 'entries')} in {_count(len(games), 'game', 'games')}"
        say(f"{counted}: each is as it was written, and the rules accept it.\n")
    proved = check_proofs([entry.event for entry in found.entries])
    for line in proved_in_words(proved):
        say(line + "\n")
    return 0 if proved.sound and not problems else 1


def _fairness(args: argparse.Namespace, found: Reading) -> int:
    dice = dice_thrown(entry.event for entry in found.entries)
    for line in report(dice):
        say(line + "\n")
    if args.picture is None:
        return 0
    from companion.fairness.picture import png  # the rest of the command needs no pictures

    return _written(args.picture, png(dice), "--picture")


def _count(many: int, one: str, more: str) -> str:
    return f"{many} {one if many == 1 else more}"


def _show(args: argparse.Namespace, found: Reading) -> int:
    say(write_text(numbered(found.entries, args.number), positions=args.positions))
    return 0


def _export(args: argparse.Namespace, found: Reading) -> int:
    written = FORMATS[args.format](numbered(found.entries, args.number))
    if args.out is None:
        say(written)
        return 0
    return _written(args.out, written.encode(), "--out")


def _written(file: Path, content: bytes, option: str) -> int:
    try:
        replace_file(file, content)
    except OSError as error:
        return _fail(f"{file} cannot be written ({error.strerror}): make room or name another file with {option}")
    return 0


def _numbered(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", type=int, metavar="GAMENO", help="the game's number, as `companion journal list` says"
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    _numbered(parser)
    parser.add_argument("--positions", action="store_true", help="the position after every step")


def _add_export(parser: argparse.ArgumentParser) -> None:
    _numbered(parser)
    own = "; ".join(f"{name} is for {' and '.join(games)}" for name, games in FORMATS_OF_GAMES.items())
    parser.add_argument("--format", choices=FORMATS, default="jsonl", help=f"{own} (default: jsonl)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: standard output")


def _add_fairness(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help="draw how often each value came")


COMMANDS: dict[str, tuple[str, Run, Callable[[argparse.ArgumentParser], None] | None]] = {
    "list": ("the saved games", _list, None),
    "show": ("a game to read: throws, moves, times, positions", _show, _add_show),
    "export": ("a game as JSON lines, text or .mat", _export, _add_export),
    "verify": ("check every entry, every game and every sealed throw", _verify, None),
    "fairness": ("whether the dice are fair: counts and tests for each die", _fairness, _add_fairness),
}
"""Each command: what it is for, what does it, and what adds its options."""


def _fail(message: str) -> int:
    sys.stderr.write(f"companion journal: {message}\n")
    return 1
