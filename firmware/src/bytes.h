/* Numbers in frames: most significant byte first. */
#ifndef BYTES_H
#define BYTES_H

#include <stdint.h>

static inline uint8_t *put16(uint8_t *at, uint16_t value)
{
    *at++ = (uint8_t)(value >> 8);
    *at++ = (uint8_t)value;
    return at;
}

static inline uint8_t *put32(uint8_t *at, uint32_t value)
{
    return put16(put16(at, (uint16_t)(value >> 16)), (uint16_t)value);
}

static inline uint16_t get16(const uint8_t *at)
{
    return (uint16_t)((uint16_t)at[0] << 8 | at[1]);
}

static inline uint32_t get32(const uint8_t *at)
{
    return (uint32_t)get16(at) << 16 | get16(at + 2);
}

#endif
