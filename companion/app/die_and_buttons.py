"""Opens the die and the buttons that the settings name. Only this module knows every kind of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from companion.config import Config
from companion.devices.box_panel import BoxPanel
from companion.devices.buttons import BUTTONS as BUTTON_NAMES
from companion.devices.buttons import Buttons
from companion.devices.die import Die, Settled
from companion.devices.diebox import DieBox
from companion.devices.find_box import AUTO
from companion.devices.lasting_pins import LastingButtons, LastingLamps, LastingPins
from companion.devices.pi_die import ROLLING_S, PiDie, VirtualDiceDisplay
from companion.devices.pins import DIE_PINS
from companion.devices.script_die import ScriptDie
from companion.devices.virtual_buttons import VirtualButtons
from companion.fairness.proofs import find_last_box_rolls
from companion.history.journal import Journal


def open_die_and_buttons(
    config: Config, journal: Journal, roll: Callable[[int], Settled], stack: ExitStack, *, watched: bool = True
) -> tuple[Die, tuple[Buttons, ...]]:
    """The die and the buttons that the settings name, open. A die box has both on one port.

    roll: rolls this many dice, if there is no die box. watched: True if somebody can see how the die rolls.
    """
    kind, _, port = config.die_uri.partition(":")
    pressed, _, other_port = config.buttons_uri.partition(":")
    if kind == "serial":
        port = port or AUTO
    if pressed == "serial":
        other_port = other_port or port or AUTO
    buttons: list[Buttons] = []
    pins = stack.enter_context(LastingPins())
    panels = {
        name: BoxPanel(DieBox(name, find_last_box_rolls(entry.event for entry in journal.entries)))
        for name in {port if kind == "serial" else "", other_port if pressed == "serial" else ""} - {""}
    }
    die: Die
    match kind:
        case "gpio":
            display = LastingLamps(pins, DIE_PINS[: config.die_dice], config.die_face)
            die = PiDie(kind, roll, display=display, at_hand=True)
        case "serial":
            die = panels[port].die
        case "virtual":
            die = PiDie(kind, roll, display=VirtualDiceDisplay(), rolling_s=ROLLING_S if watched else 0)
        case "script":
            die = ScriptDie()
        case _:
            die = PiDie(kind, roll, rolling_s=0)  # the screen shows how it rolls, when its value is known
    if pressed == "gpio":
        buttons.append(LastingButtons(pins, BUTTON_NAMES))
    elif kind == "gpio":
        buttons.append(LastingButtons(pins, ("throw",)))
    if pressed == "serial":
        buttons.append(panels[other_port].buttons)
    elif pressed == "virtual":
        buttons.append(VirtualButtons())
    return stack.enter_context(die), tuple(stack.enter_context(one) for one in buttons)
