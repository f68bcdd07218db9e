/* Chance: noise is health-tested, conditioned by SHA-256 and drawn from. Knows no hardware and no dice.
 *
 * The noise source is the low nibble of ADC readings of an open wire, one reading a millisecond. It is credited with
 * half a bit of min-entropy a reading, an eighth of what a nibble could hold. The tests are those of NIST SP 800-90B,
 * section 4.4, each with a false alarm in 2^20 (alpha = 2^-20) for a source that has just this half bit:
 *
 *   repetition count, 4.4.1:     C = 1 + ceil(-log2(alpha) / H) = 1 + ceil(20 / 0.5) = 41
 *   adaptive proportion, 4.4.2:  W = 512 (the source is not binary),
 *                                C = 1 + critbinom(W, 2^-H, 1 - alpha) = 1 + critbinom(512, 0.7071, 1 - 2^-20) = 410
 *
 * Before the first throw and after a failure 1024 readings in a row must pass (4.3, startup). The timer's count at each
 * edge of a button is stirred in as well, and credited with nothing. */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdbool.h>
#include <stdint.h>

#include "sha256.h"

#define ENTROPY_REPETITION_CUTOFF 41
#define ENTROPY_PROPORTION_WINDOW 512
#define ENTROPY_PROPORTION_CUTOFF 410
#define ENTROPY_STARTUP 1024
/* Readings between two draws at least: 32 bits' worth, where a throw of two dice needs 5.2. */
#define ENTROPY_FRESH 64

enum entropy_test { ENTROPY_WELL, ENTROPY_REPETITION, ENTROPY_PROPORTION };

struct entropy {
    struct sha256 pool;
    uint16_t startup; /* readings that must still pass */
    uint8_t fresh;    /* readings since the last draw, as far as they count */
    uint8_t failed;   /* enum entropy_test: what failed since the last well-passed startup */
    uint8_t half;     /* a nibble that waits for the next one */
    bool has_half;
    uint8_t last, repeated;
    uint8_t watched;        /* the nibble that this window counts */
    uint16_t seen, counted; /* readings of this window, and how many of them were like the first */
};

void entropy_start(struct entropy *entropy);

/* Takes a reading of the ADC. */
void entropy_reading(struct entropy *entropy, uint16_t reading);

/* Stirs in what may be unlikely to be guessed: the timer at an edge, what memory held. Credited with nothing. */
void entropy_stir(struct entropy *entropy, const void *data, uint8_t length);

/* Whether a draw may be made: startup passed, nothing failing, enough fresh readings. */
bool entropy_ready(const struct entropy *entropy);

/* 32 bytes of chance. Who learns the pool afterwards cannot tell what was drawn before. */
void entropy_draw(struct entropy *entropy, uint8_t out[SHA256_BYTES]);

#endif
