"""The virtual table: a drawn board with pieces that can be moved, seen by a virtual camera.

It takes the place of the table, the people and the camera. The same vision reads it. It knows boards but no rules.
"""
