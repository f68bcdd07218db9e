"""What several commands need, and what is too long for a command's own file. Nothing in this folder is a command."""
