"""Puts a game together from the settings: its board, camera, die, buttons and display.

Only this module knows every kind of these devices.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.app.album import Album
from companion.app.board_setup import check_corners, learn_empty, open_layout, place_corners
from companion.app.camera import open_camera
from companion.app.chosen_settings import ChosenSettings
from companion.app.die_and_buttons import open_die_and_buttons
from companion.app.displays import open_chosen_display
from companion.app.errors import ServiceError
from companion.app.frontend import Frontend, NullFrontend, TouchFrontend, choose, find_problem
from companion.app.game_loop import Ended, Stage
from companion.app.game_loop import run as run_game
from companion.app.heartbeat import ALL_PARTS, Computer
from companion.app.recorder import Recorder
from companion.app.script import Cue
from companion.app.side_pages import NamesSide, SidePages, Tools, make_side_pages
from companion.app.sounds import SoundController, TapSounds
from companion.app.teacher import Teacher
from companion.app.wishes import make_wishes
from companion.boards import BOARDS, Board, art
from companion.config import Config
from companion.devices.display import DisplayError, NoDisplay, keep_window
from companion.devices.pi_die import PiDie
from companion.devices.speaker import Speaker
from companion.devices.voice import Voice
from companion.fairness.commit_reveal import SealedRolls, SecretStore
from companion.history.events import GameDeleted, GameResumed, Named, Started
from companion.history.journal import Journal, JournalError
from companion.history.lessons import list_known_games, open_lessons
from companion.history.pictures import PictureStore
from companion.history.saved_games import SavedGameError, Summary, choose_game, list_events, list_unfinished
from companion.history.state import State, fold
from companion.language import _
from companion.presentation.game_menu import GameMenu
from companion.presentation.game_view import make_view
from companion.rules import GAMES
from companion.rules.lesson import Lesson
from companion.screen.menu import MenuScreen
from companion.screen.theme import use_theme
from companion.screen.touchscreen import Touchscreen
from companion.session import Options, Session
from companion.values.notifications import Notification
from companion.values.side_commands import AskLanguage
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import Scene
from companion.virtual_table.window import TableWindow
from companion.words import join_words
from vision.layout import Layout
from vision.reader import Reader
from vision.sources import FrameSource
from vision.watcher import Watcher


@dataclass(frozen=True, slots=True)
class Begin:
    """Which game to play, and how it begins."""

    state: State
    event: Started | GameResumed | None
    """The event that begins or resumes it in the journal; None if the journal needs none."""
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The names that the players have entered."""
    lesson: Lesson | None = None
    """The lesson that is taken; None for a usual game."""


def begin_lesson(game: str | None) -> Begin:
    """A new game for a lesson. game: which game it teaches. Raises ServiceError if there is no such lesson."""
    having = join_words((name for name, rules in GAMES.items() if rules.lesson() is not None), "or")
    if game is None:
        raise ServiceError(_("--lesson needs a game: name one with --game {games}").format(games=having))
    if game not in GAMES or (lesson := GAMES[game].lesson()) is None:
        raise ServiceError(_("there is no lesson for {game!r}: choose {games}").format(game=game, games=having))
    event = Started(game, GAMES[game].dump(GAMES[game].new(lesson.options)))
    return Begin(fold(None, event), event, lesson=lesson)


def play_games(
    config: Config, journal: Journal, named: Begin | None, cues: tuple[Cue, ...], computer: Computer, tools: Tools
) -> Iterator[Notification]:
    """Plays one game after the other, until somebody or the system quits, or the input ends. Yields what happens.

    named: the first game; None if people choose it on the screen, as they choose all later ones. cues: a script for the
    first game. tools: for the pages beside a game. If the journal cannot keep the lesson that people chose, the menu
    says why and asks again.
    """
    with keep_window():
        use_theme(config.display_theme)
        problem, settings = "", ChosenSettings(config)
        learned: Begin | None = None
        side = make_side_pages(settings, journal, tools)
        while (begin := named or _ask_for_game(settings, journal, side, problem, learned, computer)) is not None:
            problem = ""
            ended: Ended = "menu"
            side.close()
            try:
                with ExitStack() as stack:
                    kept, beside = journal, side
                    if begin.lesson is not None:
                        kept = stack.enter_context(open_lessons(settings.config.folder()))
                        beside = make_side_pages(settings, kept, tools)
                    stage = stack.enter_context(open_stage(settings, kept, begin))
                    computer.heartbeat.need(ALL_PARTS)
                    beside = beside.join(NamesSide(stage.session))
                    ended = yield from run_game(replace(stage, cues=cues, computer=computer, side=beside))
                    if ended not in ("menu", "again"):
                        return
            except JournalError as error:
                if named is not None:
                    raise
                problem = str(error)
            learned = begin if begin.lesson is not None and not problem else None
            named, cues = _begin_again(begin, journal) if ended == "again" else None, ()


