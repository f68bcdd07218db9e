#include "frame.h"

#include <string.h>

#include "bytes.h"
#include "cobs.h"
#include "crc16.h"

#define TOO_LONG (FRAME_LONGEST + 2)

static enum frame_result read_chunk(uint8_t *chunk, uint8_t length, struct frame *frame)
{
    length = cobs_decode(chunk, length);
    /* The CRC over content and CRC together is zero. */
    if (length <= 2 || length > FRAME_LONGEST || crc16(CRC16_START, chunk, length) != 0)
        return FRAME_DAMAGED;
    if (chunk[0] != PROTOCOL_VERSION)
        return FRAME_OTHER_VERSION;
    if (length < FRAME_HEAD + 2)
        return FRAME_DAMAGED;
    frame->kind = chunk[1];
    frame->session = get16(chunk + 2);
    frame->number = chunk[4];
    frame->length = length - FRAME_HEAD - 2;
    memcpy(frame->body, chunk + FRAME_HEAD, frame->length);
    return FRAME_WHOLE;
}

enum frame_result frame_receive(struct frame_receiver *receiver, uint8_t byte, struct frame *frame)
{
    if (byte != 0) {
        if (receiver->length < sizeof receiver->chunk)
            receiver->chunk[receiver->length++] = byte;
        else
            receiver->length = TOO_LONG;
        return FRAME_NONE;
    }
    uint8_t length = receiver->length;
    receiver->length = 0;
    if (length == 0)
        return FRAME_NONE;
    return length == TOO_LONG ? FRAME_DAMAGED : read_chunk(receiver->chunk, length, frame);
}

uint8_t frame_write(const struct frame *frame, uint8_t wire[FRAME_WIRE])
{
    uint8_t content[FRAME_LONGEST] = {PROTOCOL_VERSION, frame->kind};
    put16(content + 2, frame->session);
    content[4] = frame->number;
    memcpy(content + FRAME_HEAD, frame->body, frame->length);
    uint8_t length = FRAME_HEAD + frame->length;
    put16(content + length, crc16(CRC16_START, content, length));
    wire[0] = 0; /* ends whatever noise came before, so that noise costs no frame */
    length = cobs_encode(content, length + 2, wire + 1);
    wire[length + 1] = 0;
    return length + 2;
}
