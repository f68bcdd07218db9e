"""Finds the board in a picture: by its markers, or by corners that somebody pointed at.

`registration` joins the rest: `markers` detects them, `camera` and `lens` fit how the picture was taken, and
`anchors` tells from a few small patches whether a board that was found still lies there.
"""

from vision.register.registration import Maps, Registration, find, find_near, from_corners

__all__ = ["Maps", "Registration", "find", "find_near", "from_corners"]
