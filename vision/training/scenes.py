"""A photograph of a board with pieces, and what is true of it: everything about it is drawn from random numbers.

The board's plane is painted from straight above as the camera would see it there (see `pieces`), and then turned into
the camera's picture: lens, blur, white balance, exposure, noise and compression.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout, PieceKind, Point
from vision.register import Registration
from vision.register.lens import Lens
from vision.training import boards, objects, pieces
from vision.training.boards import Board, Ours
from vision.training.pieces import Lamp, Make, Room
from vision.training.textures import Random, Singles, noise, some_hue_of_light, stuff

Picture = NDArray[np.uint8]
EMPTY, PIECE, THING, UNCLEAR = 0, 1, 2, 3
_FINEST = 4.0  # px per mm: no camera sees a whole board finer
_RADIUS_PX = 5.5, 16.0
"""How large pieces appear: the network's windows are no finer, so that larger ones would only take time."""

_SIDE = 760  # px: the longer side of what is painted


@dataclass(frozen=True, eq=False)
class Lying:
    """A piece: of which kind, where in mm, and which place (of all places in order) it lies at."""

    kind: int
    at: Point
    level: float
    place: int


@dataclass(frozen=True, eq=False)
class Scene:
    """A photograph and what is true of it."""

    image: Picture
    """BGR."""
    bare: Picture
    """The same board without any piece, by the same camera."""
    layout: Layout
    registration: Registration
    kinds: NDArray[np.int64]
    """(n,) the kind at each place, -1 where none is."""
    truth: NDArray[np.int64]
    """(n,) EMPTY, PIECE, THING or UNCLEAR, for each place."""
    piled: NDArray[np.int64]
    """(n,) how many pieces lie on each other at each place."""
    sizes: Singles
    """(kinds,) their diameters in parts of the largest."""


def some_scene(rng: Random, ours: tuple[Ours, ...], piles: bool = False) -> Scene:
    """A scene at random. ours: boards that are printed, for some of the scenes. piles: boards with many piles."""
    board = boards.with_piles(rng, ours) if piles else boards.some_board(rng, ours)
    tall = any(k.shape == "pawn" for k in board.layout.pieces.values())
    count = int(rng.choice([2, 2, 2, 3, 4])) if not tall else int(rng.integers(2, 5))
    makes = pieces.some_makes(rng, board.piece_mm * rng.uniform(0.93, 1.05), count, tall, boards.colours(rng, board))
    sizes = {k.diameter_mm for k in board.layout.pieces.values()}
    if not tall and not piles and rng.random() < (0.7 if len(sizes) > 1 else 0.15):
        small = rng.uniform(0.62, 0.85)  # some kinds are smaller: the windows are as large as the largest asks for
        makes = [
            replace(m, diameter=m.diameter * (small if i < 2 or rng.random() < 0.3 else 1)) for i, m in enumerate(makes)
        ]
        if max(m.diameter for m in makes) < 0.9 * board.piece_mm:
            makes.append(replace(makes[0], diameter=board.piece_mm, shape="token"))
    told = rng.uniform(0.93, 1.07)  # what people measure is not quite right
    if piles:  # nobody piles round pieces, and who counts piles has measured well
        makes = [
            replace(m, shape="disc" if m.shape in ("dome", "pawn") else m.shape, height=min(m.height, 0.4 * m.diameter))
            for m in makes
        ]
    high = rng.uniform(0.97, 1.03) if piles else rng.uniform(0.8, 1.2)
    kinds = {str(i): PieceKind(str(i), m.diameter * told, m.height * high) for i, m in enumerate(makes)}
    layout = boards.with_pieces(board, kinds)
    true = _camera(rng, layout, board)
    lying = _lay(rng, layout, makes, piles)
    image, bare, covered = _photograph(rng, board, layout, makes, lying, true)
    places = [p for c in layout.cells.values() for p in c.places()]
    in_row = np.array([len(c.places()) > 3 for c in layout.cells.values() for _ in c.places()])
    held = np.full(len(places), -1)
    piled = np.bincount([p.place for p in lying], minlength=len(places))
    truth = np.full(len(places), EMPTY)
    r = max(m.diameter for m in makes) / 2
    for piece in lying:
        near = np.hypot(*(np.array(piece.at) - places[piece.place]))
        if near > (1.25 if in_row[piece.place] else 0.8) * r:
            others = np.hypot(*(np.array(places) - piece.at).T)
            truth[others < 1.3 * r] = UNCLEAR
        elif truth[piece.place] != UNCLEAR:
            held[piece.place] = piece.kind
            truth[piece.place] = PIECE
    truth = np.where(covered >= 0.3, THING, np.where(covered > 0.06, UNCLEAR, truth))
    wide = np.array([m.diameter for m in makes], np.float32)
    return Scene(image, bare, layout, _misplaced(rng, true, layout, piles), held, truth, piled, wide / wide.max())


