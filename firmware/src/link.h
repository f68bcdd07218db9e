/* The box's end of the connection: sessions, acknowledgement, repetition, heartbeat, greeting.
 * Delivers each numbered frame of a session once and in order; knows neither dice nor hardware. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

#define LINK_GREETING_MS 500 /* between greetings while nobody has begun a session */
#define LINK_BEAT_MS 500
#define LINK_REPEAT_MS 60
#define LINK_SILENT_MS 3000 /* nothing heard for so long ends the session */

#define LINK_QUEUE 12
#define LINK_BODY 12 /* the longest body of a numbered frame of ours: THROWN */
#define LINK_GREETING_BODY 10

/* What the link asks of the box; `box` is handed back in each call. */
struct link_owner {
    void *box;
    bool (*write)(void *box, const uint8_t *wire, uint8_t length); /* false: no room, the frame is dropped */
    uint8_t (*state)(void *box);
    void (*greeting)(void *box, uint8_t body[LINK_GREETING_BODY]);
    void (*begun)(void *box); /* a session has begun: say what the companion has to know */
    void (*deliver)(void *box, const struct frame *frame);
};

struct link_message {
    uint8_t kind, length, body[LINK_BODY];
};

struct link {
    const struct link_owner *owner;
    struct frame_receiver receiver;
    uint16_t session; /* 0: none */
    uint8_t number;   /* of the frame that waits first in the queue */
    uint8_t expected; /* the number that the companion's next numbered frame bears */
    bool waiting;     /* the first in the queue has been sent and not been acknowledged */
    uint8_t first, count;
    struct link_message queue[LINK_QUEUE];
    uint32_t sent_ms, heard_ms, beat_ms, greeted_ms;
};

void link_start(struct link *link, const struct link_owner *owner, uint32_t now_ms);

/* Takes a byte from the wire. */
void link_receive(struct link *link, uint8_t byte, uint32_t now_ms);

/* Sends what is due. Call it at least every few milliseconds. */
void link_run(struct link *link, uint32_t now_ms);

/* Sends a numbered frame until it is acknowledged. Without a session it is dropped. */
void link_send(struct link *link, uint8_t kind, const uint8_t *body, uint8_t length);

#endif
