"""Watches a table frame by frame: finds the board, notices hands and shadows, and reads the board at rest."""

from vision.watcher.watcher import Watcher

__all__ = ["Watcher"]
