"""Looks over the computer and what is plugged into it, for `companion doctor`. Changes nothing and disturbs no game.

Each file in `checks/` is one check: it asks the `Machine` and says in findings what is good, what is to be fixed (and
with which command), and what is absent. `examine` makes all checks at once, and waits for none of them too long.
"""