def _begin_again(begin: Begin, journal: Journal) -> Begin:
    """How to go on with the game that has just been played. A lesson begins from its start."""
    if begin.lesson is None:
        return Begin(*choose_game(journal, None, None))
    return replace(begin_lesson(begin.state.game.info.id), names=begin.names)


def _ask_for_game(
    settings: ChosenSettings, journal: Journal, side: SidePages, problem: str, learned: Begin | None, computer: Computer
) -> Begin | None:
    """The game that people choose on the screen; None if they close the screen, or if the system quits.

    problem: why the lesson that they chose before cannot be kept; "" for none. learned: the lesson that they have just
    finished; then the page of its game is open, with the same names.
    """
    try:
        unknown = frozenset(GAMES) - list_known_games(journal.entries, settings.config.folder())
    except JournalError as error:
        problem, unknown = problem or str(error), frozenset()
    with open_chosen_display(settings.config) as display, Speaker(settings.get_volume) as speaker:
        if isinstance(display, NoDisplay):
            raise SavedGameError(
                _("--choose needs a display: name a game with --game instead: {boards}").format(
                    boards=", ".join(BOARDS)
                )
            )
        computer.heartbeat.need(["screen"])
        if settings.has_no_language:
            side.perform(AskLanguage())

        sounds = TapSounds(settings.get, speaker)

        def shown() -> None:
            computer.heartbeat.report("screen", find_problem(display))
            sounds.step(time.monotonic())

        def delete(number: int) -> tuple[Summary, ...]:
            journal.append(GameDeleted(number))
            try:
                PictureStore(journal.path.parent).delete(number)
            except OSError as error:
                text = _("The pictures of this game cannot be deleted: {reason}")
                raise SavedGameError(text.format(reason=error.strerror)) from error
            return list_unfinished(journal.entries)

        chosen = choose(
            display,
            MenuScreen(BOARDS, display.size),
            GameMenu(
                list_unfinished(journal.entries),
                game=None if learned is None else learned.state.game.info.id,
                options={} if learned is None else learned.state.game.info.defaults,
                names={} if learned is None else learned.names,
                trouble=problem,
                unknown=unknown,
                has_camera=settings.config.camera_uri != "virtual",
            ),
            side=side,
            shown=shown,
            press=sounds.hear_press,
            is_stopped=computer.is_stopped,
            switch_off=computer.switch_off,
            delete=delete,
            config=settings.get,
        )
    if chosen is None:
        return None
    if chosen.lesson is not None:
        return replace(begin_lesson(chosen.lesson), names=chosen.names)
    return Begin(*choose_game(journal, None, chosen.position, chosen.number), chosen.names)


