/* The die box's real program on a simulated ATmega328P, for simulator.py: bytes, contacts, noise and time go in, bytes,
 * lamps and tones come out. Time is the chip's own: a run is the same each time, however busy the machine is. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_time.h>

#define HZ 16000000u
#define BYTE_CYCLES (HZ * 10 / 38400) /* start bit, eight bits, stop bit */
#define BUFFER 65536u                 /* a power of two */
#define HANGS_AT 0x7F00               /* flash that the program does not reach */
#define PORTB 0x25                    /* data addresses */
#define PORTC 0x28
#define PIND 0x29
#define PORTD 0x2B
#define TCCR2B 0xB1
#define SRAM 0x100

struct queue {
    uint8_t bytes[BUFFER];
    uint32_t in, out;
};

struct sim {
    avr_t *avr;
    struct queue to_chip, from_chip;
    uint32_t deepest;  /* where the stack has reached to since the last reset */
    uint32_t noise;    /* state of xorshift32 */
    uint32_t noise_mv; /* readings lie this far apart at most; 0: all are the same */
    uint8_t closed;    /* buttons */
};

static const uint8_t BUTTON_PINS[4] = {2, 4, 5, 6}; /* of port D */

static void log_nothing(avr_t *avr, const int level, const char *format, va_list arguments)
{
    (void)avr, (void)level, (void)format, (void)arguments;
}

static void never_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles; /* simulated time need not be waited for */
}

static uint32_t xorshift(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *of)
{
    (void)irq, (void)value;
    struct sim *sim = of;
    uint32_t mv = 2499; /* between two steps of the ADC, so that a little noise has some effect */
    if (sim->noise_mv)
        mv += xorshift(&sim->noise) % sim->noise_mv;
    avr_raise_irq(avr_io_getirq(sim->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0), mv);
}

static void on_byte(avr_irq_t *irq, uint32_t value, void *of)
{
    (void)irq;
    struct queue *queue = &((struct sim *)of)->from_chip;
    queue->bytes[queue->in++ % BUFFER] = (uint8_t)value;
}

/* A byte reaches the chip each 260 microseconds, as on the wire. */
static avr_cycle_count_t feed(avr_t *avr, avr_cycle_count_t when, void *of)
{
    struct queue *queue = &((struct sim *)of)->to_chip;
    if (queue->in == queue->out)
        return 0;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), queue->bytes[queue->out++ % BUFFER]);
    return when + BYTE_CYCLES;
}

static void hold_pins(struct sim *sim)
{
    /* Told twice: the level that the port's own writes leave alone, and the edge itself. */
    avr_ioport_external_t held = {.name = 'D'};
    for (int i = 0; i < 4; i++) {
        held.mask |= 1 << BUTTON_PINS[i];
        held.value |= !(sim->closed >> i & 1) << BUTTON_PINS[i];
    }
    avr_ioctl(sim->avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &held);
    for (int i = 0; i < 4; i++) {
        avr_irq_t *pin = avr_io_getirq(sim->avr, AVR_IOCTL_IOPORT_GETIRQ('D'), BUTTON_PINS[i]);
        uint32_t open = held.value >> BUTTON_PINS[i] & 1;
        if ((sim->avr->data[PIND] >> BUTTON_PINS[i] & 1) != open)
            pin->value = !open; /* after a reset what it remembers is wrong, and no news would be passed over */
        avr_raise_irq(pin, open);
    }
}

/* What the simulator forgets in a reset. Low pins of INT0 and INT1, that are not used, are looked at in every cycle
 * unless it is told not to. */
static void after_reset(struct sim *sim)
{
    avr_extint_set_strict_lvl_trig(sim->avr, 0, 0);
    avr_extint_set_strict_lvl_trig(sim->avr, 1, 0);
    hold_pins(sim);
    sim->deepest = sim->avr->ramend;
}

