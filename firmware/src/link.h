/* The box's end of the connection: sessions, acknowledgements, repeats, heartbeat, greeting.
 * Delivers each numbered frame of a session once and in order. Knows no dice and no hardware. */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "frame.h"

#define LINK_GREETING_MS 500 /* between greetings while there is no session */
#define LINK_BEAT_MS 500
#define LINK_REPEAT_MS 60
#define LINK_SILENT_MS 3000 /* after this long without a frame the session ends */

#define LINK_QUEUE 12
#define LINK_BODY 12 /* the longest body of a numbered frame from the box: THROWN */
#define LINK_GREETING_BODY 10

/* What the link needs from the box; each call gets `box`. */
struct link_owner {
    void *box;
    bool (*write)(void *box, const uint8_t *wire, uint8_t length); /* false: it does not fit, the frame is dropped */
    uint8_t (*state)(void *box);
    void (*greeting)(void *box, uint8_t body[LINK_GREETING_BODY]);
    void (*begun)(void *box); /* a session has begun: send what the companion must know */
    void (*deliver)(void *box, const struct frame *frame);
};

struct link_message {
    uint8_t kind, length, body[LINK_BODY];
};

struct link {
    const struct link_owner *owner;
    struct frame_receiver receiver;
    uint16_t session; /* 0: none */
    uint8_t number;   /* of the first frame in the queue */
    uint8_t expected; /* the number of the companion's next numbered frame */
    bool waiting;     /* the first frame in the queue was sent and is not acknowledged yet */
    uint8_t first, count;
    struct link_message queue[LINK_QUEUE];
    uint32_t sent_ms, heard_ms, beat_ms, greeted_ms;
};

void link_start(struct link *link, const struct link_owner *owner, uint32_t now_ms);

/* Takes a byte from the wire. */
void link_receive(struct link *link, uint8_t byte, uint32_t now_ms);

/* Sends everything that must go out now. Call it every few milliseconds. */
void link_run(struct link *link, uint32_t now_ms);

/* Sends a numbered frame and repeats it until it is acknowledged. Without a session it is dropped. */
void link_send(struct link *link, uint8_t kind, const uint8_t *body, uint8_t length);

#endif
