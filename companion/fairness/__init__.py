"""Fair dice: sealed rolls, proof of where every roll comes from, and tests of all rolls in the journal.

`commit_reveal` makes rolls that nobody can choose, `proofs` reads where a roll comes from, `checks` computes sealed
rolls again, `statistics` tests each die, and `picture` draws how often each value came up. Nothing here knows a game.
"""
