#include "box.h"

#include <stddef.h>
#include <string.h>

#include "bytes.h"
#include "crc16.h"
#include "dice.h"
#include "selftest.h"

#define TEST_MS 1500
#define ROLL_MOST_MS 10000 /* what rolls for longer looks broken */

/* ---- the kept roll ---- */

static uint16_t kept_crc(const struct kept *kept)
{
    return crc16(CRC16_START, (const uint8_t *)kept, offsetof(struct kept, crc));
}

static void keep(struct box *box, enum kept_what what, uint8_t first, uint8_t second)
{
    box->kept->what = what;
    box->kept->values[0] = first;
    box->kept->values[1] = second;
    box->kept->crc = kept_crc(box->kept);
}

/* Body of a frame that begins with the roll's boot and number. */
static uint8_t *put_kept(uint8_t *at, const struct kept *kept)
{
    return put32(put32(at, kept->boot), kept->number);
}

/* Tells what is kept, if anything. */
static void send_kept(struct box *box)
{
    static const uint8_t kinds[] = {0, FRAME_ROLLING, FRAME_THROWN, FRAME_LOST};
    const struct kept *kept = box->kept;
    uint8_t body[LINK_BODY], *at = put16(put_kept(body, kept), kept->request);
    if (kept->what == KEPT_NOTHING)
        return;
    if (kept->what != KEPT_ROLLING)
        *at++ = kept->values[0];
    if (kept->what == KEPT_THROWN)
        *at++ = kept->values[1];
    link_send(&box->link, kinds[kept->what], body, (uint8_t)(at - body));
}

/* What a reset has left: a roll that was made is still kept, one that rolled is lost. */
static void recover(struct box *box)
{
    struct kept *kept = box->kept;
    if (kept->crc != kept_crc(kept) || kept->what > KEPT_LOST) {
        memset(kept, 0, sizeof *kept);
        keep(box, KEPT_NOTHING, 0, 0);
    } else if (kept->what == KEPT_ROLLING) {
        keep(box, KEPT_LOST, LOST_RESET, 0);
    } else if (kept->what == KEPT_THROWN) {
        memcpy(box->face.values, kept->values, sizeof box->face.values);
    }
}

/* ---- throwing ---- */

static bool may_throw(const struct box *box)
{
    return box->failed == 0 && box->entropy.failed == ENTROPY_WELL;
}

static void roll(struct box *box)
{
    box->kept->boot = box->boot;
    box->kept->number = ++box->number;
    box->kept->request = box->asked.request;
    keep(box, KEPT_ROLLING, box->asked.dice, 0);
    box->roll_end_ms = box->now_ms + box->asked.roll_ms;
    face_begin(&box->face, FACE_ROLLING, box->asked.dice, box->now_ms);
    box->asked.dice = 0;
    send_kept(box);
}

static void draw(void *entropy, uint8_t out[SHA256_BYTES])
{
    entropy_draw(entropy, out);
}

static void settle(struct box *box)
{
    uint8_t values[DICE] = {0};
    dice_throw(draw, &box->entropy, values, box->kept->values[0]);
    keep(box, KEPT_THROWN, values[0], values[1]);
    memcpy(box->face.values, values, sizeof values);
    face_tone(&box->face, 1000, 80, box->now_ms);
    send_kept(box);
}

static void press_throw(struct box *box)
{
    if (box->kept->what == KEPT_ROLLING)
        return;
    if (box->asked.dice && box->kept->what == KEPT_NOTHING) {
        roll(box);
        return;
    }
    face_tone(&box->face, 200, 150, box->now_ms);
    link_send(&box->link, FRAME_NOT_ASKED, 0, 0);
}

static void run_throw(struct box *box)
{
    if (box->kept->what != KEPT_ROLLING)
        return;
    if (!may_throw(box)) {
        keep(box, KEPT_LOST, LOST_UNHEALTHY, 0);
        send_kept(box);
    } else if ((int32_t)(box->now_ms - box->roll_end_ms) >= 0 && entropy_ready(&box->entropy)) {
        settle(box);
    }
}

/* ---- what the companion asks ---- */