def _lay(rng: Random, layout: Layout, makes: list[Make], piles: bool) -> list[Lying]:
    """Pieces on some of the cells: few or many, near their places, some of them stacked."""
    dense = float(rng.choice([0.0, 0.08, 0.2, 0.4, 0.7, 0.9], p=[0.05, 0.18, 0.27, 0.25, 0.15, 0.1]))
    loose = float(rng.choice([0.02, 0.06, 0.12, 0.2]))
    together = rng.uniform(0.86, 1.05)  # of the spots' distance: how close pieces of a row lie
    first = rng.normal(0, 0.12)
    drift = rng.normal(0, 0.08, 2)  # people put all of them a little to one side
    if piles:  # who piles them puts them straight
        loose, together, first = float(rng.choice([0.015, 0.03, 0.06])), rng.uniform(0.985, 1.015), rng.normal(0, 0.03)
        drift = rng.normal(0, 0.02, 2)
    out, number = [], 0
    for cell in layout.cells.values():
        spots = cell.places()
        if rng.random() < dense:
            kind = int(rng.integers(len(makes)))
            many = int(rng.integers(1, len(spots) + 1))
            if len(spots) > 2 and cell.capacity > len(spots) and rng.random() < 0.15:
                many = len(spots) + int(rng.integers(1, 4))
            if piles and cell.capacity > len(spots):
                many = min(len(spots) - 1 + int(rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])), cell.capacity)
            make = makes[kind]
            for k in range(many):
                spot = min(k, len(spots) - 1)
                off = (rng.normal(0, loose, 2) + drift).clip(-0.33, 0.33) * make.diameter
                if rng.random() < 0.01:
                    off = off * 3
                x, y = spots[spot]
                if len(spots) > 3:  # a row from the rim on: each lies against the one before
                    row = (np.array(spots[-1]) - spots[0]) / (len(spots) - 1)
                    x, y = np.array(spots[0]) + row * (spot * together + first)
                level = make.height * max(0, k - len(spots) + 1)
                out.append(Lying(kind, (float(x + off[0]), float(y + off[1])), level, number + spot))
        number += len(spots)
    return out


