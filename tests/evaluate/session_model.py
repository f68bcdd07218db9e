"""Many evenings at a session without a picture: any order of moves, rolls, Undo, Redo, corrections and power cuts.

    python -m tests.evaluate.session_model [--examples 500] [--steps 60] [--only spaces] [--seed 0]

Position and score must be the fold of what the players confirmed. Exit status 1, and the shortest evening found that
goes wrong, if they are not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from tests.session.session_model import STARTS, check


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=500, help="how many evenings of each game")
    parser.add_argument("--steps", type=int, default=60, help="how many things people do in an evening")
    parser.add_argument("--only", default=",".join(STARTS), help="which games, with commas between")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    wrong = 0
    for game in args.only.split(","):
        begun = time.process_time()
        fault = None
        try:
            check(game, args.examples, args.steps, args.seed)
        except AssertionError as error:
            fault, wrong = error, 1
            sys.stdout.write(f"{game}: {error}\n" + "\n".join(getattr(error, "__notes__", ())) + "\n")
        seconds = time.process_time() - begun
        sys.stdout.write(
            f"{game:<11} {args.examples} evenings, {'wrong' if fault else 'none wrong'}; {seconds:.0f} s\n"
        )
        sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
