"""Renders folders of photographs with photo.py: repainted boards, other lenses and lights, faults, things over the
board.

Runs in the environment of photo.py. That file is loaded by its path and not changed. For each folder, its functions for
camera, lens, lights, the material of pieces and what covers the board are replaced.

    python -m tests.evaluate.unlike.photograph PHOTO_TOOL JOBS.json

JOBS: [{"out", "pack", "positions", "seed", "conditions", "painted", "spp"}]. Each folder gets the pictures and
truth.json of photo.py, view.json with the board's corners in pixels, and a repainted board's print in pack/.

If two kinds of pieces look alike in the pictures, the folder is rendered again in another, less bright light.
"""

from __future__ import annotations

import importlib.util
import json
import math
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np

from tests.evaluate.unlike import alike, paint, views

CLOTHS = (
    [0.55, 0.08, 0.07],
    [0.05, 0.09, 0.25],
    [0.70, 0.68, 0.62],
    [0.04, 0.04, 0.05],
    [0.25, 0.32, 0.12],
    [0.45, 0.42, 0.40],
)
Array = np.ndarray
_MAX_LIGHTS = 8  # lights tried for one folder
_NEXT_SEED = 100_000  # added to a folder's seed for each further light
_MARGIN = 1.15  # a line of sight must be at least this many times a lamp's half size away from the lamp


