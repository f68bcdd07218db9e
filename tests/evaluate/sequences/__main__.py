"""Photographs stories by path tracing, plays them with `companion play`, and checks its events.

    python -m tests.evaluate.sequences [STORY ...] [--photo-tool FILE] [--python FILE] [--cache DIR] [--light NAME]
        [--look NAME] [--seed N] [--at-random N [--moves N] [--games LIST]]

--at-random N: instead of stories, N games of each kind with random moves. Each has its own seed, and a random light
and look.

Every event has to happen at the frames where the story has it, and no other event may happen. Exit status 1 if not. If
the companion asks what is there, people answer truthfully, and the film is played again with this answer.
The frames and the events stay in the cache, to be looked at and played again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules import GAMES
from companion.values.notifications import Notification
from tests.evaluate.renders import Studio, add_arguments
from tests.evaluate.sequences import at_random
from tests.evaluate.sequences.film import Film, Heard, answer, film, hear
from tests.evening.tale import tales
from vision.sources import read_image

STORIES = {
    f"{path.stem}-{number}": tale
    for path in sorted((Path(__file__).parent / "stories").glob("*.txt"))
    for number, tale in enumerate(tales(path.read_text(encoding="utf-8"), path.name), start=1)
}
"""The stories by name: the name of their file, and their number in it."""

EDGE = (40, 24)
"""The pixels cut off on the left and right, and above and below, so that a bump shows only what was photographed."""

BUMP = (14.0, -6.0, 1.5)
"""How far a bump moves the picture, in pixels, and turns it, in degrees, as if only the camera's direction changed."""

NOISE = 2.0
"""Noise added to each frame, in grey levels: a photograph is used for several frames, and no two frames are equal."""


BLACK = 8  # if no value of a photograph is above this, nothing can be seen


def photograph(studio: Studio, story: Film, folder: Path, seed: int, look: str) -> bool:
    """Makes the photographs of a film in a folder for each light, and writes the film's frames in order beside them.

    False if all photographs are black, because a lamp that was drawn at random is in front of the camera.
    """
    for light in dict.fromkeys(shot.light for shot in story.shots):
        shots = [shot for shot in story.shots if shot.light == light]
        studio.photograph(story.game, folder / light, [shot.position() for shot in shots], seed, light, look)
    made = write_frames(story, folder)
    return any(photo.max() > BLACK for photo in made)


def write_frames(story: Film, folder: Path) -> Collection[NDArray[np.uint8]]:
    """Writes the frames of a film. Its photographs are in this folder, and are returned."""
    lights = {shot.name: shot.light for shot in story.shots}
    made = {name: read_image(folder / light / f"{name}.png") for name, light in lights.items()}
    frames = folder / "frames"
    frames.mkdir(exist_ok=True)
    for old in frames.iterdir():
        old.unlink()
    for number, frame in enumerate(story.frames):
        cv2.imwrite(str(frames / f"{number:04d}.png"), as_seen(made[frame.shot], frame.bumped, number))
    return made.values()


def as_seen(photo: NDArray[np.uint8], bumped: bool, number: int) -> NDArray[np.uint8]:
    """A frame: the middle of a photograph, seen before or after a bump, with noise that depends on the frame's number.

    Every pixel of the frame was photographed, none is made up.
    """
    height, width = photo.shape[:2]
    x, y, turn = BUMP if bumped else (0.0, 0.0, 0.0)
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[:, 2] += np.array([x - EDGE[0], y - EDGE[1]])
    picture = cv2.warpAffine(photo, matrix, (width - 2 * EDGE[0], height - 2 * EDGE[1]), flags=cv2.INTER_CUBIC)
    noise = np.random.default_rng(number).normal(0.0, NOISE, picture.shape)
    return np.asarray(np.rint(picture + noise).clip(0, 255), np.uint8)


def play_and_answer(story: Film, folder: Path) -> list[Heard]:
    """What `companion play` says of a film if its questions are answered. The frames with the last answer stay in the
    folder.
    """
    told, answered = play(story, folder), -1
    while question := next((h for h in told if h.event == "unsure" and h.frame > answered), None):
        answered, after = question.frame, answer(story, question)
        if after is not None:
            story = after
            write_frames(story, folder)
            told = play(story, folder)
    return hear(story.acts, told)


