#include "crc16.h"

uint16_t crc16(uint16_t crc, const uint8_t *data, uint8_t length)
{
    while (length--) {
        /* A byte at a time, without a table: the form of avr-libc's _crc_xmodem_update in fewer steps. */
        uint8_t x = (uint8_t)(crc >> 8) ^ *data++;
        x ^= x >> 4;
        crc = (uint16_t)((crc << 8) ^ ((uint16_t)x << 12) ^ ((uint16_t)x << 5) ^ x);
    }
    return crc;
}
