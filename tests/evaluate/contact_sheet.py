"""Draws every screen on every panel, in every theme, size of texts and language, and checks each by machine.

    python -m tests.evaluate.contact_sheet DIR [--languages en,de] [--themes dark] [--texts 1.0,1.45] [--sizes 800x480]

DIR gets one PNG for each combination, with all screens side by side, to be looked at. Checked are: every line of text
is on the panel and overlaps no other one; what people need is whole; what they tap is on the panel, shares no pixel
with another target, and is at least 9 mm high and wide on the panel that people buy in that size. The contrast of
all colours of text is computed (WCAG 2.2). The exit status is 1 if a check fails.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame

from companion.boards import BOARDS
from companion.history.saved_games import Summary
from companion.language import list_languages, use_language
from companion.presentation.game_menu import GameMenu
from companion.rules import GAMES
from companion.screen import theme
from companion.screen.menu import MenuScreen
from companion.screen.page import FINGER_MM, Wishes
from companion.screen.touchscreen import Touchscreen
from companion.values.menu_commands import ChangeOption, ChooseGame
from companion.values.views import View
from tests.lesson.moments import list_lesson_moments
from tests.screen.moments import moments
from tests.screen.page_checks import PANELS, find_small, list_contrasts, list_needed, measure_density
from tests.screen.side_views import side_pages
from tests.screen.views import views

SAVED = tuple(
    Summary(number, "mindfield", "Mindfield", 0.0, number * 1e5, moves=number, touched=True, names=("Wilhelmina M",))
    for number in (8, 18, 28)
)
"""Saved games."""
THUMBNAIL = 320
"""The width of one screen on a sheet, in pixels."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="contact_sheet")
    parser.add_argument("out", type=Path)
    parser.add_argument("--languages", default=",".join(list_languages()))
    parser.add_argument("--themes", default=",".join(theme.THEMES))
    parser.add_argument("--texts", default="1.0,1.2,1.45")
    parser.add_argument("--sizes", default=",".join(f"{w}x{h}" for w, h in PANELS))
    args = parser.parse_args(arguments)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    args.out.mkdir(parents=True, exist_ok=True)
    sizes = [(int(w), int(h)) for w, _, h in (size.partition("x") for size in args.sizes.split(","))]
    faults, drawn = 0, 0
    try:
        for name in args.themes.split(","):
            theme.use_theme(name)
            for what, ratio, least in list_contrasts(theme.THEMES[name]):
                if ratio < least:
                    faults += 1
                    _say(f"{name}: {what} has a contrast of {ratio:.1f}, {least} is needed")
            for language, size, larger in itertools.product(
                args.languages.split(","), sizes, map(float, args.texts.split(","))
            ):
                use_language(language)
                pictures: list[pygame.Surface] = []
                for title, picture, wrong in draw_all(size, larger):
                    pictures.append(picture)
                    for one in wrong:
                        faults += 1
                        _say(f"{name} {language} {size[0]}x{size[1]} text {larger:g}, {title}: {one}")
                drawn += len(pictures)
                file = args.out / f"{name}-{language}-{size[0]}x{size[1]}-{larger:g}.png"
                pygame.image.save(_put_together(pictures), file)
    finally:
        use_language("en")
        theme.use_theme("dark")
    _say(f"{drawn} screens drawn, {faults} faults")
    return 1 if faults else 0


def draw_all(
    size: tuple[int, int], larger: float, lessons: Iterable[str] = BOARDS, *, is_density_known: bool = True
) -> Iterator[tuple[str, pygame.Surface, list[str]]]:
    """Every screen on one panel: its name, a copy of its picture, and what is wrong with it.

    lessons: the games whose lessons are among them. is_density_known: False for a panel that does not say how large it
    is. Then nothing is too small to tap.
    """
    px_per_mm = measure_density(size) if is_density_known else 0.0
    wishes = Wishes(larger, px_per_mm=px_per_mm)
    first = GameMenu((), can_switch_off=True)
    menus = {"menu": first, "saved": replace(first, saved=SAVED)}
    for game in BOARDS:
        chosen = first.perform(ChooseGame(game))
        if isinstance(chosen, GameMenu):
            menus[f"options of {game}"] = chosen
            long = max(GAMES[game].info.options, key=lambda option: len(option.meaning_in_words))
            changed = chosen.perform(ChangeOption(long.name))
            assert isinstance(changed, GameMenu)
            menus[f"an option of {game} changed"] = changed
    for title, shown in menus.items():
        screen, menu = MenuScreen(BOARDS, size, wishes), shown.menu()
        picture = screen.draw(menu).copy()
        small = [area for area in screen.targets() if min(area.size) < FINGER_MM * px_per_mm - 1]
        told = menu.aim_or_meaning or menu.detail
        texts = [menu.headline, told, *(entry.text for entry in (*menu.games, *menu.buttons))]
        yield (
            title,
            picture,
            [f"{area.size} is too small to tap" for area in small]
            + [f"cut off or left out: {text}" for text in texts if text and text not in screen.said()],
        )
    touchscreens = {game: Touchscreen(board, size, menu=True, wishes=wishes) for game, board in BOARDS.items()}
    play = views()["play"]
    beside = {name: replace(play, screen="side", buttons=(), side=page) for name, page in side_pages().items()}
    taught = dict(pair for game in lessons if GAMES[game].lesson() for pair in list_lesson_moments(game))
    beside["history-photo"] = views()["history-photo"]
    for title, view in {**moments(), **taught, **beside}.items():
        touchscreen = touchscreens[view.game]
        picture = touchscreen.draw(view).copy()
        yield title, picture, _find_faults(touchscreen, view, picture.get_rect(), size if is_density_known else None)


def _find_faults(screen: Touchscreen, view: View, panel: pygame.Rect, size: tuple[int, int] | None) -> list[str]:
    lines = [line.inflate(0, -round(line.height * 0.3)) for line in screen.written()]
    areas = [area for area, _ in screen.targets()]
    missing = Counter(text for text in list_needed(view) if text) - Counter(screen.said())
    return [
        *(f"{line} leaves the panel" for line in screen.written() if not panel.contains(line)),
        *(f"{a} and {b} overlap" for a, b in itertools.combinations(lines, 2) if a.colliderect(b)),
        *(f"{a} and {b} share pixels to tap" for a, b in itertools.combinations(areas, 2) if a.colliderect(b)),
        *(f"{means} is too small to tap: {area.size}" for area, means in (find_small(screen, size) if size else ())),
        *(f"cut off or left out: {text}" for text in missing),
        *(f"cut off: {text}" for text in screen.cut()),
    ]


def _put_together(pictures: list[pygame.Surface]) -> pygame.Surface:
    across = 6
    scale = THUMBNAIL / pictures[0].get_width()
    wide, tall = THUMBNAIL, round(pictures[0].get_height() * scale)
    sheet = pygame.Surface((across * wide, -(-len(pictures) // across) * tall))
    for i, picture in enumerate(pictures):
        small = pygame.transform.smoothscale(picture, (wide, tall))
        sheet.blit(small, (i % across * wide, i // across * tall))
    return sheet


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
