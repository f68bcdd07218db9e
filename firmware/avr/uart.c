#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#define RING 128 /* a power of two; 33 ms of bytes, longer than the longest computation */

struct ring {
    volatile uint8_t in, out; /* counts that wrap round */
    uint8_t bytes[RING];
};

static struct ring received, sending;

void uart_start(void)
{
    UCSR0A = 1 << U2X0;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UBRR0 = (F_CPU + 4 * BAUD) / (8 * BAUD) - 1; /* last: simavr takes the bits above from when this is written */
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    if ((uint8_t)(received.in - received.out) < RING)
        received.bytes[received.in++ & (RING - 1)] = byte;
}

ISR(USART_UDRE_vect)
{
    if (sending.in == sending.out)
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
    else
        UDR0 = sending.bytes[sending.out++ & (RING - 1)];
}

bool uart_read(uint8_t *byte)
{
    if (received.in == received.out)
        return false;
    *byte = received.bytes[received.out & (RING - 1)];
    received.out++;
    return true;
}

bool uart_write(const uint8_t *data, uint8_t length)
{
    if (RING - (uint8_t)(sending.in - sending.out) < length)
        return false;
    while (length--) {
        sending.bytes[sending.in & (RING - 1)] = *data++;
        sending.in++;
    }
    UCSR0B |= 1 << UDRIE0;
    return true;
}
