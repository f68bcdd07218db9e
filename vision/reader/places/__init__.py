"""Where the places are in a picture: the samples around each of them, and the disc that a piece there would cover."""
