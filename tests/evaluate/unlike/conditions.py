"""How one camera sees a table: place, lens, picture size and faults, all drawn from a seed.

Within the limits a person still reads the table at a glance: a piece is at least MIN_PIECE_PX wide, blur is a small
part of a piece, and pale print still looks different from the pieces on it. One seed is one camera: all photographs of
a folder share these conditions, like the set-up photograph and the frames of one game.
"""

from __future__ import annotations

import math
import random
from dataclasses import asdict, dataclass

SIZES = ((640, 480), (800, 600), (1280, 720), (1280, 960), (1640, 1232), (1920, 1080))
MIN_PIECE_PX = 13.0
# the standard deviation of blur, as a part of the diameter of the piece that is smallest in the picture
MAX_BLUR = 0.09
MAX_FAULTS = 3
# of the barrel times the square of a corner's distance in focal lengths: beyond it the lens shows no corner
MAX_BARREL = 0.12
HARD_LIGHTS = ("two-lamps", "ceiling-panel", "low-window")


@dataclass(frozen=True, slots=True)
class Conditions:
    """The place, lens and faults of one camera, and what is true of all its pictures."""

    size: tuple[int, int]
    """Width and height of the picture in pixels."""
    tilt_deg: float
    """The camera's angle from straight above."""
    side_deg: float
    """From which side of the board it looks; -90 is the print's bottom edge."""
    roll_deg: float
    """How far the picture is turned about its middle."""
    view_deg: float
    """The horizontal field of view of the undistorted picture."""
    fill: float
    """How much of the picture's width or height the board takes, whichever is more."""
    barrel: float
    """Radial distortion k1 of the OpenCV model: below 0 barrel, above 0 pincushion."""
    light: str
    """A light of photo.py, or one of HARD_LIGHTS."""
    exposure: float
    """The exposure, as a multiple of a good one."""
    red_gain: float
    """Error of the white balance: red is multiplied by this and blue divided by it."""
    focus_blur: float
    """Standard deviation of a blur that is equal in all directions, in parts of a piece's diameter."""
    motion_blur: float
    """Length of a straight smear, in parts of a piece's diameter."""
    motion_deg: float
    """Direction of that smear."""
    jpeg: int
    """JPEG quality, 100 for a picture that was never compressed."""
    worn: float
    """How much pieces of one kind differ in colour: the standard deviation of the factor on a piece's colour."""
    cover: str
    """What covers the board in the photographs that have something over it: hand, sleeve, phone or cup."""

    def dump(self) -> dict[str, object]:
        """The conditions as JSON."""
        return asdict(self)


def draw(seed: int, game: str, board_mm: tuple[float, float], piece_mm: float) -> Conditions:
    """The conditions of one seed and game: any camera, lens and light, and at most MAX_FAULTS faults of the picture."""
    chance = random.Random(f"conditions {game} {seed}")
    size = chance.choice(SIZES)
    # The smaller the picture, the more of it the board has to fill, so that pieces can be seen.
    least = min(0.92, MIN_PIECE_PX * max(board_mm) / (piece_mm * size[0]) * 1.35)
    fill = chance.uniform(max(0.62, least), 0.95)
    tilt = chance.choice((chance.uniform(0, 12), chance.uniform(5, 30), chance.uniform(25, 45)))
    turned = chance.random() < 0.2
    fault = {
        "exposure": math.exp(chance.uniform(math.log(0.25), math.log(1.9))),
        "red_gain": math.exp(chance.uniform(-0.35, 0.35)),
        "focus_blur": chance.uniform(0.01, MAX_BLUR),
        "motion_blur": chance.uniform(0.03, 2.5 * MAX_BLUR),
        "jpeg": float(chance.randint(15, 40)),
        "worn": chance.uniform(0.04, 0.14),
    }
    none = {"exposure": 1.0, "red_gain": 1.0, "focus_blur": 0.0, "motion_blur": 0.0, "worn": 0.0}
    none["jpeg"] = chance.choice((100, chance.randint(40, 95)))
    happens = chance.sample(list(fault), chance.randint(0, MAX_FAULTS))
    is_like = {name: fault[name] if name in happens else none[name] for name in fault}
    side = round(chance.choice((-90, -90, -90, 0, 180, 90)) + chance.uniform(-20, 20), 2)
    roll = round(chance.uniform(-8, 8) + (180 if turned else 0), 2)
    field = round(chance.uniform(48, 78), 2)
    barrel = chance.choice((0.0, chance.uniform(-0.22, 0.0), chance.uniform(-0.1, 0.08)))
    corner = math.tan(math.radians(field / 2)) * math.hypot(*size) / size[0]
    return Conditions(
        size=size,
        tilt_deg=round(tilt, 2),
        side_deg=side,
        roll_deg=roll,
        view_deg=field,
        fill=round(fill, 3),
        barrel=round(max(barrel, -MAX_BARREL / corner**2), 4),
        light=chance.choice(HARD_LIGHTS) if chance.random() < 0.3 else "random",
        exposure=round(is_like["exposure"], 3),
        red_gain=round(is_like["red_gain"], 3),
        focus_blur=round(is_like["focus_blur"], 4),
        motion_blur=round(is_like["motion_blur"], 4),
        motion_deg=round(chance.uniform(0, 180), 1),
        jpeg=round(is_like["jpeg"]),
        worn=round(is_like["worn"], 3),
        cover=chance.choice(("hand", "hand", "sleeve", "sleeve", "phone", "cup")),
    )
