"""Makes pictures of many different boards and trains the network that reads them.

Nothing here is needed to play or to read a board. `boards` draws many kinds of boards, `pieces` and `objects` draw what
is on them, `scenes` adds light and a camera, `samples` cuts what the network sees, and `train` fits the network's
weights and writes them into `vision/reader`. docs/training.md has the commands.
"""
