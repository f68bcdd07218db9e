"""Installs the companion on a Raspberry Pi, so that it starts by itself: `sudo make install`.

It runs with the system's own Python and nothing else, because nothing else is installed yet. docs/install.md says what
it does. Each thing to do is a step (`steps.py`): it knows whether it is done already, so a second run changes nothing.
"""
