/* CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, nothing reflected; 0x29B1 for "123456789". */
#ifndef CRC16_H
#define CRC16_H

#include <stdint.h>

#define CRC16_START 0xFFFFu

/* Returns the CRC of everything that `crc` covers and `length` more bytes. */
uint16_t crc16(uint16_t crc, const uint8_t *data, uint8_t length);

#endif
