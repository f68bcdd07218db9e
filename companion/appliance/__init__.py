"""Installs the companion on a Raspberry Pi, so that it starts by itself: `sudo make install`. docs/install.md describes
it.

The installer runs with the system's own Python and nothing else, because nothing else is installed yet. An installation
consists of steps (`steps.py`). Each knows whether it is done already, so a second run changes nothing.
"""
