"""Photographs unlike those that the reader was designed on, and how well it reads them.

`seeds` says which photographs exist. `conditions` draws camera, lens and faults from a seed, `scenes` the tables.
`photograph` renders them with photo.py in an environment of its own; `paint` repaints boards, `views` bends and
spoils pictures for it. `reading` reads them, `scores` judges, `diagram` draws. `starts` tries start tables, `real`
reads photographs of real boards. `docs/unlike.md` says how to run all of it.
"""
