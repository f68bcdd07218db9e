"""Lessons, played whole on the virtual table."""
