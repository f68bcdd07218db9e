"""Finds out which legal moves explain the picture, by joining vision and rules.

Vision gives the likelihood of each content of each cell, and the rules say what a table would mean. The referee
compares both and answers with one verdict. It never guesses: if two meanings are possible, it names both, and if a cell
is doubtful, it names the cell. It stores no game and changes none.
"""

from companion.referee.explanations import Stock, ask_to_clear, explain
from companion.referee.judge import half_repaired, judge_table, left_behind, most_undone_by_hand, start_table
from companion.referee.looks import (
    Look,
    Sight,
    Told,
    content_of,
    is_count_hidden,
    is_surely_other,
    list_kinds,
    looks_other,
    looks_steady,
    overrule,
    pieces_of,
    sight,
)
from companion.referee.reachable import ReachablePositions, known
from companion.referee.verdicts import (
    Ambiguous,
    Candidate,
    Illegal,
    MovePlayed,
    Takeback,
    Uncertain,
    Unchanged,
    UnderWay,
    Verdict,
    steps_back,
)

__all__ = [
    "Ambiguous",
    "Candidate",
    "Illegal",
    "Look",
    "MovePlayed",
    "ReachablePositions",
    "Sight",
    "Stock",
    "Takeback",
    "Told",
    "Uncertain",
    "Unchanged",
    "UnderWay",
    "Verdict",
    "ask_to_clear",
    "content_of",
    "explain",
    "half_repaired",
    "is_count_hidden",
    "is_surely_other",
    "judge_table",
    "known",
    "left_behind",
    "list_kinds",
    "looks_other",
    "looks_steady",
    "most_undone_by_hand",
    "overrule",
    "pieces_of",
    "sight",
    "start_table",
    "steps_back",
]
