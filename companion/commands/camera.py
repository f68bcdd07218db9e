"""`companion camera`: try the camera, and see what it has chosen."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from companion.app.camera import open_camera
from companion.commands.shared.output import fail, say
from companion.commands.shared.setting_pairs import read_pairs
from companion.commands.shared.shell_command import ShellCommand
from companion.config import OPTIONS, Config, ConfigError, Problem, find_file, read_settings
from companion.language import _, start_sentence, translate
from vision.errors import SourceError, SourceStalled, VisionError
from vision.layout import DICTIONARIES
from vision.message import Message
from vision.register.markers import detect
from vision.sources import Activity, Fact, LiveSource, Picture, write_image

PATIENCE_S = 10.0
"""How long to wait for the first picture."""


@dataclass(frozen=True)
class Trial:
    """The result of trying a camera."""

    picture: Picture
    """The last picture."""
    facts: tuple[Fact, ...]
    """What the camera has chosen, and what was measured in its pictures."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the command."""
    parser.add_argument(
        "setting",
        nargs="*",
        metavar="KEY=VALUE",
        help=_("another setting of the camera to try, such as camera.focus=2.2 or camera.exposure=20000"),
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help=_("the settings file; default: yours, or the system's")
    )
    parser.add_argument("--camera", metavar="URI", help=_("picamera or v4l2:DEVICE; default: as the settings say"))
    parser.add_argument("--save", type=Path, metavar="FILE", help=_("save the last picture (.png or .jpg)"))
    parser.add_argument(
        "--seconds", type=float, default=15.0, metavar="S", help=_("how long the camera may take to settle (15)")
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def run(args: argparse.Namespace) -> int:
    """Tries the camera. Exit status 0, 1 if it gives no picture, 2 for wrong use and for settings that are wrong."""
    try:
        config = _read_config(args)
    except ConfigError as error:
        return fail("camera", str(error), 2)
    try:
        camera = open_camera(config) if config.camera_uri != "virtual" else None
        if not isinstance(camera, LiveSource):
            text = _("{uri} is no camera: name one with --camera picamera or --camera v4l2:/dev/video0")
            return fail("camera", text.format(uri=config.camera_uri), 2)
        trial = try_camera(camera, args.seconds)
        if args.save is not None:
            write_image(args.save, trial.picture)
    except VisionError as error:
        return fail("camera", str(error))
    say(_write_json(trial.facts) if args.json else _write_lines(trial.facts))
    return 0


def _read_config(args: argparse.Namespace) -> Config:
    """The settings of the file, overruled by those that people want to try. Raises ConfigError."""
    asked = {name: OPTIONS[name].kind.read(value) for name, value in read_pairs(args.setting).items()}
    for name in asked:
        if OPTIONS[name].section != "camera":
            raise ConfigError([Problem(OPTIONS[name].key, _("this is no setting of the camera"))])
    if args.camera is not None:
        asked["camera_uri"] = args.camera
    return replace(read_settings(find_file(args.config)).config, **asked)


def try_camera(camera: LiveSource, settle_s: float) -> Trial:
    """Takes pictures until the camera has found its values, for at most settle_s seconds. Raises SourceError."""
    picture, times, began = None, list[float](), time.monotonic()
    with camera:
        while True:
            now = time.monotonic()
            if now - began >= (PATIENCE_S if picture is None else settle_s):
                break
            try:
                frame = camera.read(1.0)
            except SourceStalled:
                continue
            camera.attend(Activity())
            picture = frame.image
            times.append(frame.t)
            state = {fact.name: fact.value for fact in camera.describe()}
            if len(times) > 1 and (state.get("held", True) or not state.get("can_hold", True)):
                break
        facts = camera.describe()
    if picture is None:
        raise SourceError(_("the camera gives no pictures: check its cable"))
    return Trial(picture, (*facts, *measure(picture, times)))


def measure(picture: Picture, times: Iterable[float]) -> tuple[Fact, ...]:
    """What a picture, and the times of all pictures, show about the camera. times: in s."""
    last = list(times)[-30:]
    green = picture[..., 1].astype(np.float32)
    steps = np.abs(np.diff(green, axis=1))
    rate = round((len(last) - 1) / (last[-1] - last[0]), 1) if len(last) > 1 else None
    return (
        Fact("measured_fps", Message("frames a second, measured"), rate),
        Fact("brightness", Message("brightness of the picture (0 to 255)"), round(float(green.mean()), 1)),
        Fact(
            "white", Message("the brightest part of the picture (0 to 255)"), round(float(np.percentile(green, 98)), 1)
        ),
        Fact("sharpness", Message("sharpness (larger is sharper)"), round(float(np.percentile(steps, 99)), 1)),
        Fact("markers", Message("markers of a board in sight"), len(detect(picture, DICTIONARIES[0], ()))),
    )


def _write_json(facts: Iterable[Fact]) -> str:
    return (
        json.dumps({fact.name: str(fact.value) if isinstance(fact.value, str) else fact.value for fact in facts}) + "\n"
    )


def _write_lines(facts: Iterable[Fact]) -> str:
    return "".join(f"{start_sentence(translate(fact.label))}: {_write_value(fact.value)}\n" for fact in facts)


def _write_value(value: Any) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return _("yes") if value else _("no")
        case str():
            return translate(value)
        case (int(), int()):
            return " x ".join(map(str, value))
        case tuple():
            return ", ".join(f"{number:g}" for number in value)
        case _:
            return f"{value:g}"


COMMAND = ShellCommand(add_arguments, run)