static void refuse(struct box *box, uint16_t request, enum refused_why why)
{
    uint8_t body[3];
    *put16(body, request) = why;
    link_send(&box->link, FRAME_REFUSED, body, sizeof body);
}

static void ask(struct box *box, uint16_t request, uint8_t dice, uint16_t roll_ms)
{
    const struct kept *kept = box->kept;
    if ((kept->what == KEPT_ROLLING || kept->what == KEPT_THROWN) && kept->request == request)
        return; /* asked again in a new session, rolled meanwhile */
    if (dice < 1 || dice > DICE) {
        refuse(box, request, REFUSED_DICE);
    } else if (!may_throw(box)) {
        refuse(box, request, box->failed ? REFUSED_SELFTEST : REFUSED_UNHEALTHY);
    } else {
        box->asked.request = request;
        box->asked.dice = dice;
        box->asked.roll_ms = roll_ms < ROLL_MOST_MS ? roll_ms : ROLL_MOST_MS;
    }
}

static void take(struct box *box, uint32_t boot, uint32_t number)
{
    const struct kept *kept = box->kept;
    if ((kept->what == KEPT_THROWN || kept->what == KEPT_LOST) && kept->boot == boot && kept->number == number)
        keep(box, KEPT_NOTHING, 0, 0);
}

static void check(struct box *box)
{
    box->failed = selftest();
    box->testing = true;
    box->test_end_ms = box->now_ms + TEST_MS;
    face_tone(&box->face, 1000, TEST_MS, box->now_ms);
    link_send(&box->link, FRAME_CHECKED, &box->failed, 1);
}

static void deliver(void *of, const struct frame *frame)
{
    struct box *box = of;
    const uint8_t *body = frame->body;
    if (frame->kind == FRAME_ASK && frame->length == 5) {
        ask(box, get16(body), body[2], get16(body + 3));
    } else if (frame->kind == FRAME_CANCEL && frame->length == 2) {
        if (box->asked.request == get16(body))
            box->asked.dice = 0;
    } else if (frame->kind == FRAME_TAKEN && frame->length == 8) {
        take(box, get32(body), get32(body + 4));
    } else if (frame->kind == FRAME_SHOW && frame->length == DICE) {
        for (uint8_t i = 0; i < DICE; i++)
            box->face.values[i] = body[i] <= 6 ? body[i] : 0;
    } else if (frame->kind == FRAME_CHECK && frame->length == 0) {
        check(box);
    }
}

/* ---- what the link asks ---- */

static uint8_t state(void *of)
{
    const struct box *box = of;
    uint8_t state = box->asked.dice ? BOX_ARMED : 0;
    if (box->kept->what == KEPT_ROLLING)
        state |= BOX_ROLLING;
    else if (box->kept->what != KEPT_NOTHING)
        state |= BOX_KEPT;
    if (box->entropy.failed != ENTROPY_WELL)
        state |= BOX_UNHEALTHY;
    if (box->failed)
        state |= BOX_SELFTEST;
    return state;
}

static void greeting(void *of, uint8_t body[LINK_GREETING_BODY])
{
    const struct box *box = of;
    body[0] = FIRMWARE_MAJOR;
    body[1] = FIRMWARE_MINOR;
    body[2] = DICE;
    body[3] = (1 << BUTTONS) - 1;
    put32(body + 4, box->boot);
    body[8] = box->reset;
    body[9] = state(of);
}

static void say_stuck(struct box *box, uint8_t buttons, uint8_t stuck)
{
    for (uint8_t i = 0; buttons >> i; i++)
        if (buttons >> i & 1)
            link_send(&box->link, FRAME_STUCK, (const uint8_t[]){i, stuck}, 2);
}

static void say_health(struct box *box)
{
    if ((box->said_health == ENTROPY_WELL) == (box->entropy.failed == ENTROPY_WELL))
        return;
    box->asked.dice = 0; /* asked for again when all is well */
    box->said_health = box->entropy.failed;
    link_send(&box->link, FRAME_HEALTH, &box->said_health, 1);
}

