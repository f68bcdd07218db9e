/* The die box: rolls the dice when the companion asks and a player presses the button, and keeps the roll until the
 * companion has it. This is the whole box without its pins: bytes, contacts, readings and the time come in; bytes,
 * lamps and tones go out. */
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

/* The one roll that is rolling, or that the companion has not taken yet. It is in memory that a reset does not clear,
 * and has a CRC. So a reset loses no finished roll, and the box can say which one the reset interrupted. */
struct kept {
    uint32_t boot, number;
    uint16_t request;
    uint8_t what;         /* enum kept_what */
    uint8_t values[DICE]; /* of a finished roll; of a lost one the first is enum lost_why */
    uint16_t crc;
};

struct box_io {
    bool (*write)(const uint8_t *wire, uint8_t length); /* to the wire; false if not all of it fits */
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
    uint8_t said_health;   /* enum entropy_test, as last sent to the companion */
    uint8_t stuck;
    bool started, boot_by_chance, testing;
    struct { /* the roll that the companion asked for, dice 0 for none */
        uint16_t request, roll_ms;
        uint8_t dice;
    } asked;
};

/* Starts the box. kept: what a reset left in memory; after power came it can be anything. reset: the reset flags. */
void box_start(struct box *box, const struct box_io *io, struct kept *kept, uint8_t reset, uint32_t now_ms);

/* Takes a byte from the wire. */
void box_byte(struct box *box, uint8_t byte);
/* Takes a reading of the ADC. */
void box_reading(struct box *box, uint16_t reading);
/* Does everything else. Call it once a millisecond or less often, never more often. */
void box_run(struct box *box, uint32_t now_ms, const struct button_news *news);

#endif
