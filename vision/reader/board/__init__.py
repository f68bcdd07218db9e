"""What the board looks like where nothing is on it. It is known from a drawing, from tables that were learned, or from
the other places of a picture.
"""
