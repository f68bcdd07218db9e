"""Fair dice: throws made here under a seal, where every throw came from, and tests of all that fell.

`sealing` throws so that no throw can be made up, `proofs` reads back where a throw came from, `checking` counts
sealed throws over again, `statistics` tests each die, `picture` draws what it counted. None of it knows a game.
"""
