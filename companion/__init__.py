"""A companion for board games on a real board: it sees the pieces, knows the rules, says what to do.

The way through the house: a frame becomes an observation (`vision`), the referee asks the rules
which move explains it (`companion.referee`, `companion.rules`), the session writes what happened to
the journal and shows a view of it (`companion.session`, `companion.history.journal`, `companion.values.views`), and
the screen draws the view (`companion.screen`).
"""
