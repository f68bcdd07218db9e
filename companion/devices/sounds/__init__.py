"""The files of the sounds: `NAME.wav` for each sound of `companion.values.sounds`. `make_sounds.py` has made them."""
