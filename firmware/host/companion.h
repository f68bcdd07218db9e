/* A box of the native tests, and the companion's end of its wire: sends frames, collects what comes. */
#ifndef COMPANION_H
#define COMPANION_H

#include "box.h"

#define SESSION 0x1234

struct wire {
    struct frame frames[64];
    unsigned count;
    bool cut; /* whatever is sent is lost */
};

extern struct wire from_box;
extern uint8_t lamps[DICE];
extern uint16_t tone;
extern const struct box_io test_io;

/* A box with memory of its own, on which nothing is kept, run until it greets. noise: seed, 0 for none. */
struct bench {
    struct box box;
    struct kept kept;
    struct buttons buttons;
    uint8_t closed;
    uint32_t now_ms;
    unsigned noise;
    uint8_t number; /* of our next numbered frame */
};

void bench_start(struct bench *bench, unsigned noise);
/* As after a reset: the same memory, a new start. */
void bench_reset(struct bench *bench);
/* Lets milliseconds go by, with noise, contacts and time; acknowledges nothing. */
void bench_run(struct bench *bench, unsigned ms);
/* Puts a frame on the wire to the box. */
void bench_frame(struct bench *bench, uint8_t kind, uint16_t session, uint8_t number, const uint8_t *body, uint8_t length);
/* Sends the next numbered frame of SESSION. */
void bench_send(struct bench *bench, uint8_t kind, const uint8_t *body, uint8_t length);
/* Runs, with a heartbeat, and acknowledges every numbered frame. */
void bench_talk(struct bench *bench, unsigned ms);
/* Begins SESSION, and forgets what came before. */
void bench_hello(struct bench *bench);
void bench_ask(struct bench *bench, uint16_t request, uint8_t dice, uint16_t roll_ms);
void bench_taken(struct bench *bench, const struct frame *thrown);
/* Presses the throw button and lets it go. */
void bench_press(struct bench *bench);

/* The last frame of a kind that came, or none. */
const struct frame *last_frame(uint8_t kind);
unsigned count_frames(uint8_t kind);

#endif
