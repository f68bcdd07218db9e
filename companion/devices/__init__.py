"""Dice, buttons and displays, real and virtual ones, with one interface for each kind. They decide nothing."""
