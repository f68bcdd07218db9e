"""Makes the page of the camera: what the camera sees, what people can do about it, and the corners that they tap."""

from __future__ import annotations

from collections.abc import Sequence

from companion.boards.corner_taps import CornerTaps
from companion.language import N_, _, translate_marked
from companion.values.side_commands import CloseSide, KeepCorners, UndoTap
from companion.values.side_pages import LivePicture, SideEntry, SidePage

CORNERS = (N_("top left"), N_("top right"), N_("bottom right"), N_("bottom left"))
"""The name of each corner, in the order that outlines have, marked for the catalogue."""


def make_page(
    picture: LivePicture | None, text: str, taps: CornerTaps | None, *, trouble: str = "", is_known: bool = False
) -> SidePage:
    """The page of the camera.

    text: what the companion says about the picture. taps: the corners that people tap; None if the board has markers.
    is_known: True if corners were tapped before.
    """
    back = SideEntry(_("Back"), CloseSide())
    if picture is None or taps is None or trouble:
        return SidePage("camera", _("Camera"), text, trouble=trouble, picture=picture, buttons=(back,))
    step = taps.next_step
    if not taps.taps and is_known:
        step = text + " " + _("Tap the four corners of the board if the circles are not on its cells.")
    undo = (SideEntry(_("Undo"), UndoTap()),) if taps.taps else ()
    keep = (SideEntry(_("Use these corners"), KeepCorners()),) if taps.is_complete else ()
    return SidePage("camera", _("Camera"), step, picture=picture, buttons=(*undo, *keep, back))


def describe_framing(outside: Sequence[int]) -> str:
    """A text that says which corners are outside the picture, and what to do; "" for none. outside: the numbers of
    these corners in CORNERS.
    """
    if not outside:
        return ""
    if len(outside) == 1:
        corner = translate_marked(CORNERS[outside[0]])
        # Translators: {corner} is "top left" and the like, as the camera's picture shows the board.
        return _("The {corner} corner of the board is out of the picture. Move or turn the camera.").format(
            corner=corner
        )
    return _("{count} corners of the board are out of the picture. Raise the camera, or move it.").format(
        count=len(outside)
    )


def describe_good() -> str:
    """A text that says that nothing is wrong with the picture."""
    return _("I see the whole board, and the picture is good.")


def describe_waiting() -> str:
    """A text that says that there is no picture yet."""
    return _("Waiting for the camera …")
