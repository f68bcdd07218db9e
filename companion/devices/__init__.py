"""Dice, buttons and displays. Each kind has one interface, with real and virtual devices behind it. Devices decide
nothing.
"""
