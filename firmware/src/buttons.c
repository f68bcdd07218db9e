#include "buttons.h"

#include <string.h>

static void sample_one(struct buttons *buttons, enum button which, bool closed)
{
    uint8_t bit = 1 << which;
    bool down = buttons->down & bit;
    if (closed == down) {
        buttons->steady_ms[which] = 0;
    } else if (++buttons->steady_ms[which] == (down ? BUTTON_RELEASE_MS : BUTTON_PRESS_MS)) {
        buttons->steady_ms[which] = 0;
        buttons->held_ms[which] = 0;
        buttons->down ^= bit;
        if (!down) {
            buttons->news.pressed |= bit;
        } else {
            buttons->news.released |= bit;
            buttons->news.freed |= buttons->stuck & bit;
            buttons->stuck &= ~bit;
        }
    }
    if (buttons->down & bit && !(buttons->stuck & bit) && ++buttons->held_ms[which] == BUTTON_STUCK_MS) {
        buttons->stuck |= bit;
        buttons->news.stuck |= bit;
    }
}

void buttons_sample(struct buttons *buttons, uint8_t closed)
{
    const uint8_t both = 1 << BUTTON_DONE | 1 << BUTTON_UNDO;
    for (uint8_t i = 0; i < BUTTONS; i++)
        sample_one(buttons, i, closed >> i & 1);
    if ((buttons->down & both) != both)
        buttons->both_ms = 0;
    else if (buttons->both_ms < BUTTON_SHUTDOWN_MS && ++buttons->both_ms == BUTTON_SHUTDOWN_MS)
        buttons->news.shutdown = true;
}

struct button_news buttons_take(struct buttons *buttons)
{
    struct button_news news = buttons->news;
    memset(&buttons->news, 0, sizeof buttons->news);
    return news;
}
