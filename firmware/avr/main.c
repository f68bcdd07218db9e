/* The die box on its chip: interrupts gather what happens, the loop hands it to the box (box.h), and sleeps.
 *
 * Fuses (`make -C firmware fuses`, with an ISP programmer): brown-out detection at 4.3 V, for below 3.8 V the chip may
 * not run at 16 MHz and could roll anything; the watchdog is started here and resets what hangs for half a second. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "board.h"
#include "box.h"
#include "uart.h"

static struct kept kept __attribute__((section(".noinit")));
static uint8_t reset_flags __attribute__((section(".noinit")));

static struct box box;
static volatile uint32_t now_ms;
static struct buttons buttons;

static volatile uint16_t reading;
static volatile bool has_reading;

static struct {
    uint16_t count; /* timer 1 at an edge of a button */
    uint8_t edges;
} volatile stamp;

/* After a reset by the watchdog it still runs, and would bite before main is reached. */
void stop_watchdog(void) __attribute__((naked, used, section(".init3")));
void stop_watchdog(void)
{
    reset_flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER0_COMPA_vect)
{
    now_ms++;
    buttons_sample(&buttons, board_buttons());
    ADCSRA |= 1 << ADSC;
}

ISR(ADC_vect)
{
    reading = ADC;
    has_reading = true;
}

ISR(PCINT2_vect)
{
    stamp.count = TCNT1;
    stamp.edges++;
}

static void stir_stamp(void)
{
    static uint8_t stirred;
    uint8_t bytes[3];
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        bytes[0] = stamp.edges;
        bytes[1] = (uint8_t)stamp.count;
        bytes[2] = (uint8_t)(stamp.count >> 8);
    }
    if (bytes[0] == stirred)
        return;
    stirred = bytes[0];
    entropy_stir(&box.entropy, bytes, sizeof bytes);
}

static void take_reading(void)
{
    uint16_t taken;
    if (!has_reading)
        return;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        taken = reading;
        has_reading = false;
    }
    box_reading(&box, taken);
}

/* Lets the box go on where a millisecond has passed. */
static void run(uint32_t *ran_ms)
{
    uint32_t now;
    struct button_news news;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = now_ms;
    }
    if (now == *ran_ms)
        return;
    *ran_ms = now;
    wdt_reset(); /* here, so that a clock that stops ends in a reset, too */
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        news = buttons_take(&buttons);
    }
    box_run(&box, now, &news);
}

int main(void)
{
    static const struct box_io io = {uart_write, board_lamps, board_tone};
    uint32_t ran_ms = 0;
    board_start();
    uart_start();
    box_start(&box, &io, &kept, reset_flags, 0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_500MS);
    sei();
    for (;;) {
        uint8_t byte;
        while (uart_read(&byte))
            box_byte(&box, byte);
        stir_stamp();
        take_reading();
        run(&ran_ms);
        sleep_mode(); /* the next tick, byte or edge wakes it */
    }
}
