/* Frames: turns bytes on the wire into kind, session, number and body, and back. PROTOCOL.md has the table of kinds.
 * link.h keeps the connection. */
#ifndef FRAME_H
#define FRAME_H

#include <stdint.h>

#define PROTOCOL_VERSION 1

#define FRAME_LONGEST 32 /* head, body and CRC at most */
#define FRAME_HEAD 5
#define FRAME_BODY (FRAME_LONGEST - FRAME_HEAD - 2)
#define FRAME_WIRE (FRAME_LONGEST + 3) /* with COBS's byte and a zero on either side */

enum frame_kind {
    FRAME_HELLO = 0x01,
    FRAME_BEAT = 0x02,
    FRAME_ACK = 0x03,
    /* numbered, from the companion */
    FRAME_ASK = 0x10,
    FRAME_CANCEL = 0x11,
    FRAME_TAKEN = 0x12,
    FRAME_SHOW = 0x13,
    FRAME_CHECK = 0x14,
    /* from the box */
    FRAME_GREETING = 0x81,
    /* numbered, from the box */
    FRAME_BUTTON = 0x90,
    FRAME_ROLLING = 0x91,
    FRAME_THROWN = 0x92,
    FRAME_NOT_ASKED = 0x93,
    FRAME_HEALTH = 0x94,
    FRAME_STUCK = 0x95,
    FRAME_LOST = 0x96,
    FRAME_SHUTDOWN = 0x97,
    FRAME_REFUSED = 0x98,
    FRAME_CHECKED = 0x99,
};

struct frame {
    uint8_t kind;
    uint16_t session; /* 0: none */
    uint8_t number;
    uint8_t length;
    uint8_t body[FRAME_BODY];
};

enum frame_result { FRAME_NONE, FRAME_WHOLE, FRAME_DAMAGED, FRAME_OTHER_VERSION };

/* The bytes since the last zero. Set it to zeros before the first byte. */
struct frame_receiver {
    uint8_t length; /* FRAME_LONGEST + 2: longer than any frame; ignore bytes until the next zero */
    uint8_t chunk[FRAME_LONGEST + 1];
};

/* Takes a byte from the wire. Writes `frame` only if it returns FRAME_WHOLE. */
enum frame_result frame_receive(struct frame_receiver *receiver, uint8_t byte, struct frame *frame);

/* Writes a frame as it goes on the wire. Returns how many bytes it wrote, FRAME_WIRE at most. */
uint8_t frame_write(const struct frame *frame, uint8_t wire[FRAME_WIRE]);

#endif
