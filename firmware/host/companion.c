#include "companion.h"

#include <string.h>

#include "bytes.h"
#include "check.h"

struct wire from_box;
uint8_t lamps[DICE];
uint16_t tone;

static bool hear(const uint8_t *wire, uint8_t length)
{
    static struct frame_receiver receiver;
    struct frame frame;
    while (length--) {
        enum frame_result result = frame_receive(&receiver, *wire++, &frame);
        CHECK(result == FRAME_NONE || result == FRAME_WHOLE);
        if (result == FRAME_WHOLE && !from_box.cut) {
            CHECK(from_box.count < 64);
            from_box.frames[from_box.count++] = frame;
        }
    }
    return true;
}

static void see(const uint8_t pips[DICE], bool linked)
{
    (void)linked;
    memcpy(lamps, pips, DICE);
}

static void listen(uint16_t hz)
{
    tone = hz;
}

const struct box_io test_io = {hear, see, listen};

void bench_run(struct bench *bench, unsigned ms)
{
    while (ms--) {
        buttons_sample(&bench->buttons, bench->closed);
        struct button_news news = buttons_take(&bench->buttons);
        box_reading(&bench->box, bench->noise ? (uint16_t)(chance(&bench->noise) >> 8) : 512);
        box_run(&bench->box, ++bench->now_ms, &news);
    }
}

void bench_reset(struct bench *bench)
{
    box_start(&bench->box, &test_io, &bench->kept, 0, bench->now_ms);
    memset(&bench->buttons, 0, sizeof bench->buttons);
    bench->number = 0;
    from_box.count = 0;
    bench_run(bench, ENTROPY_STARTUP + 10);
}

void bench_start(struct bench *bench, unsigned noise)
{
    memset(bench, 0, sizeof *bench);
    memset(&bench->kept, 0xA5, sizeof bench->kept); /* as memory is when power comes */
    memset(&from_box, 0, sizeof from_box);
    bench->noise = noise;
    bench_reset(bench);
}

void bench_frame(struct bench *bench, uint8_t kind, uint16_t session, uint8_t number, const uint8_t *body, uint8_t length)
{
    struct frame frame = {.kind = kind, .session = session, .number = number, .length = length};
    uint8_t wire[FRAME_WIRE];
    if (length)
        memcpy(frame.body, body, length);
    uint8_t bytes = frame_write(&frame, wire);
    for (uint8_t i = 0; i < bytes; i++)
        box_byte(&bench->box, wire[i]);
}

void bench_send(struct bench *bench, uint8_t kind, const uint8_t *body, uint8_t length)
{
    bench_frame(bench, kind, SESSION, bench->number++, body, length);
}

void bench_talk(struct bench *bench, unsigned ms)
{
    while (ms--) {
        unsigned before = from_box.count;
        if (bench->now_ms % LINK_BEAT_MS == 0)
            bench_frame(bench, FRAME_BEAT, SESSION, 0, (const uint8_t[]){0}, 1);
        bench_run(bench, 1);
        for (unsigned i = before; i < from_box.count; i++)
            if (from_box.frames[i].kind > FRAME_GREETING)
                bench_frame(bench, FRAME_ACK, SESSION, from_box.frames[i].number, 0, 0);
    }
}

void bench_hello(struct bench *bench)
{
    from_box.count = 0;
    bench->number = 0;
    bench_frame(bench, FRAME_HELLO, SESSION, 0, 0, 0);
    CHECK(last_frame(FRAME_GREETING) && last_frame(FRAME_GREETING)->session == SESSION);
}

void bench_ask(struct bench *bench, uint16_t request, uint8_t dice, uint16_t roll_ms)
{
    uint8_t body[5];
    put16(body, request);
    body[2] = dice;
    put16(body + 3, roll_ms);
    bench_send(bench, FRAME_ASK, body, sizeof body);
}

void bench_taken(struct bench *bench, const struct frame *thrown)
{
    bench_send(bench, FRAME_TAKEN, thrown->body, 8);
}

void bench_press(struct bench *bench)
{
    bench->closed = 1 << BUTTON_THROW;
    bench_talk(bench, 50);
    bench->closed = 0;
    bench_talk(bench, 50);
}

const struct frame *last_frame(uint8_t kind)
{
    for (unsigned i = from_box.count; i-- > 0;)
        if (from_box.frames[i].kind == kind)
            return &from_box.frames[i];
    return 0;
}

unsigned count_frames(uint8_t kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < from_box.count; i++)
        count += from_box.frames[i].kind == kind;
    return count;
}
