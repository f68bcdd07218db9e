"""Looks over the computer and everything that is plugged into it, for `companion doctor`. Changes nothing and disturbs
no game.

Each file in `checks/` is one check. It asks the `Machine`, and says in findings what is good, what should be fixed (and
with which command), and what is absent. `examine` makes all checks at once, and waits for none of them too long.
"""
