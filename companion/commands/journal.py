"""`companion journal`: list, show, export and check the saved games.

It only reads and never changes what is saved. A damaged journal is read up to the damage.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from companion import config as settings
from companion.commands.shared.output import describe_unwritable, fail, say
from companion.commands.shared.shell_command import ShellCommand
from companion.config import ConfigError
from companion.fairness.checks import check_proofs, describe_proofs
from companion.fairness.statistics import collect_rolls, describe_dice
from companion.files import replace_file
from companion.history.dates import to_date
from companion.history.events import RecordError
from companion.history.export import FORMATS, FORMATS_OF_GAMES, ExportError, write_text
from companion.history.journal.end_mark import mark_path
from companion.history.journal.format import JournalError
from companion.history.journal.reader import JournalContent, read
from companion.history.journal.writer import FILE
from companion.history.saved_games import SavedGameError, Summary, find_saved_game, list_saved_games, summarize
from companion.language import N_, _, join, ngettext, translate_marked
from companion.rules import GAMES
from companion.words import join_words

Run = Callable[[argparse.Namespace, JournalContent], int]
"""A function that carries out one command with its arguments and the journal. It returns the exit status."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the commands with their options."""
    commands = parser.add_subparsers(dest="journal_command", required=True, metavar="|".join(COMMANDS))
    for name, (words, _run, add) in COMMANDS.items():
        command = commands.add_parser(name, help=translate_marked(words))
        command.add_argument("--data", type=Path, metavar="DIR", help=_("folder of the saved games"))
        if add is not None:
            add(command)


def run(args: argparse.Namespace) -> int:
    """Runs the command. Exit status 0, 1 if it fails or something is damaged, 2 for wrong settings."""
    _words, command, _add = COMMANDS[args.journal_command]
    try:
        folder = args.data or settings.read_settings(settings.find_file()).config.folder()
        found = read(folder / FILE)
    except ConfigError as error:
        return fail("journal", str(error), 2)
    except JournalError as error:
        return fail("journal", str(error))
    try:
        status = command(args, found)
    except (ExportError, RecordError, SavedGameError) as error:
        status = fail("journal", str(error))
    if found.problem is not None:
        # Also after a command that failed: what it looked for may come after the damage.
        status = fail(
            "journal",
            _(
                "the journal is damaged ({problem}). {entries} before the damage can be read. Nothing was changed"
            ).format(problem=found.problem, entries=_count_entries(len(found.entries))),
        )
    return status


def _list_games(args: argparse.Namespace, found: JournalContent) -> int:
    games = list_saved_games(found.entries)
    if not games and found.problem is None:
        say(_("There is no saved game yet. `companion play` begins one.") + "\n")
    for saved in games:
        say(_describe(summarize(saved)) + "\n")
    return 0


def _describe(shown: Summary) -> str:
    began = to_date(shown.started).astimezone().strftime("%Y-%m-%d %H:%M")
    if shown.problem is not None:
        state = shown.problem
    elif shown.result is not None:
        state = _("over: {player} wins ({how})").format(
            player=shown.players[shown.result.winner], how=GAMES[shown.game].info.ending_name(shown.result.how)
        )
    else:
        state = _("over") if shown.over else _("goes on")
    if shown.deleted:
        # Translators: {state} is what the list says of a game that is not deleted: "goes on".
        state = _("deleted ({state})").format(state=state)
    who = " - ".join(shown.players.values())
    return f"{shown.number:4}  {began}  {shown.title:<12} {who}, {_count_moves(shown.moves)}, {state}"


def _verify(args: argparse.Namespace, found: JournalContent) -> int:
    games = list_saved_games(found.entries)
    problems = [shown.problem for shown in map(summarize, games) if shown.problem is not None]
    for problem in problems:
        say(problem + "\n")
    if found.problem is None and not problems:
        counted = _("{entries} in {games}: all are unchanged, and the rules accept them.").format(
            entries=_count_entries(len(found.entries)), games=_count_games(len(games))
        )
        say(counted + "\n")
    for line in _describe_mark(found):
        say(line + "\n")
    proofs = check_proofs([entry.event for entry in found.entries])
    for line in describe_proofs(proofs):
        say(line + "\n")
    return 0 if proofs.is_sound and not problems and found.mark != "damaged" else 1


def _describe_mark(found: JournalContent) -> Iterator[str]:
    """Says that the end mark is not good, so that entries may be missing at the end and nobody can tell. Says nothing
    if it is good.
    """
    fields = {"name": mark_path(Path(FILE)).name}
    if found.mark == "damaged":
        yield _("{name} is damaged, so nobody can tell if entries are missing at the end.").format(**fields)
    if found.mark == "missing":
        yield _("{name} is missing, so nobody can tell if entries are missing at the end.").format(**fields)


def _fairness(args: argparse.Namespace, found: JournalContent) -> int:
    dice = collect_rolls(entry.event for entry in found.entries)
    for line in describe_dice(dice):
        say(line + "\n")
    if args.picture is None:
        return 0
    from companion.fairness.picture import draw_png  # the other commands need no pictures

    return _write(args.picture, draw_png(dice), "--picture")


def _count_entries(count: int) -> str:
    return ngettext("{count} entry", "{count} entries", count).format(count=count)


def _count_games(count: int) -> str:
    return ngettext("{count} game", "{count} games", count).format(count=count)


def _count_moves(count: int) -> str:
    return ngettext("{count} move", "{count} moves", count).format(count=count)


def _show(args: argparse.Namespace, found: JournalContent) -> int:
    say(write_text(find_saved_game(found.entries, args.number), positions=args.positions))
    return 0


def _export(args: argparse.Namespace, found: JournalContent) -> int:
    written = FORMATS[args.format](find_saved_game(found.entries, args.number))
    if args.out is None:
        say(written)
        return 0
    return _write(args.out, written.encode(), "--out")


def _write(file: Path, content: bytes, option: str) -> int:
    try:
        replace_file(file, content)
    except OSError as error:
        return fail("journal", describe_unwritable(file, error, option))
    return 0


def _add_number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "number", type=int, metavar="GAMENO", help=_("the game's number; `companion journal list` shows it")
    )


def _add_show(parser: argparse.ArgumentParser) -> None:
    _add_number(parser)
    parser.add_argument("--positions", action="store_true", help=_("show the position after every step"))


def _add_export(parser: argparse.ArgumentParser) -> None:
    _add_number(parser)
    own = join(
        "; ",
        (
            _("{name} is for {games}").format(name=name, games=join_words(games))
            for name, games in FORMATS_OF_GAMES.items()
        ),
    )
    parser.add_argument(
        "--format", choices=FORMATS, default="jsonl", help=_("{games} (default: jsonl)").format(games=own)
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help=_("default: standard output"))


def _add_fairness(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help=_("draw how often each value came up"))


COMMANDS: dict[str, tuple[str, Run, Callable[[argparse.ArgumentParser], None] | None]] = {
    "list": (N_("the saved games"), _list_games, None),
    "show": (N_("one game to read: rolls, moves, times, positions"), _show, _add_show),
    "export": (N_("one game as JSON lines, text or .mat"), _export, _add_export),
    "verify": (N_("check every entry, every game and every sealed roll"), _verify, None),
    "fairness": (N_("whether the dice are fair: counts and tests for each die"), _fairness, _add_fairness),
}
"""Each command: what it is for, the function that does it, and the one that adds its options."""


COMMAND = ShellCommand(add_arguments, run)
