"""Loads SDL through pygame, as the screen does, and writes on which kinds of screens it can show pictures."""

from __future__ import annotations

import json
import sys

from companion.devices.sdl_drivers import describe_sdl, list_video_drivers
from companion.language import to_english

if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps({'about': to_english(describe_sdl()), 'drivers': list_video_drivers()})}\n")
