"""Where pictures come from: recordings or a camera, all with one interface.

`open_source` turns a URI into a `FrameSource`:

    images:DIR[?fps=30]                        the pictures in a folder, in the order of their names
    video:FILE                                 a film
    v4l2:/dev/video0[?size=1280x720&fps=15]    a USB camera
    picamera[?size=1280x720&fps=15&number=0]   a camera of the Raspberry Pi

A recording delivers every frame as fast as somebody reads it, and then ends. A camera delivers its newest frame and
drops frames that nobody has read. A camera may also be missing and come back. Nothing here looks for a board in a
picture.
"""

from vision.sources.camera_settings import CameraSettings, Fact
from vision.sources.frame import Activity, Frame, FrameSource, Picture
from vision.sources.live import LiveSource
from vision.sources.recorded import Film, ImageFolder, decode_image, read_image, write_image
from vision.sources.uri import open_source

__all__ = [
    "Activity",
    "CameraSettings",
    "Fact",
    "Film",
    "Frame",
    "FrameSource",
    "ImageFolder",
    "LiveSource",
    "Picture",
    "decode_image",
    "open_source",
    "read_image",
    "write_image",
]
