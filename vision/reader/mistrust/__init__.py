"""Corrects how sure the cells of a reading are, where they are wrong more often than their probabilities say.

On all kinds of boards these are rows whose pieces are wrong together, piles beside a hand, tall pieces that seem to
hide little of known print, points of unknown print whose round ends look like pieces, and, before looks are learned,
pictures that seem to have pieces of one colour only. On boards with markers they are also cells that are only just
sure.

The rest is for boards with markers while their print is not known. There the network may take a pattern for something
foreign, for pieces, or pieces for a pattern, in one cell as in another. So most cells that hold "something else" hold
what else they look like, and where many cells are in doubt, the clear ones are wrong more often than they say. Pieces
of one kind have one hue. All this was measured on path-traced photographs of our boards in other colours and with other
patterns. Photographs of bought boards show no such mistakes.

Such rules doubt many cells that are right, because each looks at one thing only. `trust` looks at many together, with
`trees`: it makes those cells sure for which all of it speaks, and says how likely the doubtful ones are right.

`reading` takes all steps. The rules are in `rows`, `tall`, `colours` and `unknown_print`, and `doubt` is what they
share.
"""

from vision.reader.mistrust.reading import doubt_reading

__all__ = ["doubt_reading"]
