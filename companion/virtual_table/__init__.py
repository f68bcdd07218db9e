"""The virtual table: a drawn board with pieces to move about, seen by a virtual camera.

It replaces the table, the people and the camera, and the same vision reads it. It knows boards but no rules.
"""
