"""Whole games told as stories, photographed by path tracing, and played with `companion play`."""