def _camera(rng: Random, layout: Layout, board: Board) -> Registration:
    """A camera anywhere above the board that sees all of it."""
    aspect = float(rng.choice([4 / 3, 16 / 9, 3 / 4]))
    longer = rng.uniform(*_RADIUS_PX) * 2 / board.piece_mm * max(layout.size_mm) * 1.2
    longer = float(np.clip(longer, 280, 1280))
    w, h = round(longer * min(1.0, aspect)), round(longer * min(1.0, 1 / aspect))
    tilt = np.radians(rng.uniform(0, 48) if rng.random() < 0.8 else rng.uniform(0, 10))
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.2) + np.pi / 2 * rng.integers(4)
    focal = max(w, h) * rng.uniform(0.7, 1.4)
    size = np.array(layout.size_mm)
    middle = np.append(size / 2, 0.0)
    back = np.array([np.cos(turn), np.sin(turn)])
    edge = 0.5 * board.piece_mm
    corners = np.array(
        [(-edge, -edge), (size[0] + edge, -edge), (size[0] + edge, size[1] + edge), (-edge, size[1] + edge)]
    )
    k1 = rng.uniform(-0.08, 0.04) if rng.random() < 0.6 else 0.0
    roll = rng.normal(0, 0.06)
    distance, wanted = 2.0 * float(size.max()), rng.uniform(0.72, 0.99)
    for _ in range(12):  # as near as lets all of the board be seen
        place = np.append(size / 2 + back * distance * np.sin(tilt), -distance * np.cos(tilt))
        forward = (middle - place) / np.linalg.norm(middle - place)
        towards = np.array(
            [back[0] * np.cos(roll) - back[1] * np.sin(roll), back[0] * np.sin(roll) + back[1] * np.cos(roll), 0.0]
        )
        right = np.cross(towards, forward)
        right /= np.linalg.norm(right)
        turned = np.stack([right, np.cross(forward, right), forward])
        lens = Lens(float(focal), ((w - 1) / 2, (h - 1) / 2), float(k1))
        homography = lens.matrix() @ np.column_stack([turned[:, 0], turned[:, 1], -turned @ place])
        registration = Registration(homography / homography[2, 2], lens, (w, h))
        seen = registration.project(corners)
        reach = (np.abs(seen - lens.centre) / (np.array([w, h]) / 2)).max()
        if abs(reach - wanted) < 0.02:
            break
        distance *= np.clip(1 + 0.8 * (reach / wanted - 1), 0.6, 1.6)
    return registration


def _misplaced(rng: Random, true: Registration, layout: Layout, piles: bool) -> Registration:
    """Where the board is taken to lie: not quite where it does."""
    w, h = layout.size_mm
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    straight = true.lens.straighten(true.project(corners))
    off = float(rng.choice([0.0003, 0.0008, 0.002, 0.005][: 2 if piles else 4])) * max(true.size)
    moved = (straight + rng.normal(0, off, (4, 2))).astype(np.float32)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), moved)
    return replace(true, homography=np.asarray(homography, np.float64))


def _room(rng: Random, size: float) -> Room:
    """One to three lamps at any height, and light from all around."""
    lamps = []
    led = rng.random() < 0.27
    harsh = rng.random() < 0.15  # one small lamp in a dark room: shadows as dark as black pieces
    for k in range(1 if harsh else int(rng.integers(1, 4))):
        rise = np.radians(rng.uniform(10, 30) if rng.random() < 0.25 else rng.uniform(25, 88))
        turn = rng.uniform(0, 2 * np.pi)
        far = rng.uniform(1.0, 4.0) * size
        place = np.array([far * np.cos(turn) * np.cos(rise), far * np.sin(turn) * np.cos(rise), far * np.sin(rise)])
        light = some_hue_of_light(rng, led) * (1.0 if k == 0 else rng.uniform(0.1, 0.6))
        lamps.append(
            Lamp(place.astype(np.float32), float(np.exp(rng.uniform(np.log(0.03), np.log(0.8))) * size), light)
        )
        if harsh:
            lamps[0] = replace(lamps[0], width=min(lamps[0].width, 0.15 * size))
    low, high = (0.02, 0.15) if harsh else (0.04 if led else 0.08, 1.2)
    ambient = some_hue_of_light(rng, led) * np.float32(np.exp(rng.uniform(np.log(low), np.log(high))))
    return Room(tuple(lamps), np.asarray(ambient, np.float32))


