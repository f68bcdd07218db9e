/* Contacts that bounce, stick and are pressed together. */
#include "buttons.h"

#include <string.h>

#include "check.h"

static struct buttons it;
static unsigned pressed[BUTTONS], released[BUTTONS], stuck[BUTTONS], freed[BUTTONS], shutdowns;

static void start(void)
{
    memset(&it, 0, sizeof it);
    memset(pressed, 0, sizeof pressed);
    memset(released, 0, sizeof released);
    memset(stuck, 0, sizeof stuck);
    memset(freed, 0, sizeof freed);
    shutdowns = 0;
}

static void sample(uint8_t closed, unsigned ms)
{
    while (ms--) {
        buttons_sample(&it, closed);
        struct button_news news = buttons_take(&it);
        for (unsigned i = 0; i < BUTTONS; i++) {
            pressed[i] += news.pressed >> i & 1;
            released[i] += news.released >> i & 1;
            stuck[i] += news.stuck >> i & 1;
            freed[i] += news.freed >> i & 1;
        }
        shutdowns += news.shutdown;
    }
}

static void a_press_counts_after_three_ms(void)
{
    start();
    sample(1 << BUTTON_HINT, BUTTON_PRESS_MS - 1);
    sample(0, 1);
    CHECK_EQUAL(pressed[BUTTON_HINT], 0); /* a spark */
    sample(1 << BUTTON_HINT, BUTTON_PRESS_MS);
    CHECK_EQUAL(pressed[BUTTON_HINT], 1);
    sample(0, BUTTON_RELEASE_MS - 1);
    CHECK_EQUAL(released[BUTTON_HINT], 0);
    sample(0, 1);
    CHECK_EQUAL(released[BUTTON_HINT], 1);
    CHECK_EQUAL(pressed[BUTTON_THROW] + pressed[BUTTON_DONE] + pressed[BUTTON_UNDO], 0);
}

/* Any bounce of 20 ms, while pressing and while letting go, is one press and one release. */
static void bounces_of_20_ms_are_one_press(void)
{
    unsigned state = 4;
    for (unsigned round = 0; round < 5000; round++) {
        start();
        sample(0, 40);
        for (unsigned ms = 0; ms < 20; ms++)
            sample(chance(&state) & 64 ? 1 : 0, 1);
        sample(1, 30 + chance(&state) % 200);
        for (unsigned ms = 0; ms < 20; ms++)
            sample(chance(&state) & 64 ? 1 : 0, 1);
        sample(0, 40);
        CHECK_EQUAL(pressed[0], 1);
        CHECK_EQUAL(released[0], 1);
    }
}

static void a_held_button_is_stuck_until_let_go(void)
{
    start();
    sample(1 << BUTTON_UNDO, BUTTON_STUCK_MS + BUTTON_PRESS_MS - 2);
    CHECK_EQUAL(stuck[BUTTON_UNDO], 0);
    sample(1 << BUTTON_UNDO, 70000);
    CHECK_EQUAL(stuck[BUTTON_UNDO], 1);
    CHECK_EQUAL(pressed[BUTTON_UNDO], 1);
    sample(0, 100);
    CHECK_EQUAL(freed[BUTTON_UNDO], 1);
    sample(1 << BUTTON_UNDO, 10);
    CHECK_EQUAL(pressed[BUTTON_UNDO], 2);
    CHECK_EQUAL(freed[BUTTON_UNDO], 1);
}

static void done_and_undo_together_shut_down_once(void)
{
    const uint8_t both = 1 << BUTTON_DONE | 1 << BUTTON_UNDO;
    start();
    sample(1 << BUTTON_DONE, 500);
    sample(both, BUTTON_SHUTDOWN_MS);
    CHECK_EQUAL(shutdowns, 0); /* together, not each */
    sample(both, 5000);
    CHECK_EQUAL(shutdowns, 1);
    sample(1 << BUTTON_DONE, 100);
    sample(both, BUTTON_SHUTDOWN_MS + 10);
    CHECK_EQUAL(shutdowns, 2);
    sample(1 << BUTTON_THROW | 1 << BUTTON_HINT, 9000);
    CHECK_EQUAL(shutdowns, 2);
}

int main(void)
{
    a_press_counts_after_three_ms();
    bounces_of_20_ms_are_one_press();
    a_held_button_is_stuck_until_let_go();
    done_and_undo_together_shut_down_once();
    puts("buttons: ok");
    return 0;
}
