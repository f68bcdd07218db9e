#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "dice.h"

#define BUTTON_PINS (1 << PD2 | 1 << PD4 | 1 << PD5 | 1 << PD6)
#define LAMPS_B (1 << PB0 | 1 << PB1 | 1 << PB2 | 1 << PB3 | 1 << PB4 | 1 << PB5)
#define LAMPS_C (1 << PC1 | 1 << PC2)
#define LAMPS_D (1 << PD7)

void board_start(void)
{
    DDRB = LAMPS_B;
    DDRC = LAMPS_C;
    DDRD = LAMPS_D | 1 << PD3;
    PORTD = BUTTON_PINS; /* pulled up */
    PCMSK2 = BUTTON_PINS;
    PCICR = 1 << PCIE2;

    /* Timer 0 ticks each millisecond, timer 1 runs freely at 16 MHz, timer 2 makes the tone on PD3. */
    TCCR0A = 1 << WGM01;
    OCR0A = F_CPU / 64 / 1000 - 1;
    TCCR0B = 1 << CS01 | 1 << CS00;
    TIMSK0 = 1 << OCIE0A;
    TCCR1A = 0;
    TCCR1B = 1 << CS10;
    TCCR2A = 1 << WGM21;

    /* A0 against AVCC, at 125 kHz; the tick starts each conversion. */
    ADMUX = 1 << REFS0;
    ADCSRA = 1 << ADEN | 1 << ADIE | 1 << ADPS2 | 1 << ADPS1 | 1 << ADPS0;
    DIDR0 = 1 << ADC0D;
}

void board_lamps(const uint8_t pips[DICE], bool linked)
{
    uint8_t b = 0, c = 0, d = 0;
    if (pips[0] & PIP_CENTRE)
        d |= 1 << PD7;
    if (pips[0] & PIP_TOP_LEFT)
        b |= 1 << PB0;
    if (pips[0] & PIP_TOP_RIGHT)
        b |= 1 << PB1;
    if (pips[0] & PIP_MIDDLE_LEFT)
        b |= 1 << PB2;
    if (pips[1] & PIP_CENTRE)
        b |= 1 << PB3;
    if (pips[1] & PIP_TOP_LEFT)
        b |= 1 << PB4;
    if (pips[1] & PIP_TOP_RIGHT)
        c |= 1 << PC1;
    if (pips[1] & PIP_MIDDLE_LEFT)
        c |= 1 << PC2;
    if (linked)
        b |= 1 << PB5;
    PORTB = (PORTB & (uint8_t)~LAMPS_B) | b;
    PORTC = (PORTC & (uint8_t)~LAMPS_C) | c;
    PORTD = (PORTD & (uint8_t)~LAMPS_D) | d;
}

void board_tone(uint16_t hz)
{
    if (hz == 0) {
        TCCR2B = 0;
        TCCR2A = 1 << WGM21; /* lets go of the pin, which is low */
        return;
    }
    OCR2A = OCR2B = (uint8_t)(F_CPU / 256 / 2 / hz - 1); /* 123 Hz at least */
    TCCR2A = 1 << COM2B0 | 1 << WGM21;
    TCCR2B = 1 << CS22 | 1 << CS21;
}

uint8_t board_buttons(void)
{
    uint8_t closed = (uint8_t)~PIND;
    return (closed >> PD2 & 1) | (closed >> (PD4 - 1) & 0x0E);
}
