"""Makes unlike pictures of boards and trains the network that reads them: `python -m vision.training`.

Nothing here runs while people play, and none of it is needed to read a board. `boards` draws boards of every make,
`pieces` and `objects` what lies on them, `scenes` puts them under light and before a camera, `samples` cuts what the
network sees, and `train` fits its weights and writes them beside the reader.
"""
