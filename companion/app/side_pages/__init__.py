"""The pages beside a game: opens them and carries out what people do on them, one file for each page.

companion.presentation has their words, and companion.screen draws them.
"""

from companion.app.side_pages.controller import SidePages
from companion.app.side_pages.names import NamesSide
from companion.app.side_pages.tools import Tools, make_side_pages

__all__ = ["NamesSide", "SidePages", "Tools", "make_side_pages"]