def _photograph(
    rng: Random, board: Board, layout: Layout, makes: list[Make], lying: list[Lying], true: Registration
) -> tuple[Picture, Picture, Singles]:
    """The picture, that of the bare board, and how much of each place (n,) something foreign covers."""
    size = np.array(layout.size_mm)
    margin = 0.14 * float(size.max())
    scale = min(
        1.2 * float(np.median(true.scale_at(np.array([size / 2])))), _FINEST, _SIDE / (float(size.max()) + 2 * margin)
    )
    columns, rows = (round(float(v + 2 * margin) * scale) for v in size)
    x = (np.arange(columns, dtype=np.float32) + 0.5) / scale - margin
    y = (np.arange(rows, dtype=np.float32) + 0.5) / scale - margin
    plane = np.stack(np.meshgrid(x, y), axis=-1)
    camera = true.camera_mm().astype(np.float32)
    room = _room(rng, float(size.max()))
    room = Room(
        tuple(replace(p, place=p.place + np.append(size / 2, 0).astype(np.float32)) for p in room.lamps), room.ambient
    )
    # The print, the table around it, the light on both.
    table = stuff(rng, (rows, columns), boards.some_colour(rng))
    at = ((plane - board.origin) * boards.SCALE - 0.5).astype(np.float32)
    albedo = cv2.remap(
        board.print,
        at[..., 0],
        at[..., 1],
        cv2.INTER_AREA if scale < boards.SCALE else cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(-1, -1, -1),
    )
    albedo = np.where(albedo[..., :1] < 0, table, np.maximum(albedo, 0))
    falls = [_falloff(lamp, plane) for lamp in room.lamps]
    uneven = (
        1
        + rng.uniform(0, 0.35)
        * ((x[None, :] - size[0] / 2) * rng.normal() + (y[:, None] - size[1] / 2) * rng.normal())[..., None]
        / size.max()
    )
    ambient = room.ambient * np.clip(uneven, 0.3, 2)
    shadows = [_shadow(rng, lamp, makes, lying, plane.shape[:2], scale, margin) for lamp in room.lamps]
    thing = None
    if rng.random() < 0.4:
        inside = (margin * scale, margin * scale, columns - margin * scale, rows - margin * scale)
        thing = objects.some_thing(rng, (rows, columns), scale, inside)
    mirror = _mirrored(rng, room, plane, camera)
    lit_bare = albedo * (
        ambient + sum(lamp.light * fall[..., None] for lamp, fall in zip(room.lamps, falls, strict=True))
    )
    lit_bare = lit_bare + mirror
    close = _contact(makes, lying, plane.shape[:2], scale, margin)
    thing_shade = [np.ones((rows, columns), np.float32) for _ in room.lamps]
    if thing is not None:
        thing_shade = [_thing_shadow(thing, lamp, scale, size) for lamp in room.lamps]
        close = close * (1 - 0.5 * cv2.GaussianBlur(thing.mask, (0, 0), 12 * scale))
    picture = albedo * ambient * close[..., None]
    for lamp, fall, shadow, shade in zip(room.lamps, falls, shadows, thing_shade, strict=True):
        picture = picture + albedo * lamp.light * (fall * (1 - shadow) * shade)[..., None]
    picture = picture + mirror
    # Far pieces first, so that near ones hide them.
    order = sorted(lying, key=lambda p: (p.level, -np.hypot(p.at[0] - camera[0], p.at[1] - camera[1])))
    for piece in order:
        _put(rng, picture, piece, makes[piece.kind], plane, scale, margin, camera, room, falls, thing_shade)
    covered = np.zeros(sum(len(c.places()) for c in layout.cells.values()), np.float32)
    if thing is not None:
        light = ambient + sum(lamp.light * fall[..., None] for lamp, fall in zip(room.lamps, falls, strict=True))
        mask = thing.mask[..., None]
        picture = picture * (1 - mask) + mask * thing.colour * light
        covered = _covered(thing, layout, makes, camera, scale, margin)
    return (*_developed(rng, picture, lit_bare, true, scale, margin), covered)


def _falloff(lamp: Lamp, plane: Singles) -> Singles:
    """(h, w) how much of a lamp's light falls on the plane, 1 in its middle."""
    to = lamp.place - np.dstack([plane, np.zeros(plane.shape[:2], np.float32)])
    square = (to * to).sum(axis=-1)
    out = to[..., 2] / square**1.5
    return np.asarray(out / np.median(out), np.float32)


def _directions(rng: Random, lamp: Lamp) -> Singles:
    """(4, 3) points of a lamp, for soft shadows."""
    return lamp.place + rng.normal(0, 0.4, (4, 3)).astype(np.float32) * lamp.width * np.array([1, 1, 0.3], np.float32)


