"""The type of all pictures of boards."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A picture (height, width, 3) in blue, green and red, as OpenCV stores it."""