@contextmanager
def open_stage(settings: ChosenSettings, journal: Journal, begin: Begin) -> Iterator[Stage]:
    """Opens all devices that the game needs, and closes them at the end. A new game begins when all are open."""
    config, state, info = settings.config, begin.state, begin.state.game.info
    if info.id not in BOARDS:
        raise ServiceError(
            _("there is no board for {game} yet: play one of {boards}").format(
                game=info.title, boards=", ".join(BOARDS)
            )
        )
    board, layout = BOARDS[info.id], open_layout(config, info.id, info.cells, info.kinds)
    check_corners(config, layout)
    config = place_corners(config, layout)
    stock = state.game.stock(state.position)
    with ExitStack() as stack:
        session = Session(
            journal,
            state,
            layout.middles,
            resumed=not isinstance(begin.event, Started),
            options=Options(config.play_quiet_commit_s),
            stock=stock,
            earlier=list_events(journal, begin.event),
        )
        teacher = None if begin.lesson is None else Teacher(session, begin.lesson)
        camera, frontend = _camera_and_frontend(settings, board, state, stock, stack)
        # People see the game before all that takes longer.
        first = make_view(session.state, session.now, None)
        frontend.show(first if teacher is None else teacher.add_step(first), None)
        reader = Reader(layout, art(layout))
        if config.board_empty is not None and (layout.markers or config.camera_corners is not None):
            learn_empty(reader, layout, config.camera_corners, config.board_empty)
        stack.enter_context(camera)
        seals = SealedRolls(SecretStore(config.folder() / "seals"), lambda: session.state, session.record)
        die, buttons = open_die_and_buttons(config, journal, seals.roll, stack, watched=frontend.watched)
        if teacher is not None:
            die = PiDie("lesson", teacher.roll, rolling_s=0)
        named = [Named(dict(begin.names))] if begin.names else []
        session.record(*([] if begin.event is None else [begin.event]), *named)
        recorder = Recorder(journal, info.id, config, layout, lambda text: session.notice(text, "report"))
        yield Stage(
            session=session,
            camera=camera,
            watcher=Watcher(layout, reader, corners=config.camera_corners),
            frontend=frontend,
            layout=layout,
            die=die,
            seals=seals if isinstance(die, PiDie) and teacher is None else None,
            buttons=buttons,
            recorder=stack.enter_context(recorder),
            album=_album(settings, journal, session, layout) if teacher is None else None,
            sounds=_sounds(settings, session, stack) if frontend.watched else None,
            teacher=teacher,
            stall_s=config.camera_stall_s,
            paced=frontend.watched and not camera.live,
        )


def _album(settings: ChosenSettings, journal: Journal, session: Session, layout: Layout) -> Album:
    """The pictures of the running game, if people want them. Lessons have none."""
    return Album(
        journal,
        session,
        layout,
        is_wanted=lambda: settings.config.data_pictures == "on",
        say=lambda text: session.notice(text, "pictures"),
    )


def _camera_and_frontend(
    settings: ChosenSettings, board: Board, state: State, stock: Mapping[str, int], stack: ExitStack
) -> tuple[FrameSource, Frontend]:
    """The camera, which is not open yet, and the screen that people look at, which is open."""
    config = settings.config
    if config.camera_uri != "virtual":
        return open_camera(config), _touchscreen(settings, board, stack)
    scene = Scene(board, stock)
    scene.lay(state.game.table(state.position))
    camera = VirtualCamera(scene, live=True)
    return camera, _window(settings, board, scene, camera, stack)


def _sounds(settings: ChosenSettings, session: Session, stack: ExitStack) -> SoundController:
    """The sounds and the speech of a game. The settings say whether people hear them."""
    speaker = stack.enter_context(Speaker(settings.get_volume))
    return SoundController(settings.get, speaker, stack.enter_context(Voice()), session.notice)


def _window(settings: ChosenSettings, board: Board, scene: Scene, camera: VirtualCamera, stack: ExitStack) -> Frontend:
    """The window of the virtual table. If nobody watches, a screen that shows nothing."""
    if settings.config.display_mode == "none":
        return NullFrontend()
    if settings.config.display_mode == "kmsdrm":
        raise DisplayError(
            _("the virtual table needs a desktop and a mouse: use --display window, or another --camera")
        )
    touchscreen = Touchscreen(board, menu=True)
    return stack.enter_context(
        TableWindow(scene, camera, touchscreen, make_wishes=lambda: make_wishes(settings.config))
    )


def _touchscreen(settings: ChosenSettings, board: Board, stack: ExitStack) -> Frontend:
    """The touchscreen on the display that the settings name. If nobody watches, a screen that shows nothing."""
    if settings.config.display_mode == "none":
        return NullFrontend()
    display = stack.enter_context(open_chosen_display(settings.config))
    return TouchFrontend(display, Touchscreen(board, display.size, menu=True), settings.get)
