/* Consistent overhead byte stuffing (Cheshire and Baker 1999): bytes without zeros, so that a zero can end a frame. */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

#define COBS_MOST 253 /* bytes that are encoded at most: below one full block, so that the code is one byte longer */

/* Writes length + 1 bytes to `out`, none of them zero; length is at most COBS_MOST. Returns how many. */
uint8_t cobs_encode(const uint8_t *in, uint8_t length, uint8_t *out);

/* Decodes in place what stood between two zeros. Returns the length, 0 where it is no COBS code (or empty). */
uint8_t cobs_decode(uint8_t *data, uint8_t length);

#endif
