"""Finds the board in a picture: by its markers, or by corners that somebody tapped.

`by_markers` does it with the help of the others. `markers` reads markers. `marker_fit` places the board by them, with
`camera` and `lens`, which compute how the picture was taken; `marker_search` measures it exactly. If markers are too
small or blurred to read, `faint` recognises them, and `guesses` says where to look, with `outline` in too much light.
`registration` holds where the board is.
Later, `anchors` checks a few small patches of each picture to see if the board is still there.
"""

from vision.register.by_markers import find, find_again, find_near, find_still
from vision.register.registration import Maps, Registration, from_corners

__all__ = ["Maps", "Registration", "find", "find_again", "find_near", "find_still", "from_corners"]
