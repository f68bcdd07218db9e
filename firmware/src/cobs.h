/* Consistent overhead byte stuffing (Cheshire and Baker 1999): bytes without zeros, so that a zero can end a frame. */
#ifndef COBS_H
#define COBS_H

#include <stdint.h>

#define COBS_MOST 253 /* bytes to encode at most: less than a full block, so that the code is only one byte longer */

/* Writes length + 1 bytes to `out`, none of them zero; length is at most COBS_MOST. Returns how many bytes it wrote. */
uint8_t cobs_encode(const uint8_t *in, uint8_t length, uint8_t *out);

/* Decodes in place what is between two zeros. Returns the length, 0 if it is not COBS code or empty. */
uint8_t cobs_decode(uint8_t *data, uint8_t length);

#endif
