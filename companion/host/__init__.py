"""The computer on which the companion runs: systemd, its journal of messages, and switching off.

Nothing here knows a game or a device of the game.
"""
