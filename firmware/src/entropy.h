/* Randomness: tests the noise source, conditions its readings by SHA-256 and draws random bytes. Knows no hardware and
 * no dice.
 *
 * The noise source is the low nibble of ADC readings of an open wire, one reading a millisecond. We count on
 * half a bit of min-entropy a reading, an eighth of what a nibble could hold. The tests are those of NIST SP 800-90B,
 * section 4.4, each with a false alarm in 2^20 (alpha = 2^-20) for a source with exactly this half bit:
 *
 *   repetition count, 4.4.1:     C = 1 + ceil(-log2(alpha) / H) = 1 + ceil(20 / 0.5) = 41
 *   adaptive proportion, 4.4.2:  W = 512 (the source is not binary),
 *                                C = 1 + critbinom(W, 2^-H, 1 - alpha) = 1 + critbinom(512, 0.7071, 1 - 2^-20) = 410
 *
 * Before the first roll and after a failure 1024 readings in a row must pass (4.3, startup). The timer's count at each
 * edge of a button is stirred in too; we count on no entropy from it. */
#ifndef ENTROPY_H
#define ENTROPY_H

#include <stdbool.h>
#include <stdint.h>

#include "sha256.h"

#define ENTROPY_REPETITION_CUTOFF 41
#define ENTROPY_PROPORTION_WINDOW 512
#define ENTROPY_PROPORTION_CUTOFF 410
#define ENTROPY_STARTUP 1024
/* Fewest readings between two draws: they give 32 bits, and a roll of two dice needs 5.2. */
#define ENTROPY_FRESH 64

enum entropy_test { ENTROPY_WELL, ENTROPY_REPETITION, ENTROPY_PROPORTION };

struct entropy {
    struct sha256 pool;
    uint16_t startup; /* readings that must still pass */
    uint8_t fresh;    /* readings since the last draw; stops at ENTROPY_FRESH */
    uint8_t failed;   /* enum entropy_test: what failed since the last startup that passed */
    uint8_t half;     /* a nibble that waits for the next one */
    bool has_half;
    uint8_t last, repeated;
    uint8_t watched;        /* the nibble that this window counts */
    uint16_t seen, counted; /* readings of this window, and how many of them were like the first */
};

void entropy_start(struct entropy *entropy);

/* Takes a reading of the ADC. */
void entropy_reading(struct entropy *entropy, uint16_t reading);

/* Stirs in data that is hard to guess: the timer at an edge, the memory at power-on. We count on no entropy here. */
void entropy_stir(struct entropy *entropy, const void *data, uint8_t length);

/* True if a draw is allowed: startup passed, nothing failed, enough fresh readings. */
bool entropy_ready(const struct entropy *entropy);

/* Draws 32 random bytes. The pool afterwards does not reveal what was drawn before. */
void entropy_draw(struct entropy *entropy, uint8_t out[SHA256_BYTES]);

#endif
