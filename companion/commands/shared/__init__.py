"""What several commands need, and parts of commands that would make their own file too long. Nothing in this folder is
a command.
"""
