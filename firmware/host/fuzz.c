/* Garbage for the whole box: any bytes at any time, between presses, resets and noise that fails. It must neither crash
 * nor hang nor give a roll that nobody asked for. By libFuzzer, or (OWN_LOOP) by its own loop that alters frames. */
#include <stddef.h>
#include <string.h>

#include "box.h"
#include "check.h"
#include "cobs.h"

static struct box box;
static struct kept kept;
static struct buttons buttons;
static uint32_t now_ms;
static unsigned noise;
static unsigned long throws;

static bool hear(const uint8_t *wire, uint8_t length)
{
    struct frame_receiver receiver = {0};
    struct frame frame;
    for (uint8_t i = 0; i < length; i++)
        CHECK(frame_receive(&receiver, wire[i], &frame) != FRAME_DAMAGED);
    if (frame.kind == FRAME_THROWN) {
        CHECK(frame.body[10] >= 1 && frame.body[10] <= 6 && frame.body[11] <= 6);
        throws++;
    }
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
        if (what == 0xEE)
            start();
        run((what >> 4) * 10, what >> 1 & 3, (what & 0xF0) != 0xF0);
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
    uint8_t chunk[255]; /* the decoder alone, on longer input than the wire lets through */
    uint8_t length = size < sizeof chunk ? (uint8_t)size : sizeof chunk;
    if (size) {
        memcpy(chunk, data, length);
        CHECK(cobs_decode(chunk, length) <= length);
    }
    memset(&kept, 0, sizeof kept); /* each input from the same beginning, so that a find can be repeated */
    memset(&buttons, 0, sizeof buttons);
    now_ms = 0;
    noise = 1;
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
        /* Mostly frames with small numbers, each as long as its kind, for what is all garbage gets nowhere. */
        static const uint8_t kinds[][2] = {{FRAME_HELLO, 0},  {FRAME_BEAT, 1},  {FRAME_ACK, 0},   {FRAME_ASK, 5},
                                           {FRAME_CANCEL, 2}, {FRAME_TAKEN, 8}, {FRAME_SHOW, 2}, {FRAME_CHECK, 0}};
        uint8_t data[1024];
        size_t size = 0;
        while (size < sizeof data - 64 && chance(&state) % 80) {
            const uint8_t *kind = kinds[(chance(&state) >> 5) % 8];
            uint8_t length = (uint8_t)(chance(&state) % 16 ? kind[1] + 1u : (chance(&state) >> 6) % 40);
            data[size++] = (uint8_t)(chance(&state) >> 9) | (chance(&state) % 8 ? 1 : 0);
            data[size++] = length;
            for (uint8_t i = 0; i < length; i++)
                data[size++] = i == 0 ? kind[0] : (chance(&state) >> 7) % 3;
        }
        LLVMFuzzerTestOneInput(data, size);
    }
    printf("fuzz: %u rounds with %lu throws in %u s, no crash\n", rounds, throws, seconds);
    return 0;
}
#endif
