"""Where eyes and rules meet: which legal moves explain what is seen.

Vision says how likely each content of each cell is; the rules say what a table would mean. The referee
weighs the two and answers with one verdict. It never guesses: where two meanings remain it names both,
and where a cell cannot be told it names the cell. It keeps no game and changes none.
"""

from companion.referee.judging import half_mended, judge_table, left_behind, start_table
from companion.referee.seeing import Look, Sight, Told, looks_other, sight
from companion.referee.verdicts import (
    TAKEN_BACK,
    Candidate,
    Illegal,
    Made,
    OneOf,
    Takeback,
    Unchanged,
    Unclear,
    UnderWay,
    Verdict,
)
from companion.referee.weighing import Known, Stock, explain, known

__all__ = [
    "TAKEN_BACK",
    "Candidate",
    "Illegal",
    "Known",
    "Look",
    "Made",
    "OneOf",
    "Sight",
    "Stock",
    "Takeback",
    "Told",
    "Unchanged",
    "Unclear",
    "UnderWay",
    "Verdict",
    "explain",
    "half_mended",
    "judge_table",
    "known",
    "left_behind",
    "looks_other",
    "sight",
    "start_table",
]
