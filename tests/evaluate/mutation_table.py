"""The rules of the games that `tests.evaluate.mutations` breaks: each entry breaks one rule of one game in one place.

The text to be replaced must occur in its file exactly once. Where the code changes, its entry here changes too.
"""

from __future__ import annotations

from tests.evaluate.mutation import Mutation

GAME_RULES: tuple[Mutation, ...] = (
    # --- Backgammon
    Mutation(
        "BG-R12",
        "both players run the same way",
        "rules/backgammon/play.py",
        'return str(point if player == "W" else 25 - point)',
        "return str(point)",
    ),
    Mutation("BG-B", "two checkers do not block", "rules/backgammon/turns.py", "elif count < -1:", "elif count < -2:"),
    Mutation("BG-H", "what is hit never comes to the bar", "rules/backgammon/play.py", "enemy_bar += 1", "pass"),
    Mutation(
        "BG-BAR",
        "others move before the bar",
        "rules/backgammon/written_play.py",
        "if source != BAR and own >> 4 * BAR:",
        "if False:",
    ),
    Mutation("BG-BAR", "nobody comes in", "rules/backgammon/turns.py", "    if own >> 4 * BAR:\n", "    if not own:\n"),
    Mutation(
        "BG-R8",
        "bearing off with checkers outside",
        "rules/backgammon/turns.py",
        "return not own >> 4 * (HOME + 1) and (",
        "return (",
    ),
    Mutation(
        "BG-R8",
        "a larger die takes any checker off",
        "rules/backgammon/turns.py",
        "not own >> 4 * (point + 1))",
        "True)",
    ),
    Mutation(
        "BG-R7",
        "of one die alone, the lower",
        "rules/backgammon/turns.py",
        "    for die in (high, low):\n        ways =",
        "    for die in (low, high):\n        ways =",
    ),
    Mutation(
        "BG-R7",
        "fewer dice than can be played",
        "rules/backgammon/written_play.py",
        "if len(spelled.steps) != most:",
        "if len(spelled.steps) > most:",
    ),
    Mutation("BG-D", "three moves of a double", "rules/backgammon/turns.py", "if made < 4:", "if made < 3:"),
    Mutation(
        "BG-R3",
        "the higher die always first",
        "rules/backgammon/turns.py",
        "    for first, second in ((high, low), (low, high)):\n"
        "        for step in steps(board, board.own, first):\n            after = stepped(",
        "    for first, second in ((high, low),):\n"
        "        for step in steps(board, board.own, first):\n            after = stepped(",
    ),
    Mutation(
        "BG-R2",
        "the lower die begins",
        "rules/backgammon/play.py",
        '"W" if first > second else',
        '"W" if first < second else',
    ),
    Mutation(
        "BG-R2",
        "ties begin too",
        "rules/backgammon/play.py",
        "    if first == second:\n",
        "    if first == second == 0:\n",
    ),
    Mutation(
        "BG-R11",
        "gammons always count",
        "rules/backgammon/play.py",
        "if not options.gammons or position",
        "if position",
    ),
    Mutation("BG-R11", "Jacoby forgotten", "rules/backgammon/play.py", " or (options.jacoby and cube.value == 1)", ""),
    Mutation(
        "BG-R11", "doubling in the Crawford game", "rules/backgammon/play.py", "        and not cube.crawford\n", ""
    ),
    Mutation(
        "BG-R11",
        "a taken cube does not double",
        "rules/backgammon/play.py",
        "cube=Cube(cube.value * 2, player)",
        "cube=Cube(cube.value, player)",
    ),
    # --- Spaces
    Mutation(
        "SP-M",
        "steps over the centre point",
        "rules/spaces/board.py",
        "if (i, j) != _ORIGIN and facing in _NUMBER:",
        "if facing in _NUMBER:",
    ),
    Mutation("SP-E", "no edge moves", "rules/spaces/board.py", "tuple(sorted((*steps, across))) if", "steps if"),
    Mutation("SP-2", "back to the start", "rules/spaces/judge.py", "if move.start in move.ends:", "if False:"),
    Mutation(
        "SP-3",
        "a space twice",
        "rules/spaces/moves.py",
        "space not in _HEXAGON and (terms.again or space not in path):",
        "space not in _HEXAGON:",
    ),
    Mutation(
        "SP-4",
        "through enemies",
        "rules/spaces/moves.py",
        "return Terms(position.own | position.enemy, position.own)",
        "return Terms(position.own, position.own)",
    ),
    Mutation(
        "SP-R9",
        "onto own pieces",
        "rules/spaces/moves.py",
        "return Terms(position.own | position.enemy, position.own)",
        "return Terms(position.own | position.enemy, frozenset())",
    ),
    Mutation(
        "SP-R6",
        "a roll of three passes the centre",
        "rules/spaces/moves.py",
        "FEWEST_TO_PASS = 4",
        "FEWEST_TO_PASS = 3",
    ),
    Mutation(
        "SP-R11",
        "a fourth piece",
        "rules/spaces/moves.py",
        "return len(position.own) < MOST_PIECES",
        "return len(position.own) <= MOST_PIECES",
    ),
    Mutation(
        "SP-O",
        "captured pieces stay",
        "rules/spaces/moves.py",
        "position.enemy.difference(move.ends)",
        "position.enemy",
    ),
    Mutation(
        "SP-7",
        "no extra roll",
        "rules/spaces/moves.py",
        "replace(done, extra_roll=True)",
        "replace(done, to_move=enemy)",
    ),
    Mutation(
        "SP-R15",
        "one point more to win",
        "rules/spaces/moves.py",
        "if score.of(winner) < position.target:",
        "if score.of(winner) <= position.target:",
    ),
    Mutation(
        "SP-1", "every 1 captures", "rules/spaces/rolls.py", "if position.opening and face == 1:", "if face == 1:"
    ),
    Mutation(
        "SP-9",
        "a 1 does not free",
        "rules/spaces/rolls.py",
        "if trapped(position) and face != 1:",
        "if trapped(position):",
    ),
    Mutation(
        "SP-R14",
        "two pieces are trapped",
        "rules/spaces/rolls.py",
        "return len(position.own) == 1 and all(",
        "return all(",
    ),
    Mutation(
        "SP-R1",
        "the lower die begins",
        "rules/spaces/rolls.py",
        '"W" if white > black else',
        '"W" if white < black else',
    ),
    Mutation(
        "SP-R1", "ties begin too", "rules/spaces/rolls.py", "    if white == black:\n", "    if white == black == 0:\n"
    ),
    # --- Spry
    Mutation(
        "SY-R1",
        "the outermost ring limits",
        "rules/spry/turns.py",
        "return min((RINGS[cell] for cell in turn)",
        "return max((RINGS[cell] for cell in turn)",
    ),
    Mutation("SY-R2", "another neighbour", "rules/spry/board.py", "(0, -1), (1, -1))", "(0, -1), (1, 1))"),
    Mutation("SY-R3", "no stone at all", "rules/spry/turns.py", "    if not turn:\n", "    if turn is None:\n"),
    Mutation("SY-4", "one colour wins", "rules/spry/board.py", "if all(found & touching", "if any(found & touching"),
    Mutation("SY-G", "onto other stones", "rules/spry/turns.py", "if not position.empty >> cell & 1:", "if False:"),
    Mutation(
        "SY-G", "red on one side alone", "rules/spry/board.py", "if q == -_LAST or r == _LAST)", "if q == -_LAST)"
    ),
    Mutation(
        "SY-1", "the same player again", "rules/spry/turns.py", "to_move=other(mover), swap=", "to_move=mover, swap="
    ),
    Mutation(
        "SY-1",
        "the other's stones placed",
        "rules/spry/table_match.py",
        'found["own" if now == (KINDS[position.to_move],) else "foreign"]',
        'found["own"]',
    ),
    Mutation(
        "SY-R5",
        "swapping later too",
        "rules/spry/turns.py",
        "swap=position.swap and not (after.black and after.white)",
        "swap=position.swap",
    ),
    Mutation(
        "SY-R7",
        "turns of four at most are listed",
        "rules/spry/turns.py",
        "for count in range(1, SIDE + 1):",
        "for count in range(1, SIDE):",
    ),
    # --- Color Dice
    Mutation(
        "CD-R4",
        "equal dice attack",
        "rules/color_dice/moves.py",
        "position.lead(acting, colour) > 0 and",
        "position.lead(acting, colour) >= 0 and",
    ),
    Mutation("CD-R5", "an opponent twice", "rules/color_dice/moves.py", " and colour not in position.attacked\n", "\n"),
    Mutation(
        "CD-R5", "groups of one", "rules/color_dice/moves.py", "count = position.lead(acting, target)", "count = 1"
    ),
    Mutation(
        "CD-R5",
        "no attack needed",
        "rules/color_dice/moves.py",
        "return not position.attacked and next(attacks(position), None) is not None",
        "return False",
    ),
    Mutation(
        "CD-H", "into the own home", "rules/color_dice/moves.py", "if area in (acting, source):", "if area == source:"
    ),
    Mutation(
        "CD-R10", "inside an area", "rules/color_dice/moves.py", "if area in (acting, source):", "if area == acting:"
    ),
    Mutation(
        "CD-R13",
        "dummies come in again",
        "rules/color_dice/moves.py",
        "if source is None and acting in position.dummies:",
        "if False:",
    ),
    Mutation(
        "CD-R13",
        "dummies win",
        "rules/color_dice/moves.py",
        "if acting in position.players and nine(after, acting):",
        "if nine(after, acting):",
    ),
    Mutation(
        "CD-L", "locked pawns move", "rules/color_dice/moves.py", " and not position.locked(source, acting)\n", "\n"
    ),
    Mutation(
        "CD-L",
        "locked pawns are struck",
        "rules/color_dice/moves.py",
        "        and not position.locked(area, target)\n",
        "",
    ),
    Mutation(
        "CD-R7",
        "moves to any area",
        "rules/color_dice/moves.py",
        'in_scope = position.move_scope == "any" or area == target',
        "in_scope = True",
    ),
    Mutation(
        "CD-R11",
        "mixed groups anywhere",
        "rules/color_dice/moves.py",
        "(not moving or (area == target and ",
        "(not moving or (",
    ),
    Mutation(
        "CD-S",
        "pawns outside strike",
        "rules/color_dice/moves.py",
        "        attack.source is not None\n        and not",
        "        not",
    ),
    Mutation(
        "CD-T",
        "a fourth throw",
        "rules/color_dice/moves.py",
        "position.throws[die] < MOST_THROWS",
        "position.throws[die] <= MOST_THROWS",
    ),
    Mutation(
        "CD-R12",
        "the order turned round",
        "rules/color_dice/moves.py",
        '    if position.order == "before":\n',
        '    if position.order == "after":\n',
    ),
    Mutation(
        "CD-R16", "struck pawns vanish", "rules/color_dice/moves.py", "    outside[target] += attack.strikes\n", ""
    ),
    # --- Mindfield
    Mutation(
        "MF-R1",
        "corners do not touch",
        "rules/mindfield/squares.py",
        "if (f or r) and _ray(s, f, r))",
        "if (not f) != (not r) and _ray(s, f, r))",
    ),
    Mutation("MF-G", "the Center is Prime", "rules/mindfield/squares.py", " - PERIMETER - {CENTER}", " - PERIMETER"),
    Mutation(
        "MF-R3",
        "placing without stones",
        "rules/mindfield/moves.py",
        "    if position.hand.of(position.to_move):\n",
        "    if True:\n",
    ),
    Mutation(
        "MF-R4",
        "moves onto other pieces",
        "rules/mindfield/moves.py",
        "[end for end in STEPS[start] if board[end] == EMPTY]",
        "list(STEPS[start])",
    ),
    Mutation(
        "MF-R5",
        "back and forth",
        "rules/mindfield/moves.py",
        "return (travel[1], travel[0]) if travel else None",
        "return None",
    ),
    Mutation(
        "MF-R6",
        "anybody slides the Antipode",
        "rules/mindfield/moves.py",
        "elif piece == ANTIPODE and position.antipode_up == mover:",
        "elif piece == ANTIPODE:",
    ),
    Mutation(
        "MF-R6",
        "the Antipode slides over pieces",
        "rules/mindfield/moves.py",
        "        if board[square] != EMPTY:\n            return\n",
        "        if board[square] != EMPTY:\n            continue\n",
    ),
    Mutation(
        "MF-R7",
        "jumps do not flip the Antipode",
        "rules/mindfield/jumps.py",
        "landing.flipped != (piece == ANTIPODE)",
        "landing.flipped",
    ),
    Mutation(
        "MF-R7",
        "an own stone is captured too",
        "rules/mindfield/moves.py",
        "if piece == other(mover):\n            changes[over] = EMPTY",
        "if piece != ANTIPODE:\n            changes[over] = EMPTY",
    ),
    Mutation("MF-R10", "eight to win", "rules/mindfield/position.py", "\nTO_WIN = 7\n", "\nTO_WIN = 8\n"),
    Mutation(
        "MF-R14",
        "from the rim over hostile Primes",
        "rules/mindfield/jumps.py",
        "if not self.strict or start not in PERIMETER or over not in PRIME:",
        "if True:",
    ),
    Mutation("MF-R16", "a leg left out is no infraction", "rules/mindfield/jumps.py", "missed=True)", "missed=False)"),
    Mutation(
        "MF-R17",
        "one for the Center",
        "rules/mindfield/rounds.py",
        "2 if home == CENTER else",
        "1 if home == CENTER else",
    ),
    Mutation(
        "MF-R17",
        "Primes count after captures too",
        "rules/mindfield/rounds.py",
        "if player == position.to_move and primes >= TO_WIN else 0",
        "if player == position.to_move else 0",
    ),
    Mutation(
        "MF-R18",
        "the same player moves first",
        "rules/mindfield/rounds.py",
        "first = other(match.first)",
        "first = match.first",
    ),
    Mutation(
        "MF-R18",
        "few stones lose nothing",
        "rules/mindfield/rounds.py",
        "if after.left(opponent) < FEWEST and",
        "if False and",
    ),
)
