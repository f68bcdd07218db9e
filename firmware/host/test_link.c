/* The link alone, with an owner that only notes what is delivered. */
#include <string.h>

#include "check.h"
#include "link.h"

static struct frame sent[64];
static unsigned sent_count, delivered_count, begun_count;
static struct frame delivered[300];

static bool note_wire(void *box, const uint8_t *wire, uint8_t length)
{
    struct frame_receiver receiver = {0};
    (void)box;
    for (uint8_t i = 0; i < length; i++)
        if (frame_receive(&receiver, wire[i], &sent[sent_count % 64]) == FRAME_WHOLE)
            sent_count++;
    return true;
}

static uint8_t no_state(void *box)
{
    (void)box;
    return 0x15;
}

static void no_greeting(void *box, uint8_t body[LINK_GREETING_BODY])
{
    (void)box;
    memset(body, 7, LINK_GREETING_BODY);
}

static void note_begun(void *box)
{
    (void)box;
    begun_count++;
}

static void note_delivered(void *box, const struct frame *frame)
{
    (void)box;
    CHECK(delivered_count < 300);
    delivered[delivered_count++] = *frame;
}

static const struct link_owner owner = {0, note_wire, no_state, no_greeting, note_begun, note_delivered};
static struct link it;

static void say(uint8_t kind, uint16_t session, uint8_t number, uint32_t now_ms)
{
    struct frame frame = {.kind = kind, .session = session, .number = number};
    uint8_t wire[FRAME_WIRE], length = frame_write(&frame, wire);
    for (uint8_t i = 0; i < length; i++)
        link_receive(&it, wire[i], now_ms);
}

static const struct frame *last(void)
{
    return &sent[(sent_count - 1) % 64];
}

static void start(void)
{
    link_start(&it, &owner, 0);
    sent_count = delivered_count = begun_count = 0;
}

static void greets_until_a_session_begins(void)
{
    start();
    for (uint32_t ms = 0; ms < 2000; ms++)
        link_run(&it, ms);
    CHECK_EQUAL(sent_count, 4);
    CHECK_EQUAL(last()->kind, FRAME_GREETING);
    CHECK_EQUAL(last()->session, 0);
    say(FRAME_HELLO, 0, 0, 2000); /* 0 is no session */
    CHECK_EQUAL(begun_count, 0);
    say(FRAME_HELLO, 9, 0, 2000);
    CHECK_EQUAL(last()->kind, FRAME_GREETING);
    CHECK_EQUAL(last()->session, 9);
    say(FRAME_HELLO, 9, 0, 2100); /* our greeting was lost: greets again, begins nothing */
    CHECK_EQUAL(begun_count, 1);
    link_run(&it, 2600);
    CHECK_EQUAL(last()->kind, FRAME_BEAT);
    CHECK_EQUAL(last()->body[0], 0x15);
}

static void delivers_once_and_acknowledges_each_time(void)
{
    start();
    say(FRAME_HELLO, 9, 0, 0);
    for (unsigned i = 0; i < 300; i++) { /* the numbers wrap round */
        unsigned before = sent_count;
        say(FRAME_ASK, 9, (uint8_t)i, 1);
        say(FRAME_ASK, 9, (uint8_t)i, 1);
        CHECK_EQUAL(delivered_count, i + 1);
        CHECK_EQUAL(sent_count, before + 2);
        CHECK_EQUAL(last()->kind, FRAME_ACK);
        CHECK_EQUAL(last()->number, (uint8_t)i);
    }
    unsigned before = sent_count;
    say(FRAME_ASK, 9, 200, 1);           /* neither the next nor the last one */
    say(FRAME_ASK, 8, (uint8_t)300, 1);  /* of another session */
    say(FRAME_THROWN, 9, (uint8_t)300, 1); /* an echo of our own */
    CHECK_EQUAL(delivered_count, 300);
    CHECK_EQUAL(sent_count, before);
}

static void repeats_until_acknowledged(void)
{
    start();
    say(FRAME_HELLO, 9, 0, 0);
    link_send(&it, FRAME_NOT_ASKED, 0, 0);
    link_send(&it, FRAME_SHUTDOWN, 0, 0);
    sent_count = 0;
    for (uint32_t ms = 1; ms <= 5 * LINK_REPEAT_MS; ms++)
        link_run(&it, ms);
    CHECK_EQUAL(sent_count, 5);
    CHECK_EQUAL(last()->kind, FRAME_NOT_ASKED);
    say(FRAME_ACK, 9, 1, 400); /* of a frame that was not sent yet */
    link_run(&it, 401);
    CHECK_EQUAL(last()->kind, FRAME_NOT_ASKED);
    say(FRAME_ACK, 9, 0, 402);
    link_run(&it, 403);
    CHECK_EQUAL(last()->kind, FRAME_SHUTDOWN);
    CHECK_EQUAL(last()->number, 1);
    say(FRAME_ACK, 9, 0, 404); /* the first acknowledgement once more */
    link_run(&it, LINK_BEAT_MS);
    link_run(&it, LINK_BEAT_MS + LINK_REPEAT_MS);
    CHECK_EQUAL(last()->kind, FRAME_SHUTDOWN);
    say(FRAME_ACK, 9, 1, LINK_BEAT_MS + LINK_REPEAT_MS);
    CHECK_EQUAL(it.count, 0);
}

static void silence_ends_the_session(void)
{
    start();
    say(FRAME_HELLO, 9, 0, 0);
    link_run(&it, LINK_SILENT_MS - 1);
    CHECK_EQUAL(it.session, 9);
    say(FRAME_BEAT, 9, 0, LINK_SILENT_MS - 1);
    link_run(&it, 2 * LINK_SILENT_MS - 2);
    CHECK_EQUAL(it.session, 9);
    say(FRAME_BEAT, 8, 0, 2 * LINK_SILENT_MS - 2); /* somebody else's */
    link_run(&it, 2 * LINK_SILENT_MS - 1);
    CHECK_EQUAL(it.session, 0);
    CHECK_EQUAL(last()->kind, FRAME_GREETING);
    CHECK_EQUAL(last()->session, 0);
}

static void a_full_queue_ends_the_session_and_is_not_silent(void)
{
    start();
    say(FRAME_HELLO, 9, 0, 0);
    for (unsigned i = 0; i < LINK_QUEUE; i++)
        link_send(&it, FRAME_NOT_ASKED, 0, 0);
    CHECK_EQUAL(it.session, 9);
    link_send(&it, FRAME_NOT_ASKED, 0, 0);
    CHECK_EQUAL(it.session, 0);
    link_send(&it, FRAME_NOT_ASKED, 0, 0); /* dropped: the next session begins with all that matters */
    CHECK_EQUAL(it.count, 0);
    link_run(&it, LINK_GREETING_MS);
    CHECK_EQUAL(last()->kind, FRAME_GREETING);
}

int main(void)
{
    greets_until_a_session_begins();
    delivers_once_and_acknowledges_each_time();
    repeats_until_acknowledged();
    silence_ends_the_session();
    a_full_queue_ends_the_session_and_is_not_silent();
    puts("link: ok");
    return 0;
}
