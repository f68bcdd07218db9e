/* Garbage for the whole box: any bytes at any time, between presses, resets and noise that fails. It must neither crash
 * nor hang nor give a throw that nobody asked for. By libFuzzer, or (OWN_LOOP) by a loop of its own that alters frames. */
#include <stddef.h>
#include <string.h>

#include "box.h"
#include "check.h"
#include "cobs.h"
#include "crc16.h"

static struct box box;
static struct kept kept;
static struct buttons buttons;
static uint32_t now_ms;
static unsigned noise = 1;

static bool hear(const uint8_t *wire, uint8_t length)
{
    struct frame_receiver receiver = {0};
    struct frame frame;
    for (uint8_t i = 0; i < length; i++)
        CHECK(frame_receive(&receiver, wire[i], &frame) != FRAME_DAMAGED);
    if (frame.kind == FRAME_THROWN)
        CHECK(frame.body[10] >= 1 && frame.body[10] <= 6 && frame.body[11] <= 6);
    return now_ms % 7 != 0; /* at times there is no room */
}

static void see(const uint8_t pips[DICE], bool linked)
{
    (void)linked;
    CHECK((pips[0] | pips[1]) <= 0x7F);
}

static void listen(uint16_t hz)
{
    (void)hz;
}

static const struct box_io io = {hear, see, listen};

static void run(unsigned ms, uint8_t closed, bool well)
{
    while (ms--) {
        buttons_sample(&buttons, closed);
        struct button_news news = buttons_take(&buttons);
        box_reading(&box, well ? (uint16_t)(chance(&noise) >> 8) : 0);
        box_run(&box, ++now_ms, &news);
    }
}

static void start(void)
{
    box_start(&box, &io, &kept, 0, now_ms);
    run(ENTROPY_STARTUP + 1, 0, true);
}

/* The first byte of a chunk says what happens before it: time, buttons, a reset; then come bytes from the wire, as they
 * are or made into a sound frame of the session that there is. */
static void play(const uint8_t *data, size_t size)
{
    while (size >= 2) {
        uint8_t what = data[0], length = data[1] % 40;
        data += 2;
        size -= 2;
        if (length > size)
            length = (uint8_t)size;
        if ((what & 0xF8) == 0xF8)
            start();
        run(what >> 4, what & 0x0F, (what & 0x88) != 0x88);
        if (what & 1 && length && length <= FRAME_BODY) {
            struct frame frame = {.kind = data[0] & 0x1F, .session = box.link.session ? box.link.session : 3};
            uint8_t wire[FRAME_WIRE];
            frame.number = box.link.expected;
            frame.length = length - 1;
            memcpy(frame.body, data + 1, length - 1u);
            uint8_t bytes = frame_write(&frame, wire);
            for (uint8_t i = 0; i < bytes; i++)
                box_byte(&box, wire[i]);
        } else {
            for (uint8_t i = 0; i < length; i++)
                box_byte(&box, data[i]);
        }
        data += length;
        size -= length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t work[255];
    uint8_t length = size < sizeof work ? (uint8_t)size : sizeof work;
    if (size)
        memcpy(work, data, length);
    cobs_decode(work, length);
    if (!box.io)
        start();
    play(data, size);
    return 0;
}

#ifdef OWN_LOOP
#include <time.h>

int main(int count, char **arguments)
{
    unsigned seconds = 1, state = 0x2026, rounds = 0;
    if (count > 1)
        CHECK(sscanf(arguments[1], "-max_total_time=%u", &seconds) == 1);
    for (time_t end = time(0) + seconds; time(0) < end; rounds++) {
        uint8_t data[512];
        size_t size = chance(&state) % sizeof data;
        for (size_t i = 0; i < size; i++) {
            unsigned x = chance(&state) >> 8;
            data[i] = x % 5 == 0 ? 0 : x % 5 == 1 ? 0x10 + x / 5 % 6 : (uint8_t)(x >> 4);
        }
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("fuzz: %u rounds in %u s, no crash\n", rounds, seconds);
    return 0;
}
#endif
