"""A companion for board games on a real board: it sees the pieces, knows the rules and says what to do.

`vision` turns a camera's frame into an observation. The referee asks the rules which move explains it
(`companion.referee`, `companion.rules`). The session writes what happened to the journal and makes a view of the game
(`companion.session`, `companion.history.journal`, `companion.values.views`). The screen draws the view
(`companion.screen`).
"""
