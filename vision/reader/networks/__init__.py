"""What the networks say of the windows around the places: empty, a piece or something else, and how high a pile is.

Here is also what the windows alone can tell: what repeats, what has not changed, where the pieces of a row are.
"""
