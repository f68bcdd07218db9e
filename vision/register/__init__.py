"""Finds the board in a picture: by its markers, or by corners that somebody tapped.

`by_markers` does it with the others: `markers` reads markers, `faint` recognises markers that are too small or blurred
to read, `camera` and `lens` compute how the picture was taken, and `registration` holds where the board is in it.
`anchors` checks a few small patches to see if a board that was found is still there.
"""

from vision.register.by_markers import find, find_near
from vision.register.registration import Maps, Registration, from_corners

__all__ = ["Maps", "Registration", "find", "find_near", "from_corners"]