def _shadow(
    rng: Random, lamp: Lamp, makes: list[Make], lying: list[Lying], shape: tuple[int, int], scale: float, margin: float
) -> Singles:
    """(h, w) how much of a lamp's light the pieces keep off the plane."""
    out = np.zeros(shape, np.float32)
    outlines = [pieces.profile(m) for m in makes]
    turn = np.arange(12) * np.pi / 6
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    directions = _directions(rng, lamp)
    for point in directions:
        mask = np.zeros(shape, np.uint8)
        for piece in lying:
            z, radius = outlines[piece.kind]
            at = np.array(piece.at)
            rings = []
            for i in (0, 3, 7, 11, 15):
                high = min(float(z[i]) + piece.level, 0.8 * float(point[2]))
                away = (at - point[:2]) * high / (point[2] - high)
                rings.append(at + away + circle * max(float(radius[i]), 0.1))
            hull = cv2.convexHull(np.concatenate(rings).astype(np.float32))
            cv2.fillConvexPoly(
                mask, np.rint((hull + margin) * scale * 8).astype(np.int32), (255,), cv2.LINE_AA, shift=3
            )
        out += mask
    soft = max(0.4, float(lamp.width / np.linalg.norm(lamp.place)) * 3.0 * scale)
    return np.asarray(cv2.GaussianBlur(out / (255 * len(directions)), (0, 0), soft), np.float32)


def _contact(makes: list[Make], lying: list[Lying], shape: tuple[int, int], scale: float, margin: float) -> Singles:
    """(h, w) how much of the light from all around reaches the plane beside the pieces."""
    mask: Singles = np.zeros(shape, np.float32)
    for piece in lying:
        at = tuple(np.rint((np.array(piece.at) + margin) * scale).astype(int).tolist())
        cv2.circle(mask, at, round(makes[piece.kind].diameter / 2 * scale), (1.0,), -1)
    high = float(np.mean([m.height for m in makes]))
    return np.asarray(1 - 0.55 * cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.4 * high * scale)), np.float32)


def _thing_shadow(thing: objects.Thing, lamp: Lamp, scale: float, size: Singles) -> Singles:
    """(h, w) how much of a lamp's light passes something that hangs above the plane."""
    to = np.append(size / 2, 0) - lamp.place
    move = to[:2] / max(float(lamp.place[2]), 1.0) * thing.height * scale
    limit = 0.4 * max(thing.mask.shape)
    move = np.clip(move, -limit, limit)
    h, w = thing.mask.shape
    moved = cv2.warpAffine(
        thing.mask, np.array([[1, 0, move[0]], [0, 1, move[1]]], np.float32), (w, h), borderMode=cv2.BORDER_REPLICATE
    )
    soft = max(0.5, float(lamp.width / np.linalg.norm(lamp.place)) * thing.height * scale)
    return np.asarray(1 - cv2.GaussianBlur(moved, (0, 0), min(soft, 60)), np.float32)


def _mirrored(rng: Random, room: Room, plane: Singles, camera: Singles) -> Singles:
    """(h, w, 3) what a print that shines shows of lamps and windows; 0 for a dull one."""
    if rng.random() < 0.6:
        return np.zeros((*plane.shape[:2], 3), np.float32)
    out = np.zeros((*plane.shape[:2], 3), np.float32)
    rough = float(np.exp(rng.uniform(np.log(0.02), np.log(0.4))))
    bumps = noise(rng, plane.shape[:2], 120) * rng.uniform(0, 0.02)
    for lamp in room.lamps:
        # Where the ray, mirrored by the plane, passes the lamp's height.
        at = plane + (plane - camera[:2]) * (lamp.place[2] / camera[2]) * (1 + bumps[..., None])
        off = np.abs(at - lamp.place[:2])
        soft = rough * float(lamp.place[2]) + 1
        edges = np.clip((lamp.width + soft - off) / (2 * soft), 0, 1)
        bright = (lamp.width / float(lamp.place[2])) ** -1.0
        out += np.prod(edges, axis=-1)[..., None] * lamp.light * min(0.08 * bright, 1.5) * rng.uniform(0.2, 1)
    window = rng.random() < 0.3
    if window:  # a bright shape that no lamp explains: a window, a ceiling light
        h, w = plane.shape[:2]
        box = cv2.boxPoints(
            (
                (float(rng.uniform(0, w)), float(rng.uniform(0, h))),
                (float(rng.uniform(0.03, 0.4)) * w, float(rng.uniform(0.03, 0.4)) * h),
                float(rng.uniform(0, 180)),
            )
        )
        mask: Singles = np.zeros((h, w), np.float32)
        cv2.fillPoly(mask, [np.rint(box).astype(np.int32)], (1.0,))
        soft = float(np.exp(rng.uniform(np.log(1), np.log(40))))
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32)
        out += mask[..., None] * some_hue_of_light(rng, False) * rng.uniform(0.05, 1.0)
    return out


