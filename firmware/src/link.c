#include "link.h"

#include <string.h>

void link_start(struct link *link, const struct link_owner *owner, uint32_t now_ms)
{
    memset(link, 0, sizeof *link);
    link->owner = owner;
    link->greeted_ms = now_ms - LINK_GREETING_MS;
}

static void write_frame(struct link *link, uint8_t kind, uint8_t number, const uint8_t *body, uint8_t length)
{
    struct frame frame = {.kind = kind, .session = link->session, .number = number, .length = length};
    uint8_t wire[FRAME_WIRE];
    if (length)
        memcpy(frame.body, body, length);
    link->owner->write(link->owner->box, wire, frame_write(&frame, wire));
}

static void greet(struct link *link, uint32_t now_ms)
{
    uint8_t body[LINK_GREETING_BODY];
    link->owner->greeting(link->owner->box, body);
    write_frame(link, FRAME_GREETING, 0, body, sizeof body);
    link->greeted_ms = now_ms;
}

static void end_session(struct link *link)
{
    link->session = 0;
    link->count = 0;
    link->waiting = false;
}

static void begin_session(struct link *link, uint16_t session, uint32_t now_ms)
{
    bool again = session == link->session; /* our greeting was lost: what goes on already goes on */
    if (!again) {
        end_session(link);
        link->session = session;
        link->number = link->expected = 0;
        link->beat_ms = now_ms;
    }
    link->heard_ms = now_ms;
    greet(link, now_ms);
    if (!again)
        link->owner->begun(link->owner->box);
}

static void hear(struct link *link, const struct frame *frame, uint32_t now_ms)
{
    if (frame->session == 0)
        return;
    if (frame->kind == FRAME_HELLO) {
        begin_session(link, frame->session, now_ms);
        return;
    }
    if (frame->session != link->session)
        return;
    link->heard_ms = now_ms;
    if (frame->kind == FRAME_ACK) {
        if (link->waiting && frame->number == link->number) {
            link->first = (link->first + 1) % LINK_QUEUE;
            link->count--;
            link->number++;
            link->waiting = false;
        }
    } else if (frame->kind >= FRAME_ASK && frame->kind < FRAME_GREETING) {
        bool next = frame->number == link->expected;
        if (!next && frame->number != (uint8_t)(link->expected - 1))
            return;
        write_frame(link, FRAME_ACK, frame->number, 0, 0); /* again, too: the first may have been lost */
        if (next) {
            link->expected++;
            link->owner->deliver(link->owner->box, frame);
        }
    }
}

void link_receive(struct link *link, uint8_t byte, uint32_t now_ms)
{
    struct frame frame;
    if (frame_receive(&link->receiver, byte, &frame) == FRAME_WHOLE)
        hear(link, &frame, now_ms);
}

void link_run(struct link *link, uint32_t now_ms)
{
    if (link->session != 0 && now_ms - link->heard_ms >= LINK_SILENT_MS)
        end_session(link);
    if (link->session == 0) {
        if (now_ms - link->greeted_ms >= LINK_GREETING_MS)
            greet(link, now_ms);
        return;
    }
    if (link->count && (!link->waiting || now_ms - link->sent_ms >= LINK_REPEAT_MS)) {
        const struct link_message *message = &link->queue[link->first];
        write_frame(link, message->kind, link->number, message->body, message->length);
        link->waiting = true;
        link->sent_ms = now_ms;
    }
    if (now_ms - link->beat_ms >= LINK_BEAT_MS) {
        uint8_t state = link->owner->state(link->owner->box);
        write_frame(link, FRAME_BEAT, 0, &state, 1);
        link->beat_ms = now_ms;
    }
}

void link_send(struct link *link, uint8_t kind, const uint8_t *body, uint8_t length)
{
    if (link->session == 0)
        return;
    if (link->count == LINK_QUEUE) {
        /* Dropping one of them would be silent. A new session tells everything that matters again. */
        end_session(link);
        return;
    }
    struct link_message *message = &link->queue[(link->first + link->count++) % LINK_QUEUE];
    message->kind = kind;
    message->length = length;
    if (length)
        memcpy(message->body, body, length);
}