struct sim *sim_new(const char *elf)
{
    elf_firmware_t program = {0};
    struct sim *sim = calloc(1, sizeof *sim);
    avr_global_logger_set(log_nothing);
    if (!sim || elf_read_firmware(elf, &program) != 0 || !(sim->avr = avr_make_mcu_by_name("atmega328p"))) {
        free(sim);
        return 0;
    }
    avr_t *avr = sim->avr;
    avr_init(avr);
    program.frequency = HZ;
    avr_load_firmware(avr, &program);
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = never_sleep;
    /* Where the program hangs when it is told to: a jump to itself. */
    avr->flash[HANGS_AT] = 0xFF;
    avr->flash[HANGS_AT + 1] = 0xCF;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, sim);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_conversion, sim);
    after_reset(sim);
    return sim;
}

void sim_free(struct sim *sim)
{
    avr_terminate(sim->avr);
    free(sim->avr);
    free(sim);
}

/* Runs for so many microseconds. Returns 0 where the program has crashed. */
int sim_run(struct sim *sim, uint32_t us)
{
    avr_t *avr = sim->avr;
    avr_cycle_count_t end = avr->cycle + (uint64_t)us * (HZ / 1000000);
    if (sim->to_chip.in != sim->to_chip.out && !avr_cycle_timer_status(avr, feed, sim))
        avr_cycle_timer_register(avr, BYTE_CYCLES, feed, sim);
    while (avr->cycle < end) {
        avr->run_cycle_limit = end - avr->cycle;
        int state = avr_run(avr);
        if (state == cpu_Crashed || state == cpu_Done)
            return 0;
        uint32_t stack = avr->data[R_SPL] | avr->data[R_SPH] << 8;
        if (stack < sim->deepest && stack > SRAM)
            sim->deepest = stack;
        if (avr->pc == 0) /* the watchdog bit */
            after_reset(sim);
    }
    return 1;
}

uint64_t sim_us(const struct sim *sim)
{
    return sim->avr->cycle / (HZ / 1000000);
}

void sim_send(struct sim *sim, const uint8_t *data, uint32_t length)
{
    while (length--)
        sim->to_chip.bytes[sim->to_chip.in++ % BUFFER] = *data++;
}

uint32_t sim_take(struct sim *sim, uint8_t *data, uint32_t most)
{
    uint32_t length = 0;
    struct queue *queue = &sim->from_chip;
    while (length < most && queue->in != queue->out)
        data[length++] = queue->bytes[queue->out++ % BUFFER];
    return length;
}

void sim_button(struct sim *sim, int which, int closed)
{
    sim->closed = (uint8_t)((sim->closed & ~(1 << which)) | (closed ? 1 << which : 0));
    hold_pins(sim);
}

void sim_noise(struct sim *sim, uint32_t seed, uint32_t mv)
{
    sim->noise = seed;
    sim->noise_mv = mv;
}

/* The reset pin; with `power` the memory forgets, too. What is on the wire is lost. */
void sim_reset(struct sim *sim, int power, uint32_t seed)
{
    avr_t *avr = sim->avr;
    sim->to_chip.out = sim->to_chip.in;
    avr_reset(avr);
    for (uint32_t at = SRAM; power && at <= avr->ramend; at++)
        avr->data[at] = (uint8_t)xorshift(&seed);
    after_reset(sim);
}

/* The program hangs, deaf to interrupts. */
void sim_hang(struct sim *sim)
{
    sim->avr->sreg[S_I] = 0;
    sim->avr->pc = HANGS_AT;
    sim->avr->state = cpu_Running;
}

/* The pins that lamps hang on: port B, C and D, a byte each. */
uint32_t sim_ports(const struct sim *sim)
{
    const uint8_t *data = sim->avr->data;
    return (uint32_t)data[PORTB] | (uint32_t)data[PORTC] << 8 | (uint32_t)data[PORTD] << 16;
}

/* Whether the buzzer's timer runs. */
int sim_sounds(const struct sim *sim)
{
    return sim->avr->data[TCCR2B] != 0;
}

/* Bytes of stack that were in use at most, as far as the simulator stopped to look. */
uint32_t sim_deepest(const struct sim *sim)
{
    return sim->avr->ramend - sim->deepest;
}
