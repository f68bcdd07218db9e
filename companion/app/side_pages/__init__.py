"""The pages beside a game at work: what opens them, what they do, one file each.

The words are in companion.presentation, and companion.screen draws the pages.
"""

from companion.app.side_pages.controller import SidePages
from companion.app.side_pages.names import NamesSide
from companion.app.side_pages.tools import Tools, make_side_pages

__all__ = ["NamesSide", "SidePages", "Tools", "make_side_pages"]
