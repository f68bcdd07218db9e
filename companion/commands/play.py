"""`companion play`: puts a game together from the settings and runs it.

The one place that knows which camera, die, buttons and display there are; the work is done elsewhere.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from companion import config as settings
from companion.app.frontend import Frontend, NullFrontend, TouchFrontend, choose
from companion.app.game_loop import (
    EventLog,
    ServiceError,
    Stage,
    learn_empty,
    open_layout,
    place_corners,
    read_position,
)
from companion.app.game_loop import run as perform
from companion.app.recorder import Recorder
from companion.boards import BOARDS, Board, art
from companion.commands.output import fail
from companion.config import Config, ConfigError
from companion.devices.box_panel import BoxPanel
from companion.devices.buttons import BUTTONS as BUTTON_NAMES
from companion.devices.buttons import Buttons
from companion.devices.die import Die
from companion.devices.diebox import DieBox
from companion.devices.display import DisplayError, NoDisplay, open_display
from companion.devices.errors import DeviceError
from companion.devices.gpio import GpioButtons, LampDisplay, open_pins
from companion.devices.pi_die import ROLLING_S, PiDie, VirtualDiceDisplay
from companion.devices.pins import DIE_PINS
from companion.devices.script_die import ScriptDie
from companion.devices.virtual_buttons import VirtualButtons
from companion.fairness.commit_reveal import SealedRolls, SecretStore
from companion.fairness.proofs import find_last_box_rolls
from companion.history.events import GameResumed, Started, State
from companion.history.journal import Journal, JournalError
from companion.history.saved_games import SavedGameError, choose_game, list_unfinished
from companion.presentation.game_menu import GameMenu
from companion.screen.menu import MenuScreen
from companion.screen.touchscreen import Touchscreen
from companion.session import Options, Session
from companion.values.commands import Cue, ScriptError, load_script
from companion.values.notifications import Notification, in_words
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import Scene
from companion.virtual_table.window import TableWindow
from vision.errors import SourceError, VisionError
from vision.layout import LayoutError
from vision.reader import Reader
from vision.sources import FrameSource, open_source
from vision.watcher import Watcher

Begin = tuple[State, Started | GameResumed | None]
"""A game to play, and the event that the journal needs for it."""

DICE = ("gpio", "serial:DEVICE", "screen", "script", "virtual")
BUTTONS = ("gpio", "serial", "screen", "script", "virtual")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of interfaces.md section 7."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (TOML)")
    parser.add_argument("--game", metavar="GAME", help=f"what to play: {', '.join(BOARDS)}; default: the saved game")
    parser.add_argument("--camera", metavar="URI", help="picamera, v4l2:DEVICE, video:FILE, images:DIR or virtual")
    parser.add_argument("--die", metavar="URI", help=f"where throws come from: {', '.join(DICE)}")
    parser.add_argument("--buttons", metavar="URI", help=f"where presses come from: {', '.join(BUTTONS)}")
    parser.add_argument("--display", choices=("auto", "window", "kmsdrm", "none"), help="where to show the game")
    parser.add_argument("--layout", type=Path, metavar="FILE", help="a board that you own: its layout.json")
    parser.add_argument(
        "--corners", metavar="'X,Y X,Y X,Y X,Y'", help="its corners in the picture (px), top left first, clockwise"
    )
    parser.add_argument(
        "--corners-at", metavar="'X,Y X,Y X,Y X,Y'", help="where on the layout these points are (mm); else its corners"
    )
    parser.add_argument("--empty", type=Path, metavar="IMAGE", help="a picture of that board without any pieces")
    begin = parser.add_mutually_exclusive_group()
    begin.add_argument("--position", type=Path, metavar="FILE", help="begin a new game from a position (JSON)")
    begin.add_argument("--saved", type=int, metavar="GAMENO", help="go on with this game of `companion journal list`")
    begin.add_argument("--choose", action="store_true", help="choose on the screen what to play")
    parser.add_argument("--script", type=Path, metavar="FILE", help="what to press and when: lines FRAME ACTION")
    parser.add_argument("--events", metavar="FILE", help="write what happens as JSON lines; - for standard output")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are saved")


def run(args: argparse.Namespace) -> int:
    """Plays until the game or the input has ended. Exit status 0, 1 on a stated error, 2 on wrong use."""
    try:
        config = _config(args)
        _check_devices(config)
    except ConfigError as error:
        return fail("play", str(error), 2)
    try:
        with ExitStack() as stack:
            cues = load_script(args.script) if args.script else ()
            position = read_position(args.position) if args.position else None
            log = stack.enter_context(EventLog(args.events)) if args.events else None
            journal = stack.enter_context(Journal(config.folder() / "journal.db"))
            asked = _nothing_named(config, journal, args)
            named = None if asked else choose_game(journal, config.game_id, position, args.saved)
            for notification in _evening(config, journal, named, cues):
                sys.stderr.write(in_words(notification) + "\n")
                if log is not None:
                    log.write(notification)
        return 0
    except (
        DeviceError,
        DisplayError,
        JournalError,
        LayoutError,
        SavedGameError,
        ScriptError,
        ServiceError,
        VisionError,
    ) as error:
        return fail("play", str(error))


def _evening(config: Config, journal: Journal, named: Begin | None, cues: tuple[Cue, ...]) -> Iterator[Notification]:
    """One game after the other, chosen on the screen, until somebody quits or the input ends.

    named: what to begin with, None where people are asked at once. cues: for the first game. Where what they chose
    cannot be saved, the menu says why and asks again.
    """
    trouble = ""
    while (begin := named or _ask_what_to_play(config, journal, trouble)) is not None:
        trouble = ""
        try:
            with _stage(config, journal, *begin) as stage:
                if (yield from perform(replace(stage, cues=cues))) != "menu":
                    return
        except JournalError as error:
            if named is not None:
                raise
            trouble = str(error)
        named, cues = None, ()


def _nothing_named(config: Config, journal: Journal, args: argparse.Namespace) -> bool:
    """Whether people are asked on the screen what to play: where they want to be, or nothing says it."""
    if args.choose:
        return True
    named = config.game_id is not None or args.position is not None or args.saved is not None
    return config.display_mode != "none" and not named and not list_unfinished(journal.entries)


def _ask_what_to_play(config: Config, journal: Journal, trouble: str) -> Begin | None:
    """What people choose on the screen, as `choose_game` gives it; None where they close it.

    trouble: why what they chose before cannot be played, to be shown; "" for none.
    """
    with open_display(config.display_mode, rotate=config.display_rotate) as display:
        if isinstance(display, NoDisplay):
            raise SavedGameError(f"--choose needs a display: name a game with --game instead: {', '.join(BOARDS)}")
        chosen = choose(
            display, MenuScreen(BOARDS, display.size), GameMenu(list_unfinished(journal.entries), trouble=trouble)
        )
    return None if chosen is None else choose_game(journal, None, chosen.position, chosen.number)


@contextmanager
def _stage(config: Config, journal: Journal, state: State, begins: Started | GameResumed | None) -> Iterator[Stage]:
    """Everything that the game runs on, open; closed again at the end. A new game begins once all is open."""
    info = state.game.info
    if info.id not in BOARDS:
        raise ServiceError(f"there is no board for {info.title} yet: play one of {', '.join(BOARDS)}")
    board, layout = BOARDS[info.id], open_layout(config, info.id, info.cells, info.kinds)
    config = place_corners(config, layout)
    reader = Reader(layout, art(layout))
    if config.board_empty is not None:
        learn_empty(reader, layout, config.camera_corners, config.board_empty)
    stock = board.stock_for(tournament=state.game.dump(state.position).get("match") is not None)
    with ExitStack() as stack:
        camera: FrameSource
        if config.camera_uri == "virtual":
            scene = Scene(board, stock=stock)
            scene.lay(state.game.table(state.position))
            virtual = VirtualCamera(scene, live=True)
            camera, face = virtual, _window(config, board, scene, virtual, stack)
        else:
            camera, face = _camera(config.camera_uri), _touch_face(config, board, stack)
        stack.enter_context(camera)
        session = Session(
            journal,
            state,
            layout.middles,
            resumed=not isinstance(begins, Started),
            options=Options(config.play_quiet_commit_s),
            stock=stock,
        )
        seals = SealedRolls(SecretStore(config.folder() / "seals"), lambda: session.state, session.record)
        die, buttons = _die_and_buttons(config, journal, seals, face.watched, stack)
        if begins is not None:
            journal.append(begins)
        recorder = Recorder(journal, info.id, config, layout, lambda text: session.notice(text, "report"))
        yield Stage(
            session=session,
            camera=camera,
            watcher=Watcher(layout, reader, corners=config.camera_corners),
            face=face,
            die=die,
            seals=seals if isinstance(die, PiDie) else None,
            buttons=buttons,
            recorder=stack.enter_context(recorder),
            stall_s=config.camera_stall_s,
            paced=face.watched and not camera.live,
        )


def _die_and_buttons(
    config: Config, journal: Journal, seals: SealedRolls, watched: bool, stack: ExitStack
) -> tuple[Die, tuple[Buttons, ...]]:
    """The die and the buttons that the settings name, open. A die box is one port for both."""
    kind, _, port = config.die_uri.partition(":")
    pressed, _, other_port = config.buttons_uri.partition(":")
    buttons: list[Buttons] = []
    pins = stack.enter_context(open_pins()) if "gpio" in (kind, pressed) else None
    panels = {
        name: BoxPanel(DieBox(name, find_last_box_rolls(entry.event for entry in journal.entries)))
        for name in {port if kind == "serial" else "", (other_port or port) if pressed == "serial" else ""} - {""}
    }
    die: Die
    match kind:
        case "gpio":
            faces = LampDisplay(pins, DIE_PINS[: config.die_dice], config.die_face)
            die = PiDie(kind, seals.roll, display=faces, at_hand=True)
        case "serial":
            die = panels[port].die
        case "virtual":
            die = PiDie(kind, seals.roll, display=VirtualDiceDisplay(), rolling_s=ROLLING_S if watched else 0)
        case "script":
            die = ScriptDie()
        case _:
            die = PiDie(kind, seals.roll, rolling_s=ROLLING_S if watched else 0)
    if pressed == "gpio":
        buttons.append(GpioButtons(pins, BUTTON_NAMES))
    elif kind == "gpio":
        buttons.append(GpioButtons(pins, ("throw",)))
    if pressed == "serial":
        buttons.append(panels[other_port or port].buttons)
    elif pressed == "virtual":
        buttons.append(VirtualButtons())
    return stack.enter_context(die), tuple(stack.enter_context(one) for one in buttons)


def _window(config: Config, board: Board, scene: Scene, camera: VirtualCamera, stack: ExitStack) -> Frontend:
    """The virtual table's window, or nobody where no display is wanted."""
    if config.display_mode == "none":
        return NullFrontend()
    if config.display_mode == "kmsdrm":
        raise DisplayError("the virtual table needs a desktop and a mouse: use --display window, or another --camera")
    return stack.enter_context(TableWindow(scene, camera, Touchscreen(board, menu=True)))