static void begun(void *of)
{
    struct box *box = of;
    box->asked.dice = 0; /* what is due is asked for again */
    box->said_health = ENTROPY_WELL;
    say_health(box);
    say_stuck(box, box->stuck, 1);
    send_kept(box);
}

static bool write_wire(void *of, const uint8_t *wire, uint8_t length)
{
    const struct box *box = of;
    return box->io->write(wire, length);
}

/* ---- buttons and face ---- */

static void say_buttons(struct box *box, uint8_t buttons, uint8_t pressed)
{
    for (uint8_t i = 0; buttons >> i; i++) {
        if (buttons >> i & 1) {
            uint8_t body[6] = {i, pressed};
            put32(body + 2, box->now_ms);
            link_send(&box->link, FRAME_BUTTON, body, sizeof body);
        }
    }
}

static void run_buttons(struct box *box, const struct button_news *news)
{
    say_buttons(box, news->pressed, 1);
    if (news->pressed & 1 << BUTTON_THROW)
        press_throw(box);
    say_buttons(box, news->released, 0);
    box->stuck = (box->stuck | news->stuck) & (uint8_t)~news->freed;
    say_stuck(box, news->stuck, 1);
    say_stuck(box, news->freed, 0);
    if (news->shutdown)
        link_send(&box->link, FRAME_SHUTDOWN, 0, 0);
}

static void run_face(struct box *box)
{
    if (box->testing && (int32_t)(box->now_ms - box->test_end_ms) >= 0)
        box->testing = false;
    enum face_mood mood = box->testing                      ? FACE_TEST
                          : !may_throw(box)                 ? FACE_ALARM
                          : box->kept->what == KEPT_ROLLING ? FACE_ROLLING
                          : box->asked.dice                 ? FACE_ASKED
                                                            : FACE_STILL;
    face_begin(&box->face, mood, mood == FACE_ASKED ? box->asked.dice : box->face.dice, box->now_ms);
    uint8_t pips[DICE];
    uint16_t hz = face_run(&box->face, box->now_ms, pips);
    box->io->lamps(pips, box->link.session != 0);
    if (hz != box->tone_hz)
        box->io->tone(hz);
    box->tone_hz = hz;
}

/* ---- the box ---- */

void box_start(struct box *box, const struct box_io *io, struct kept *kept, uint8_t reset, uint32_t now_ms)
{
    memset(box, 0, sizeof *box);
    box->io = io;
    box->kept = kept;
    box->now_ms = now_ms;
    box->reset = reset;
    box->failed = selftest();
    entropy_start(&box->entropy);
    /* Whatever memory holds after power came, and what was kept, makes two boots differ a little more. */
    entropy_stir(&box->entropy, kept, sizeof *kept);
    recover(box);
    box->owner = (struct link_owner){box, write_wire, state, greeting, begun, deliver};
}

void box_byte(struct box *box, uint8_t byte)
{
    if (box->started)
        link_receive(&box->link, byte, box->now_ms);
}

void box_reading(struct box *box, uint16_t reading)
{
    entropy_reading(&box->entropy, reading);
}

/* The boot's number is made by chance, so nothing is said before the noise had its first say. Where that was a failure
 * the number is made again once the noise is well, for two boots with one number would look like one. */
static void start_link(struct box *box)
{
    bool well = box->entropy.failed == ENTROPY_WELL;
    if (well ? box->entropy.startup != 0 : box->started)
        return;
    uint8_t chance[SHA256_BYTES];
    entropy_draw(&box->entropy, chance);
    box->boot = get32(chance);
    box->boot_by_chance = well;
    box->said_health = ENTROPY_WELL;
    link_start(&box->link, &box->owner, box->now_ms);
    box->started = true;
}

void box_run(struct box *box, uint32_t now_ms, const struct button_news *news)
{
    box->now_ms = now_ms;
    if (!box->boot_by_chance)
        start_link(box);
    run_buttons(box, news);
    say_health(box);
    if (box->started)
        link_run(&box->link, now_ms);
    run_throw(box); /* after the link, because a roll takes some 30 ms and a press is reported at once */
    run_face(box);
}
