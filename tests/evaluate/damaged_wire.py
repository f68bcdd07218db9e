"""Rolls the die box 2,000 times over a wire that damages every hundredth byte: `python -m tests.evaluate.damaged_wire`.

The box's real program runs in the simulator. The check ends with an error if a roll is lost, doubled or changed.
"""

from __future__ import annotations

import sys

from tests.firmware.damaged_wire import roll_over_damaged_wire

ROLLS = 2000

if __name__ == "__main__":
    wire = roll_over_damaged_wire(ROLLS)
    sys.stdout.write(f"{ROLLS:,} rolls, {wire.damaged:,} of {wire.carried:,} bytes damaged: all rolls arrived\n")
