/* The die box: gives a throw when one is asked for and its button pressed, and keeps it until the companion has it.
 * The whole box but its pins: bytes, contacts, readings and the time come in, bytes, lamps and tones go out. */
#ifndef BOX_H
#define BOX_H

#include <stdbool.h>
#include <stdint.h>

#include "buttons.h"
#include "entropy.h"
#include "face.h"
#include "link.h"

#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0

enum box_state {
    BOX_ARMED = 1 << 0,
    BOX_ROLLING = 1 << 1,
    BOX_KEPT = 1 << 2,
    BOX_UNHEALTHY = 1 << 3,
    BOX_SELFTEST = 1 << 4,
};

enum lost_why { LOST_RESET = 1, LOST_UNHEALTHY = 2 };
enum refused_why { REFUSED_DICE = 1, REFUSED_UNHEALTHY = 2, REFUSED_SELFTEST = 3 };
enum kept_what { KEPT_NOTHING, KEPT_ROLLING, KEPT_THROWN, KEPT_LOST };

/* The one throw that rolls, or that the companion has not taken yet. It lies where a reset leaves it alone and bears a
 * CRC, so that a reset loses no throw that was made, and says which one it broke off. */
struct kept {
    uint32_t boot, number;
    uint16_t request;
    uint8_t what;         /* enum kept_what */
    uint8_t values[DICE]; /* where it is thrown; where it is lost the first is enum lost_why */
    uint16_t crc;
};

struct box_io {
    bool (*write)(const uint8_t *wire, uint8_t length); /* to the wire; false where there is no room for all of it */
    void (*lamps)(const uint8_t pips[DICE], bool linked);
    void (*tone)(uint16_t hz);
};

struct box {
    const struct box_io *io;
    struct link_owner owner;
    struct link link;
    struct entropy entropy;
    struct face face;
    struct kept *kept;
    uint32_t now_ms;
    uint32_t boot, number;
    uint32_t roll_end_ms, test_end_ms;
    uint16_t tone_hz;
    uint8_t reset, failed; /* why it started (MCUSR); what its self-test found */
    uint8_t said_health;   /* enum entropy_test, as the companion was told last */
    uint8_t stuck;
    bool started, boot_by_chance, testing;
    struct { /* the throw that is due, dice 0 for none */
        uint16_t request, roll_ms;
        uint8_t dice;
    } asked;
};

/* kept: what a reset has left, or anything at all after power came. reset: the reset flags. */
void box_start(struct box *box, const struct box_io *io, struct kept *kept, uint8_t reset, uint32_t now_ms);

void box_byte(struct box *box, uint8_t byte);
void box_reading(struct box *box, uint16_t reading);
/* Once for each millisecond or less often, never more. */
void box_run(struct box *box, uint32_t now_ms, const struct button_news *news);

#endif