def _put(
    rng: Random,
    picture: Singles,
    piece: Lying,
    make: Make,
    plane: Singles,
    scale: float,
    margin: float,
    camera: Singles,
    room: Room,
    falls: list[Singles],
    thing_shade: list[Singles],
) -> None:
    """Paints a piece into the picture of the plane."""
    top = piece.level + make.height
    at = np.array(piece.at, np.float32)
    away = (at - camera[:2]) * top / (camera[2] - top)
    r = 1.15 * make.diameter / 2
    low = np.minimum(at, at + away) - r
    high = np.maximum(at, at + away) + r
    h, w = picture.shape[:2]
    x0, y0 = (int(v) for v in np.clip(np.floor((low + margin) * scale), 0, (w, h)))
    x1, y1 = (int(v) for v in np.clip(np.ceil((high + margin) * scale), 0, (w, h)))
    if x1 <= x0 or y1 <= y0:
        return
    part = np.s_[y0:y1, x0:x1]
    cy, cx = (int(np.clip((v + margin) * scale, 0, n - 1)) for v, n in ((at[1], h), (at[0], w)))
    shade = np.array([fall[cy, cx] * free[cy, cx] for fall, free in zip(falls, thing_shade, strict=True)], np.float32)
    shown, seen = pieces.render(rng, make, piece.at, piece.level, plane[part], camera, room, shade)
    picture[part][seen] = shown[seen]


def _covered(
    thing: objects.Thing, layout: Layout, makes: list[Make], camera: Singles, scale: float, margin: float
) -> Singles:
    """(n,) how much of each place something covers."""
    places = np.array([p for c in layout.cells.values() for p in c.places()], np.float32)
    high = float(np.median([m.height for m in makes])) / 2
    seen = places + (places - camera[:2]) * high / (camera[2] - high)
    r = 0.9 * max(m.diameter for m in makes) / 2
    spread = np.stack(np.meshgrid(np.linspace(-1, 1, 9), np.linspace(-1, 1, 9)), axis=-1).reshape(-1, 2)
    spread = spread[np.hypot(*spread.T) <= 1] * r
    at = (seen[:, None] + spread + margin) * scale
    h, w = thing.mask.shape
    column, row = (np.clip(at[..., i], 0, n - 1).astype(int) for i, n in ((0, w), (1, h)))
    return np.asarray((thing.mask[row, column] > 0.5).mean(axis=1), np.float32)


