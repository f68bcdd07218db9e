"""How a camera turns light into a picture: lens, blur, white balance, exposure, noise, tones and compression."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.register import Registration
from vision.training.textures import Random, Singles

Picture = NDArray[np.uint8]


def develop_picture(
    rng: Random, picture: Singles, bare: Singles, true: Registration, scale: float, margin: float
) -> tuple[Picture, Picture]:
    """Two pictures by the camera, with pieces and without, from the light that comes from the board's plane with pieces
    and without. Only the part around the board is filled.
    """
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
    table = _make_tone_curve(rng.uniform(0.85, 1.2), rng.uniform(0, 0.5) if rng.random() < 0.5 else 0.0)
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
        seen += _cut_noise(rng, seen.shape) * (cv2.sqrt(seen + np.float32(0.01)) * grain)
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


def _make_tone_curve(gamma: float, contrast: float) -> Picture:
    """(4096,) the bytes that linear light from 0 to 1 becomes, by sRGB, by a camera's own curve, and by more or less
    contrast.
    """
    light = np.arange(4096) / 4095
    s = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055) ** gamma
    s = s + contrast * (s * s * (3 - 2 * s) - s)
    return np.clip(np.rint(s * 255), 0, 255).astype(np.uint8)


_TILE: Singles = np.asarray(
    cv2.GaussianBlur(np.random.default_rng(5).standard_normal((1536, 1536, 3), np.float32), (0, 0), 0.6), np.float32
)


def _cut_noise(rng: Random, shape: tuple[int, ...]) -> Singles:
    """(h, w, 3) noise. It is a random part of a noise that is kept, mirrored at random, which is faster than new
    noise.
    """
    h, w = shape[:2]
    tile = _TILE[:: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1]))]
    y, x = int(rng.integers(0, max(1536 - h, 0) + 1)), int(rng.integers(0, max(1536 - w, 0) + 1))
    return tile[y : y + h, x : x + w]
