"""Where pictures come from: recordings or a camera, all with one interface.

`open_source` turns a URI into a `FrameSource`. A recording delivers every frame as fast as somebody reads it, and then
ends. A camera is live: it delivers its newest frame and drops frames that nobody read. Nothing here analyses a picture.

    images:DIR[?fps=30]                        the pictures in a folder, in name order
    video:FILE                                 a film
    v4l2:/dev/video0[?size=1280x720&fps=30]    a USB camera
    picamera[?size=1280x720&fps=30&number=0]   a camera of the Raspberry Pi
"""

from vision.sources.frame import Frame, FrameSource, Picture
from vision.sources.recorded import Film, ImageFolder, read_image
from vision.sources.uri import open_source

__all__ = ["Film", "Frame", "FrameSource", "ImageFolder", "Picture", "open_source", "read_image"]