def _developed(
    rng: Random, picture: Singles, bare: Singles, true: Registration, scale: float, margin: float
) -> tuple[Picture, Picture]:
    """What the camera makes of the light from the plane, with pieces and without; only around the board."""
    w, h = true.size
    coarse = 8
    rows, columns = picture.shape[:2]
    edge = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)]) / scale - 0.6 * margin * np.array(
        [(1, 1), (1.4, 1), (1.4, 1.4), (1, 1.4)]
    )
    seen_edge = true.project(np.clip(edge, -0.5 * margin, None))
    left, top = (int(v) // coarse * coarse for v in np.clip(seen_edge.min(axis=0), 0, (w - 16, h - 16)))
    right, bottom = (int(v) for v in np.clip(np.ceil(seen_edge.max(axis=0)), (left + 16, top + 16), (w, h)))
    u, v = np.meshgrid(np.arange(left, right + coarse, coarse), np.arange(top, bottom + coarse, coarse))
    mm = true.unproject(np.stack([u, v], axis=-1).astype(np.float64))
    at = np.clip((mm + margin) * scale - 0.5, -1e4, 1e4).astype(np.float32)
    xx, yy = np.meshgrid(np.arange(right - left, dtype=np.float32), np.arange(bottom - top, dtype=np.float32))
    maps = cv2.remap(at, xx / coarse, yy / coarse, cv2.INTER_LINEAR)
    gain_at = float(np.percentile(picture[::7, ::7], 90))
    exposure = rng.uniform(0.35, 0.95) if rng.random() < 0.8 else rng.choice([0.12, 0.2, 1.4, 2.0])
    colour = picture.reshape(-1, 3)[::97].mean(axis=0)
    balance = (colour / colour.mean()) ** -rng.uniform(0.0, 1.0) * np.exp(rng.normal(0, 0.08, 3))
    gain = (exposure / max(gain_at, 1e-6) * balance).astype(np.float32)
    blur = float(rng.choice([0.0, 0.5, 0.8, 1.3, 2.0], p=[0.2, 0.3, 0.3, 0.15, 0.05])) * w / 1000
    table = _tones(rng.uniform(0.85, 1.2), rng.uniform(0, 0.5) if rng.random() < 0.5 else 0.0)
    sharpen = rng.uniform(0.2, 1.0) if rng.random() < 0.3 else 0.0
    vivid = np.float32(rng.uniform(0.8, 1.5))
    x, y = (xx + left) * np.float32(2 / w) - 1, (yy + top) * np.float32(2 / h) - 1
    fade = 1 - np.float32(rng.uniform(0, 0.3)) * (x * x + y * y) / 2
    grain = np.float32(np.exp(rng.uniform(np.log(0.004), np.log(0.05))) * 1.7)
    quality = int(rng.uniform(15, 97)) if rng.random() < 0.7 else 0
    move = float(rng.uniform(0, 3)) if rng.random() < 0.1 else 0.0
    out = []
    for shown in (picture, bare):
        light = np.asarray(shown, np.float32)
        seen: Singles = np.asarray(
            cv2.remap(light, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
        )
        if move:
            seen = np.asarray(cv2.blur(seen, (max(1, round(1 + move)), 1)), np.float32)
        if blur:
            seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), blur), np.float32)
        seen = np.asarray(seen * gain, np.float32)
        seen *= fade[..., None]
        grey = (seen[..., 0] + seen[..., 1] + seen[..., 2])[..., None] * np.float32(1 / 3)
        seen = np.clip(grey + (seen - grey) * vivid, 0, 1)
        seen += _some_noise(rng, seen.shape) * (cv2.sqrt(seen + np.float32(0.01)) * grain)
        shot = table[np.clip(seen * 4095, 0, 4095).astype(np.uint16)]
        if sharpen:
            soft = cv2.GaussianBlur(shot, (0, 0), 1.2)
            shot = np.asarray(cv2.addWeighted(shot, 1 + sharpen, soft, -sharpen, 0), np.uint8)
        if quality:
            packed = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
            shot = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        whole = np.zeros((h, w, 3), np.uint8)
        whole[top:bottom, left:right] = shot
        out.append(whole)
    return out[0], out[1]


def _tones(gamma: float, contrast: float) -> Picture:
    """(4096,) what linear light from 0 to 1 becomes: sRGB, a camera's own curve, and more or less contrast."""
    light = np.arange(4096) / 4095
    s = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055) ** gamma
    s = s + contrast * (s * s * (3 - 2 * s) - s)
    return np.clip(np.rint(s * 255), 0, 255).astype(np.uint8)


_TILE: Singles = np.asarray(
    cv2.GaussianBlur(np.random.default_rng(5).standard_normal((1536, 1536, 3), np.float32), (0, 0), 0.6), np.float32
)


def _some_noise(rng: Random, shape: tuple[int, ...]) -> Singles:
    """(h, w, 3) noise: a part of a fixed tile, turned over at random."""
    h, w = shape[:2]
    tile = _TILE[:: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1]))]
    y, x = int(rng.integers(0, max(1536 - h, 0) + 1)), int(rng.integers(0, max(1536 - w, 0) + 1))
    return tile[y : y + h, x : x + w]