def load(tool: Path) -> ModuleType:
    """photo.py as a module."""
    spec = importlib.util.spec_from_file_location("photo", tool)
    if spec is None or spec.loader is None:
        sys.exit(f"{tool} is no Python file: name photo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def take(photo: ModuleType, job: Mapping[str, Any]) -> None:
    """Renders one folder. Ends the program if two kinds of pieces look alike in every light that is tried."""
    out, seed, told = Path(job["out"]), int(job["seed"]), dict(job["conditions"])
    out.mkdir(parents=True, exist_ok=True)
    pack = Path(job["pack"])
    layout = json.loads((pack / "layout.json").read_text(encoding="utf-8"))
    look = photo.random_look(np.random.default_rng(seed + 9_000_000))
    if job["painted"]:
        pack = _painted(pack, out / "pack", layout, [look[kind][1] for kind in layout["pieces"]], seed)
    w, h = layout["size_mm"]
    view = views.place(told, (w, h))
    positions = json.loads(Path(job["positions"]).read_text(encoding="utf-8"))
    for light in range(_MAX_LIGHTS):
        _render(photo, pack, out, positions, seed + _NEXT_SEED * light, told, view, layout, look, int(job["spp"]))
        pictures = [(cv2.imread(str(out / f"{p['name']}.png")), p["cells"]) for p in positions if not p["hand"]]
        mixed_up = alike.find_alike(pictures, layout, view, {kind: made[1] for kind, made in look.items()})
        if not mixed_up:
            break
        print(f"{out.name}: {' and '.join(mixed_up[0])} look alike in light {light}", flush=True)  # noqa: T201
        told["exposure"] = math.sqrt(told["exposure"])
    else:
        sys.exit(f"{out}: two kinds look alike in {_MAX_LIGHTS} lights")
    edge = np.array([[-w, h, 0], [w, h, 0], [w, -h, 0], [-w, -h, 0]]) / 2
    corners = [[round(float(v), 2) for v in corner] for corner in view.project(edge)]
    seen = {"corners": corners, "piece_px": round(_piece_px(view, layout), 1), "conditions": told}
    (out / "view.json").write_text(json.dumps(seen, indent=1), encoding="utf-8")


def _render(
    photo: ModuleType,
    pack: Path,
    out: Path,
    positions: Sequence[Mapping[str, Any]],
    seed: int,
    told: Mapping[str, Any],
    view: views.View,
    layout: Mapping[str, Any],
    look: Mapping[str, Any],
    spp: int,
) -> None:
    """Renders the positions of one folder in the light of one seed."""
    w, h = layout["size_mm"]
    film_w, film_h, field = views.film(view)
    rng = np.random.default_rng([seed, 5])
    hard = _hard_lights(photo, told["light"], rng, max(w, h))
    piece_px = _piece_px(view, layout)
    photo.camera_rays = lambda *_: (field, [float(v) for v in view.origin], [float(v) for v in view.target])

    def lens(light: Array, r: Any, _k1: float, noise: float, gain: float, wb: Sequence[float]) -> Array:
        balance = np.array(wb) if hard is None else hard[1]
        return views.develop(light, view, told, piece_px, noise, gain, balance, r)

    photo.lens = lens
    kept = {name: getattr(photo, name) for name in ("lights", "random_lights", "bsdf", "hand", "SKINS")}
    photo.random_lights = lambda *given: _beside_the_view(photo, kept["random_lights"](*given), view, (w, h))
    if hard is not None:
        photo.lights = lambda *_: hard[0]
        photo.GLOSSY_PRINT.add("ceiling-panel")
    if told["worn"]:
        photo.bsdf = lambda rgb, made: kept["bsdf"](
            np.clip(rgb * np.exp(rng.normal(0, told["worn"], 1) + rng.normal(0, told["worn"] / 3, 3)), 0, 1), made
        )
    _cover(photo, told["cover"], rng)
    try:
        photo.render(pack, out, positions, seed, told["light"], spp, film_w, film_h, look=look)
    finally:
        for name, value in kept.items():
            setattr(photo, name, value)


def _piece_px(view: views.View, layout: Mapping[str, Any]) -> float:
    """The width in pixels of a piece of the smallest kind in the board corner where it appears smallest."""
    w, h = layout["size_mm"]
    half = np.array([min(kind["diameter_mm"] for kind in layout["pieces"].values()) / 2, 0, 0])
    corners = np.array([[x * w / 2, y * h / 2, 0] for x in (-1, 1) for y in (-1, 1)])
    return float(np.linalg.norm(view.project(corners + half) - view.project(corners - half), axis=1).min())


def _painted(
    pack: Path, out: Path, layout: Mapping[str, Any], pieces: Sequence[tuple[float, float, float]], seed: int
) -> Path:
    """A folder like `pack` with the board repainted."""
    out.mkdir(parents=True, exist_ok=True)
    original = cv2.imread(str(pack / "board.png"))
    cv2.imwrite(str(out / "board.png"), paint.repaint(layout, original, pieces, seed))
    shutil.copy(pack / "layout.json", out / "layout.json")
    return out


def _hard_lights(photo: ModuleType, name: str, rng: Any, wide: float) -> tuple[dict[str, Any], Array] | None:
    """The lamps of a hard light and the camera's white balance in it; None for lights that photo.py knows."""
    if name in photo.LIGHTS:
        return None
    if name == "two-lamps":
        # For each lamp: elevation and azimuth in radians, distance and half size in parts of the board, kelvin, part of
        # the light.
        turn, other = rng.uniform(0, 2 * math.pi), rng.uniform(1.8, 4.5)
        lamps = [
            (rng.uniform(0.5, 1.1), turn, 2.2, 0.12, rng.uniform(2400, 4000), 1.0),
            (rng.uniform(0.4, 1.1), turn + other, 2.0, 0.12, rng.uniform(3500, 6500), rng.uniform(0.5, 1)),
        ]
        around = 0.08
    elif name == "ceiling-panel":
        lamps = [
            (
                rng.uniform(1.15, 1.5),
                rng.uniform(0, 2 * math.pi),
                3.0,
                rng.uniform(0.4, 0.8),
                rng.uniform(3500, 6500),
                1.0,
            )
        ]
        around = 0.15
    elif name == "low-window":
        lamps = [
            (
                rng.uniform(0.16, 0.36),
                rng.uniform(0, 2 * math.pi),
                3.5,
                rng.uniform(0.7, 1.1),
                rng.uniform(5500, 8500),
                1.0,
            )
        ]
        around = rng.uniform(0.05, 0.2)
    else:
        raise ValueError(f"there is no light {name!r}")
    out: dict[str, Any] = {"env": {"type": "constant", "radiance": {"type": "rgb", "value": around}}}
    total = np.full(3, around)
    for number, (up, turn, far, half, kelvin, share) in enumerate(lamps):
        colour, far_mm, half_mm = photo.kelvin(kelvin), far * wide, half * wide
        at = [far_mm * math.cos(turn) * math.cos(up), far_mm * math.sin(turn) * math.cos(up), far_mm * math.sin(up)]
        strong = colour * share * far_mm**2 / (4 * half_mm**2 * max(0.3, math.sin(up)))
        place = photo.T().look_at(origin=at, target=[0, 0, 0], up=[0, 1, 0]).scale(float(half_mm))
        radiance = {"type": "rgb", "value": [float(v) for v in strong]}
        out[f"lamp{number}"] = {
            "type": "rectangle",
            "to_world": place,
            "emitter": {"type": "area", "radiance": radiance},
        }
        total = total + colour * share
    return out, (total / total[1]) ** -rng.uniform(0.5, 1)


def _beside_the_view(
    photo: ModuleType, lit: tuple[dict[str, Any], Array, bool], view: views.View, board_mm: tuple[float, float]
) -> tuple[dict[str, Any], Array, bool]:
    """The lights of photo.py; a light between camera and board is moved to the other side of the board."""
    lamps, falls, mirrors = lit
    x, y = (np.linspace(-side / 2, side / 2, 9) for side in board_mm)
    board = np.stack([*np.meshgrid(x, y), np.zeros((9, 9))], axis=-1).reshape(-1, 3)
    for lamp in lamps.values():
        if lamp["type"] == "rectangle" and _hides(np.array(lamp["to_world"].matrix, np.float64), view.origin, board):
            lamp["to_world"] = photo.T().rotate([0, 0, 1], 180) @ lamp["to_world"]
    return lamps, falls, mirrors


def _hides(pose: Array, eye: Array, points: Array) -> bool:
    """True if a square from (-1, -1) to (1, 1), placed by a pose (4, 4), hides a point of (n, 3) from the eye."""
    into = np.linalg.inv(pose)
    start = into[:3, :3] @ np.asarray(eye, np.float64) + into[:3, 3]
    ends = points @ into[:3, :3].T + into[:3, 3]
    through = (start[2] > 0) != (ends[:, 2] > 0)
    share = start[2] / np.where(through, start[2] - ends[:, 2], 1.0)
    crossed = start + share[:, None] * (ends - start)
    return bool((through & (np.abs(crossed[:, :2]) < _MARGIN).all(axis=1)).any())


def _cover(photo: ModuleType, name: str, rng: Any) -> None:
    """Replaces photo.py's hand by what covers the board: a hand in a sleeve, a phone or a cup."""
    if name == "hand":
        return
    photo.SKINS = [list(CLOTHS[rng.integers(len(CLOTHS))])]
    if name == "sleeve":
        return

    def thing(r: Any, wide: float, folder: Path) -> str:
        import trimesh

        x, y = r.uniform(-0.25, 0.25, 2) * wide
        if name == "phone":
            mesh = trimesh.creation.box(extents=(72, 150, 9))
            lift = 4.5 + r.uniform(7, 30)  # it lies on pieces, or is held over them
        else:
            mesh = trimesh.creation.cylinder(radius=r.uniform(32, 42), height=95, sections=40)
            lift = 47.5 + 8
        mesh.apply_transform(trimesh.transformations.rotation_matrix(r.uniform(0, math.pi), (0, 0, 1)))
        mesh.apply_translation((x, y, lift))
        file = Path(folder) / f"{name}{r.integers(1 << 30)}.ply"
        mesh.export(file)
        return str(file)

    photo.hand = thing


def main() -> int:
    """Renders all folders of a file of jobs, and prints after each folder that it is done."""
    tool, jobs = (Path(argument) for argument in sys.argv[1:3])
    photo = load(tool)
    for job in json.loads(jobs.read_text(encoding="utf-8")):
        take(photo, job)
        print(f"rendered {job['out']}", flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
