/* Buttons: turns contacts that bounce into presses and releases. A button that is held for long is stuck; two held
 * together ask to shut down. Sampled once a millisecond, from an interrupt if necessary. */
#ifndef BUTTONS_H
#define BUTTONS_H

#include <stdbool.h>
#include <stdint.h>

enum button { BUTTON_THROW, BUTTON_DONE, BUTTON_UNDO, BUTTON_HINT, BUTTONS };

/* A contact closed for this long is pressed: short, so that the box answers at once, but longer than a spark. */
#define BUTTON_PRESS_MS 3
/* A contact open for this long is released: longer than any contact bounces, so a bounce is never a second press. */
#define BUTTON_RELEASE_MS 30
#define BUTTON_STUCK_MS 10000
#define BUTTON_SHUTDOWN_MS 2000 /* done and undo together */

struct button_news {
    uint8_t pressed, released, stuck, freed; /* a bit for each button, 1 << BUTTON_... */
    bool shutdown;
};

struct buttons {
    uint8_t down, stuck;
    uint8_t steady_ms[BUTTONS]; /* for how long a contact has differed from `down` */
    uint16_t held_ms[BUTTONS];
    uint16_t both_ms;
    struct button_news news;
};

/* Takes the contacts, a bit for each closed one. Call it once a millisecond. */
void buttons_sample(struct buttons *buttons, uint8_t closed);

/* Returns what happened since the last call. */
struct button_news buttons_take(struct buttons *buttons);

#endif
