/* Dice: from chance to values, and the pips of a face. */
#ifndef DICE_H
#define DICE_H

#include <stdint.h>

#include "sha256.h"

/* A pip's bit, as one looks at the die. */
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

/* The pips of a value from 0 (dark) to 6; all of them for anything else. */
uint8_t dice_pips(uint8_t value);

/* A value from 1 to 6 made of a byte of chance, or 0 where the byte must be passed over: 256 is no multiple of 6, and
 * to keep the four bytes too many would favour 1 to 4. */
uint8_t dice_value(uint8_t byte);

/* Throws `count` dice into `values`, drawing 32 bytes of chance as often as it takes. */
void dice_throw(void (*draw)(void *source, uint8_t out[SHA256_BYTES]), void *source, uint8_t *values, uint8_t count);

#endif
