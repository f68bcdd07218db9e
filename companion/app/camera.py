"""The camera or recording that the settings name."""

from __future__ import annotations

from companion.config import Config
from companion.language import _, translate
from vision.errors import SourceError, UnknownSource
from vision.sources import CameraSettings, FrameSource, open_source


def open_camera(config: Config) -> FrameSource:
    """The camera or recording that the settings name, not yet open. A virtual camera is not opened here. Raises
    SourceError if the name is wrong.
    """
    try:
        return open_source(config.camera_uri, read_settings(config))
    except UnknownSource as error:
        problem = translate(str(error))
        raise SourceError(_("{problem}. For the virtual table, write virtual").format(problem=problem)) from error


def read_settings(config: Config) -> CameraSettings:
    """How the camera takes its pictures, by the settings."""
    return CameraSettings(
        focus=config.camera_focus,
        exposure=config.camera_exposure,
        gains=config.camera_gains,
        mode=config.camera_mode,
        flicker_hz=config.camera_flicker_hz,
    )
