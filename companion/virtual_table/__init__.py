"""The virtual table: a drawn board with pieces to move about, seen by a virtual camera.

It stands in for table, people and camera and is read by the same vision. It knows boards, no rules.
"""
