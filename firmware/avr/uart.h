/* The serial port: 38400 baud (0.2 % off at 16 MHz), 8 bits, no parity, by interrupts. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

#define BAUD 38400UL

void uart_start(void);

/* Takes a byte that has come; false where there is none. What comes faster than it is taken is lost: the frame is
 * repeated. */
bool uart_read(uint8_t *byte);

/* Sends in the background, all of it or, without room, nothing. */
bool uart_write(const uint8_t *data, uint8_t length);

#endif
