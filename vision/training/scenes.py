"""Makes scenes: a photograph of a board with pieces, and the truth about it. Everything is drawn at random.

`boards` draws the print, `pieces` and `objects` draw what is on it, `lamps` adds light and shadows. `photograph` paints
all of it on the board's plane as the camera sees it there, and `develop` turns that into the camera's picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout, PieceKind
from vision.reader.networks import rows
from vision.register import Registration
from vision.register.lens import Lens
from vision.training import boards, pieces
from vision.training.board import Board, PrintedBoard
from vision.training.develop import Picture
from vision.training.photograph import SIDE, photograph
from vision.training.pieces import PieceStyle, PlacedPiece
from vision.training.textures import Random, Singles

EMPTY, PIECE, THING, UNCLEAR, HALFWAY = 0, 1, 2, 3, 4
_HALFWAY = 0.7, 1.3  # a piece between these two distances from a place, in radii, is neither on the place nor off it
_RADIUS_PX, _WIDEST = (5.5, 16.0), 1280  # px: of the largest pieces, and of the picture
"""Two limits in px: the radius of pieces (least and largest), and the longer side of the picture. Larger pictures would
cost time and show the network nothing more, because its windows are no finer.
"""

_PILED_RADIUS_PX, _PILED_WIDEST, _PILED_SIDE = (8.0, 28.0), 1920, 1500
"""Three limits in px for scenes with piles: the radius of pieces (least and largest), the longer side of the picture,
and the longer side of what is painted. They are larger than usual, because only small details show how high a pile is.
"""


@dataclass(frozen=True, eq=False)
class Scene:
    """A photograph and the truth about it."""

    image: Picture
    """(h, w, 3) the photograph, in blue, green and red."""
    bare: Picture
    """The same board without pieces, photographed by the same camera."""
    layout: Layout
    registration: Registration
    kinds: NDArray[np.int64]
    """(n,) the number of the kind at each place, -1 for no piece."""
    truth: NDArray[np.int64]
    """(n,) what is at each place: EMPTY, PIECE, THING, UNCLEAR, or HALFWAY for a piece that has slid far from its
    place.
    """
    piled: NDArray[np.int64]
    """(n,) how many pieces are on top of each other at each place."""
    sizes: Singles
    """(kinds,) the diameter of each kind, as a part of the largest one."""


def make_random_scene(rng: Random, printed: tuple[PrintedBoard, ...], piles: bool = False) -> Scene:
    """A random scene. printed: our boards, which are used in some of the scenes. piles: True for boards with many
    piles.
    """
    board = boards.make_random_piled_board(rng, printed) if piles else boards.make_random_board(rng, printed)
    tall = any(k.shape == "pawn" for k in board.layout.pieces.values())
    count = int(rng.choice([2, 2, 2, 3, 4])) if not tall else int(rng.integers(2, 5))
    styles = pieces.make_random_styles(
        rng, board.piece_mm * rng.uniform(0.93, 1.05), count, tall, boards.measure_colours(rng, board)
    )
    sizes = {k.diameter_mm for k in board.layout.pieces.values()}
    if not tall and not piles and rng.random() < (0.7 if len(sizes) > 1 else 0.15):
        small = rng.uniform(0.62, 0.85)  # some kinds are smaller; windows fit the largest
        styles = [
            replace(m, diameter=m.diameter * (small if i < 2 or rng.random() < 0.3 else 1))
            for i, m in enumerate(styles)
        ]
        if max(m.diameter for m in styles) < 0.9 * board.piece_mm:
            styles.append(replace(styles[0], diameter=board.piece_mm, shape="token"))
    # the layout's diameter is a little wrong, because people do not measure their pieces exactly
    told = rng.uniform(0.93, 1.07)
    if piles:  # nobody piles round pieces, and piles are counted only if measures are exact
        styles = [
            replace(m, shape="disc" if m.shape in ("dome", "pawn") else m.shape, height=min(m.height, 0.4 * m.diameter))
            for m in styles
        ]
    high = rng.uniform(0.97, 1.03) if piles else rng.uniform(0.8, 1.2)
    kinds = {str(i): PieceKind(str(i), m.diameter * told, m.height * high) for i, m in enumerate(styles)}
    layout = boards.add_pieces(board, kinds)
    true = _place_camera(rng, layout, board, piles)
    placed = _place_pieces(rng, layout, styles, piles)
    image, bare, covered = photograph(rng, board, layout, styles, placed, true, _PILED_SIDE if piles else SIDE)
    places = [p for c in layout.cells.values() for p in c.places()]
    in_row = rows.find_row_places(layout)
    held = np.full(len(places), -1)
    piled = np.bincount([p.place for p in placed], minlength=len(places))
    truth, halfway = np.full(len(places), EMPTY), np.zeros(len(places), np.bool_)
    r = max(m.diameter for m in styles) / 2
    for piece in placed:
        near = np.hypot(*(np.array(piece.at) - places[piece.place]))
        if near > (1.25 if in_row[piece.place] else 0.8) * r:
            others = np.hypot(*(np.array(places) - piece.at).T)
            truth[others < _HALFWAY[1] * r] = UNCLEAR
            halfway |= (others > _HALFWAY[0] * r) & (others < _HALFWAY[1] * r) & ~in_row
        elif truth[piece.place] != UNCLEAR:
            held[piece.place] = piece.kind
            truth[piece.place] = PIECE
    middles = np.array([piece.at for piece in placed]).reshape(-1, 2)
    gaps = np.linalg.norm(np.array(places)[:, None] - middles, axis=2)
    occupied = (gaps < _HALFWAY[0] * r).any(axis=1)
    truth = np.where(halfway & (truth == UNCLEAR) & ~occupied, HALFWAY, truth)
    truth = np.where(covered >= 0.3, THING, np.where(covered > 0.06, UNCLEAR, truth))
    wide = np.array([m.diameter for m in styles], np.float32)
    return Scene(image, bare, layout, _misplace_board(rng, true, layout, piles), held, truth, piled, wide / wide.max())


def _place_pieces(rng: Random, layout: Layout, styles: list[PieceStyle], piles: bool) -> list[PlacedPiece]:
    """Puts pieces on some of the cells: few or many, near their places, some of them piled."""
    dense = float(rng.choice([0.0, 0.08, 0.2, 0.4, 0.7, 0.9], p=[0.05, 0.18, 0.27, 0.25, 0.15, 0.1]))
    loose = float(rng.choice([0.02, 0.06, 0.12, 0.2]))
    together = rng.uniform(0.86, 1.05)  # the distance of the pieces of a row, as a multiple of the spots' distance
    first = rng.normal(0, 0.12)
    drift = rng.normal(0, 0.08, 2)  # people put all of them a little to one side
    if piles:  # people pile pieces straight
        dense = max(dense, 0.7)
        loose, together, first = (
            float(rng.choice([0.015, 0.03, 0.045, 0.06])),
            rng.uniform(0.985, 1.015),
            rng.normal(0, 0.03),
        )
        drift = rng.normal(0, 0.02, 2)
    out, number = [], 0
    for cell in layout.cells.values():
        spots = cell.places()
        if rng.random() < dense:
            kind = int(rng.integers(len(styles)))
            many = int(rng.integers(1, len(spots) + 1))
            if len(spots) > 2 and cell.capacity > len(spots) and rng.random() < 0.15:
                many = len(spots) + int(rng.integers(1, 4))
            if piles and cell.capacity > len(spots):
                many = min(len(spots) - 1 + int(rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])), cell.capacity)
            style = styles[kind]
            for k in range(many):
                spot = min(k, len(spots) - 1)
                off = (rng.normal(0, loose, 2) + drift).clip(-0.33, 0.33) * style.diameter
                if rng.random() < 0.03:
                    off = off * 3
                x, y = spots[spot]
                if len(spots) > 3:  # a row from the rim on: each piece touches the one before
                    row = (np.array(spots[-1]) - spots[0]) / (len(spots) - 1)
                    x, y = np.array(spots[0]) + row * (spot * together + first)
                level = style.height * max(0, k - len(spots) + 1)
                out.append(PlacedPiece(kind, (float(x + off[0]), float(y + off[1])), level, number + spot))
        number += len(spots)
    return out


def _place_camera(rng: Random, layout: Layout, board: Board, piles: bool) -> Registration:
    """A random camera above the board that sees all of it."""
    aspect = float(rng.choice([4 / 3, 16 / 9, 3 / 4]))
    radius_px, widest = (_PILED_RADIUS_PX, _PILED_WIDEST) if piles else (_RADIUS_PX, _WIDEST)
    longer = rng.uniform(*radius_px) * 2 / board.piece_mm * max(layout.size_mm) * 1.2
    longer = float(np.clip(longer, 280, widest))
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
    for _ in range(12):  # as near as possible with the whole board in sight
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


def _misplace_board(rng: Random, true: Registration, layout: Layout, piles: bool) -> Registration:
    """Where the board seems to be: a registration with a small error, as real ones have. true: where the board is."""
    w, h = layout.size_mm
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    straight = true.lens.straighten(true.project(corners))
    off = float(rng.choice([0.0003, 0.0008, 0.002, 0.005][: 2 if piles else 4])) * max(true.size)
    moved = (straight + rng.normal(0, off, (4, 2))).astype(np.float32)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), moved)
    return replace(true, homography=np.asarray(homography, np.float64))