def play(story: Film, folder: Path) -> list[Notification]:
    """What `companion play` says of the frames in a folder."""
    start, script, events = (folder / name for name in ("start.json", "script.txt", "events.jsonl"))
    start.write_text(json.dumps(story.start), encoding="utf-8")
    script.write_text("\n".join(story.script), encoding="utf-8")
    events.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as data:
        options = {
            "--position": start,
            "--camera": f"images:{folder / 'frames'}",
            "--die": "script",
            "--buttons": "script",
            "--display": "none",
            "--script": script,
            "--events": events,
            "--data": data,
        }
        words = [str(word) for option in options.items() for word in option]
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", "play", *words], capture_output=True, text=True, check=False
        )
    if done.returncode:
        sys.exit(f"companion play ended with {done.returncode}:\n{done.stderr.strip()}")
    return [_happening(**json.loads(line)) for line in events.read_text(encoding="utf-8").splitlines()]


def _happening(frame: int, t: float, event: str, **data: object) -> Notification:
    return Notification(frame, t, event, data)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stories", nargs="*", metavar="STORY", help=f"some of {', '.join(STORIES)}; default: all")
    add_arguments(parser)
    parser.add_argument("--light", default="daylight", help="in which the stories begin")
    parser.add_argument("--seed", type=int, default=31, help="a camera, its view and a set of pieces")
    parser.add_argument("--look", default="house", help="of the pieces: house, or random")
    parser.add_argument("--at-random", type=int, metavar="N", help="how many games with random moves")
    parser.add_argument("--moves", type=int, default=8, help="how long such a game is")
    parser.add_argument("--games", default=",".join(GAMES), help="which games")
    args = parser.parse_args(arguments)
    if unknown := sorted(set(args.stories) - set(STORIES)):
        parser.error(f"there is no story {unknown[0]!r}; there are {', '.join(STORIES)}")
    studio = Studio(args.photo_tool, args.python, args.cache)
    if args.at_random is None:
        films = [(f"{name}-{args.light}-{args.seed}", STORIES[name], args.seed) for name in args.stories or STORIES]
        shown = args.light, args.look
    else:
        seeds = range(args.seed, args.seed + args.at_random)
        games = args.games.split(",")
        films = [
            (f"{game}-random-{seed}", at_random.tale(game, seed, args.moves), seed) for game in games for seed in seeds
        ]
        shown = "random", "random"
    heard: list[Heard] = []
    played = 0
    for name, tale, seed in films:
        story = film(tale, shown[0])
        folder = args.cache / "sequences" / name
        if not photograph(studio, story, folder, seed, shown[1]):
            sys.stdout.write(f"{name}: left out, all photographs are black\n")
            continue
        played += 1
        begun = time.monotonic()
        told = play_and_answer(story, folder)
        sys.stdout.write(_summary(f"{name}, {shown[0]}", story, told, time.monotonic() - begun))
        sys.stdout.flush()
        heard += told
    if args.at_random is not None:
        sys.stdout.write(_counted(played, heard))
    return 0 if played and all(one.as_told for one in heard) else 1


def _counted(films: int, heard: Sequence[Heard]) -> str:
    """How many set-ups were confirmed and moves committed, how many questions came up, and which commits were wrong."""
    happened = [h for one in heard for h in one.happenings]
    moves = [(told, one.happenings) for one in heard for told in one.act.expected if told.event == "move"]
    followed = sum(any(told.is_this(h) for h in happenings) for told, happenings in moves)
    committed = sum(h.event == "move" for h in happened)
    confirmed, asked = (sum(h.event == event for h in happened) for event in ("setup-ok", "unsure"))
    return (
        f"{films} films: {confirmed} set-ups confirmed, {followed} of {len(moves)} moves followed, "
        f"{asked} questions, {committed - followed} wrong moves\n"
    )


def _summary(name: str, story: Film, told: Sequence[Heard], seconds: float) -> str:
    """A line for each sentence whose events were not the expected ones, and one line about the whole film."""
    expected = sum(len(one.act.expected) for one in told)
    heard, right = sum(len(one.happenings) for one in told), sum(one.right for one in told)
    return "".join(f"{name}: {one}\n" for one in told if not one.as_told) + (
        f"{name}: {len(story.shots)} photographs, {len(story.frames)} frames, {right} of {expected} events as told, "
        f"{heard - right} others, {seconds:.1f} s\n"
    )


if __name__ == "__main__":
    sys.exit(main())
