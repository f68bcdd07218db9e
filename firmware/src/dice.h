/* Dice: turns random bytes into values, and values into pips. */
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

#include "sha256.h"

/* A pip's bit, by its place on the face as a player sees it. */
enum pip {
    PIP_TOP_LEFT = 1 << 0,
    PIP_TOP_RIGHT = 1 << 1,
    PIP_MIDDLE_LEFT = 1 << 2,
    PIP_CENTRE = 1 << 3,
    PIP_MIDDLE_RIGHT = 1 << 4,
    PIP_BOTTOM_LEFT = 1 << 5,
    PIP_BOTTOM_RIGHT = 1 << 6,
    PIPS_ALL = 0x7F,
};

/* Returns the pips of a value from 0 (dark) to 6; all pips for anything else. */
uint8_t dice_pips(uint8_t value);

/* Returns a value from 1 to 6 for a random byte, or 0 for a byte that must be skipped: 256 is not a multiple of 6, and
 * using the last four bytes too would favour 1 to 4. */
uint8_t dice_value(uint8_t byte);

/* Rolls `count` dice into `values`. Draws 32 random bytes as often as necessary. */
void dice_throw(void (*draw)(void *source, uint8_t out[SHA256_BYTES]), void *source, uint8_t *values, uint8_t count);

#endif