def _camera(uri: str) -> FrameSource:
    """A camera or recording. Raises SourceError, which names the virtual table too where it names all."""
    try:
        return open_source(uri)
    except SourceError as error:
        if not str(error).startswith(f"the camera {uri!r} is not known"):
            raise
        raise SourceError(f"{error}; or the virtual table: virtual") from error


def _touch_face(config: Config, board: Board, stack: ExitStack) -> Frontend:
    """The touchscreen on the display that the settings name, or nobody where none is wanted."""
    if config.display_mode == "none":
        return NullFrontend()
    display = stack.enter_context(open_display(config.display_mode, rotate=config.display_rotate))
    return TouchFrontend(display, Touchscreen(board, display.size, menu=True))


def _config(args: argparse.Namespace) -> Config:
    """The settings of the file, overruled by the command line."""
    config = settings.load(args.config) if args.config else Config()
    asked = {
        "game_id": args.game,
        "camera_uri": args.camera,
        "die_uri": args.die,
        "buttons_uri": args.buttons,
        "display_mode": args.display,
        "data_dir": args.data,
        "board_layout": args.layout,
        "board_empty": args.empty,
        "camera_corners": _corners("--corners", args.corners),
        "camera_corners_at": _corners("--corners-at", args.corners_at),
    }
    config = replace(config, **{name: value for name, value in asked.items() if value is not None})
    if config.camera_corners_at is not None and config.camera_corners is None:
        raise ConfigError("--corners-at says where corners are on the board: give these with --corners")
    return config


def _corners(option: str, text: str | None) -> settings.Corners | None:
    try:
        return None if text is None else settings.parse_corners(text)
    except ValueError as error:
        raise ConfigError(f"{option}: {error}, not {text!r}") from error


def _check_devices(config: Config) -> None:
    for what, uri, known in (("die", config.die_uri, DICE), ("buttons", config.buttons_uri, BUTTONS)):
        kind, colon, port = uri.partition(":")
        if kind not in [name.partition(":")[0] for name in known] or (colon and (kind != "serial" or not port)):
            raise ConfigError(f"the {what} {uri!r} is not known; known are {', '.join(known)}")
    if config.die_uri == "serial":
        raise ConfigError("the die box's port is missing: name it, as in --die serial:/dev/ttyUSB0")
    if config.buttons_uri == "serial" and not config.die_uri.startswith("serial:"):
        raise ConfigError("the buttons' port is missing: name the die box's, as in --buttons serial:/dev/ttyUSB0")
