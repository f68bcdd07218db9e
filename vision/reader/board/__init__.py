"""What the board looks like where nothing is on it: as it was drawn, as it was learned, or as the other places of a
picture show it.
"""
