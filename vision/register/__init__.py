"""Finds the board in a picture: by its markers, or by corners that somebody pointed at.

`by_markers` joins the rest: `markers` reads them, `faint` tells by their look where they lie, `camera` and `lens` fit
how the picture was taken, `registration` says how the board lies in it, and `anchors` tells from a few small patches
whether a board that was found still lies there.
"""

from vision.register.by_markers import find, find_near
from vision.register.registration import Maps, Registration, from_corners

__all__ = ["Maps", "Registration", "find", "find_near", "from_corners"]
