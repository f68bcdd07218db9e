"""The computer that the companion runs on: systemd, its journal of messages, and switching off.

Nothing here knows a game or a device of the game.
"""
