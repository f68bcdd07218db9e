/* Buttons: contacts that bounce become presses and releases; held for long, a button is stuck, or two ask to shut down.
 * Sampled once a millisecond, from an interrupt if need be. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdbool.h>
#include <stdint.h>

enum button { BUTTON_THROW, BUTTON_DONE, BUTTON_UNDO, BUTTON_HINT, BUTTONS };

/* Closed so long counts as pressed: soon, for what a finger does should show at once; not at once, for a spark is none. */
#define BUTTON_PRESS_MS 3
/* Open so long counts as let go: longer than any contact bounces, so that a bounce is never a second press. */
#define BUTTON_RELEASE_MS 30
#define BUTTON_STUCK_MS 10000
#define BUTTON_SHUTDOWN_MS 2000 /* done and undo together */

struct button_news {
    uint8_t pressed, released, stuck, freed; /* a bit for each button, 1 << BUTTON_... */
    bool shutdown;
};

struct buttons {
    uint8_t down, stuck;
    uint8_t steady_ms[BUTTONS]; /* for how long a contact has differed from what is believed */
    uint16_t held_ms[BUTTONS];
    uint16_t both_ms;
    struct button_news news;
};

/* Takes the contacts, a bit for each closed one. Once a millisecond. */
void buttons_sample(struct buttons *buttons, uint8_t closed);

/* What has happened since the last call. */
struct button_news buttons_take(struct buttons *buttons);

#endif
