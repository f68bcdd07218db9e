"""Whole games as sequences of path-traced photographs: told as stories, photographed, played with `companion play`."""
