"""A session and the table that its camera sees, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.buttons import COMMANDS
from companion.app.script import find_command
from companion.boards import BOARDS
from companion.history.journal import Journal
from companion.history.saved_games import choose_game, list_events
from companion.presentation import game_view
from companion.rules import GAMES
from companion.rules.core import Table
from companion.session import Session
from companion.values.commands import Command, EnterRoll
from companion.values.notifications import Notification, in_words
from companion.values.results import Result
from companion.values.views import View
from tests.readings import PLACES, reading, sight
from vision.layout import Point
from vision.observation import Content

RULES = GAMES["mindfield"]
START: Table = {"d4": ("antipode-silver",)}

LAST_MOVE_DUE = GAMES["mindfield"].dump(GAMES["mindfield"].new()) | {
    "rows": ["G......", ".......", ".......", "...A...", "....GS.", ".......", "......."],
    "phase": "play",
    "hand": {"G": 11, "S": 6},
    "captured": {"G": 6, "S": 0},
}
"""Gold to move; e3xg3 wins."""


class Evening:
    """A session and the table that its camera sees; a second is 30 frames."""

    def __init__(self, journal: Journal, position: object = None, game: str = "mindfield") -> None:
        state, started = choose_game(journal, game, position)
        if started is not None:
            journal.append(started)
        self.board = state.game.info.cells
        places = PLACES if game == "mindfield" else BOARDS[game].layout().middles
        earlier = list_events(journal, started)
        self.session = Session(journal, state, places, resumed=started is None, earlier=earlier)
        self.frame = 0
        self.news: list[Notification] = []

    def shows(
        self,
        table: Table,
        frames: int = 2,
        doubts: Mapping[str, Mapping[Content, float]] | None = None,
        strays: tuple[Point, ...] = (),
    ) -> None:
        seen = reading(table, doubts, board=self.board, strays=strays)
        for _ in range(frames):
            self.session.see(sight(self.frame, seen))
            self.tick()

    def hand(self, frames: int = 2) -> None:
        for _ in range(frames):
            self.session.see(sight(self.frame, None, hand=True))
            self.tick()

    def blind(self, frames: int = 2) -> None:
        for _ in range(frames):
            self.session.see(sight(self.frame, None, problem="no marker in sight"))
            self.tick()

    def press(self, name: str) -> None:
        self.perform(COMMANDS[name])  # type: ignore[index]

    def tap(self, label: str) -> None:
        command = find_command(label, self.view)
        assert command is not None, f"the screen has no {label!r}"
        self.perform(command)

    def perform(self, command: Command, source: str = "screen") -> Result:
        return self.session.perform(command, source, self.frame, self.frame / 30)  # type: ignore[arg-type]

    def plays(self, *moves: str) -> None:
        """Shows the table after each move, and presses Done."""
        for move in moves:
            outcome = self.session.state.game.judge(self.session.state.position, move).outcome
            assert outcome is not None
            after = self.session.state.game.table(outcome.position)
            self.shows(after)
            self.press("done")
            self.shows(after)

    def tick(self) -> None:
        self.frame += 1
        self.news += self.session.take_news()
        assert all(in_words(n) for n in self.news)

    def told(self) -> list[str]:
        """The notifications since the last call, in short."""
        news, self.news = self.news, []
        return [n.event + (f" {n.data['move']}" if n.event == "move" else "") for n in news]

    @property
    def view(self) -> View:
        return game_view.make_view(self.session.state, self.session.now)

    @property
    def steps(self) -> list[tuple[str, str, str | None, str | None]]:
        """The repair steps on the screen: what to do, with which kind of piece, from where, to where."""
        return [(step.do, step.kind, step.start, step.end) for step in self.view.steps]

    @property
    def player(self) -> str:
        """Whose turn it is on the screen."""
        info = self.session.state.game.info
        (due,) = [player for player, kind in info.emblems.items() if kind == self.view.strip.kind]
        return due

    @property
    def table(self) -> Table:
        return self.session.state.game.table(self.session.state.position)


def played_to_the_end(journal: Journal) -> Evening:
    evening = Evening(journal, LAST_MOVE_DUE)
    evening.shows(evening.table)
    after = {cell: pieces for cell, pieces in evening.table.items() if cell not in ("e3", "f3")} | {"g3": ("gold",)}
    evening.shows(after)
    evening.press("done")
    evening.shows(after)
    return evening


def bout_of_spaces(journal: Journal) -> Evening:
    """A bout that White has won with its second move; Done starts the next one."""
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for roll, move in (([4, 4], None), ([1, 3], None), ([5], "A6-B7-C6-B3-A2-J2"), ([4], "J6-I7-H6-I3-J2")):
        evening.perform(EnterRoll(roll), "die")
        if move is not None:
            evening.plays(move)
    assert evening.session.state.game.status(evening.session.state.position).due == "next"
    evening.told()
    return evening
