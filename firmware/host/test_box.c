/* The whole box but its pins, against a companion that does as it likes. */
#include <stddef.h>
#include <string.h>

#include "bytes.h"
#include "check.h"
#include "companion.h"
#include "dice.h"

static struct bench it;

static uint8_t said_state(void)
{
    bench_run(&it, LINK_BEAT_MS + 1);
    CHECK(last_frame(FRAME_BEAT) != 0);
    return last_frame(FRAME_BEAT)->body[0];
}

static void begin(unsigned noise)
{
    bench_start(&it, noise);
    bench_hello(&it);
}

static void shows_what_it_throws(void)
{
    unsigned seen = 0;
    begin(11);
    for (uint16_t request = 1; request <= 60; request++) {
        bench_ask(&it, request, request % 2 + 1, 100);
        bench_press(&it);
        bench_talk(&it, 150);
        const struct frame *thrown = last_frame(FRAME_THROWN);
        CHECK(thrown != 0);
        CHECK_EQUAL(count_frames(FRAME_ROLLING), 1);
        CHECK_EQUAL(count_frames(FRAME_THROWN), 1);
        CHECK_EQUAL(get32(thrown->body), it.box.boot);
        CHECK_EQUAL(get32(thrown->body + 4), request); /* numbered from 1 */
        CHECK_EQUAL(get16(thrown->body + 8), request);
        uint8_t first = thrown->body[10], second = thrown->body[11];
        CHECK(first >= 1 && first <= 6 && second <= 6 && (second != 0) == (request % 2 == 1));
        CHECK_EQUAL(lamps[0], dice_pips(first));
        CHECK_EQUAL(lamps[1], dice_pips(second));
        seen |= 1u << first;
        bench_taken(&it, thrown);
        from_box.count = 0;
    }
    CHECK_EQUAL(seen, 0x7E);
}

static void throws_only_when_asked(void)
{
    begin(12);
    bench_press(&it);
    CHECK_EQUAL(count_frames(FRAME_NOT_ASKED), 1);
    CHECK_EQUAL(count_frames(FRAME_BUTTON), 2); /* pressed, let go */
    CHECK_EQUAL(count_frames(FRAME_ROLLING), 0);
    bench_ask(&it, 5, 1, 100);
    CHECK_EQUAL(said_state(), BOX_ARMED);
    bench_send(&it, FRAME_CANCEL, (const uint8_t[]){0, 4}, 2); /* another request's */
    CHECK_EQUAL(said_state(), BOX_ARMED);
    bench_send(&it, FRAME_CANCEL, (const uint8_t[]){0, 5}, 2);
    CHECK_EQUAL(said_state(), 0);
    bench_press(&it);
    CHECK_EQUAL(count_frames(FRAME_NOT_ASKED), 2);
    CHECK_EQUAL(count_frames(FRAME_ROLLING), 0);
}

static void refuses_what_it_cannot_throw(void)
{
    begin(13);
    bench_ask(&it, 5, 3, 100);
    bench_ask(&it, 6, 0, 100);
    bench_talk(&it, 20);
    CHECK_EQUAL(count_frames(FRAME_REFUSED), 2);
    CHECK_EQUAL(last_frame(FRAME_REFUSED)->body[2], REFUSED_DICE);
    CHECK_EQUAL(said_state(), 0);
    bench_ask(&it, 7, 1, 65535); /* a minute's roll is cut down */
    bench_press(&it);
    bench_talk(&it, 10050);
    CHECK_EQUAL(count_frames(FRAME_THROWN), 1);
}

static void a_throw_is_kept_until_taken(void)
{
    begin(14);
    bench_ask(&it, 5, 2, 100);
    bench_press(&it);
    bench_talk(&it, 150);
    struct frame thrown = *last_frame(FRAME_THROWN);
    CHECK_EQUAL(said_state(), BOX_KEPT);
    bench_ask(&it, 6, 2, 100); /* due already, though the last is not taken */
    bench_press(&it);
    CHECK_EQUAL(count_frames(FRAME_NOT_ASKED), 1);
    bench_hello(&it); /* the same session: nothing begins */
    bench_talk(&it, 50);
    CHECK_EQUAL(count_frames(FRAME_THROWN), 0);
    bench_run(&it, LINK_SILENT_MS + 1); /* the companion is gone, and comes again */
    bench_hello(&it);
    bench_talk(&it, 20);
    CHECK_EQUAL(count_frames(FRAME_THROWN), 1);
    CHECK(memcmp(last_frame(FRAME_THROWN)->body, thrown.body, 12) == 0);
    struct frame other = thrown;
    other.body[7]++;
    bench_taken(&it, &other); /* not this one */
    CHECK_EQUAL(said_state(), BOX_KEPT);
    bench_taken(&it, &thrown);
    CHECK_EQUAL(said_state(), 0);
}

/* Until its frame is acknowledged a roll is repeated; it stays the same one. */
static void a_throw_whose_frame_is_lost_comes_again(void)
{
    begin(15);
    bench_ask(&it, 5, 1, 100);
    from_box.cut = true;
    bench_press(&it);
    bench_run(&it, 400);
    from_box.cut = false;
    bench_talk(&it, 1000);
    CHECK_EQUAL(count_frames(FRAME_THROWN), 1);
    CHECK_EQUAL(get32(last_frame(FRAME_THROWN)->body + 4), 1);
}

static void asking_again_for_what_rolls_or_is_thrown_changes_nothing(void)
{
    begin(16);
    bench_ask(&it, 5, 1, 500);
    bench_press(&it);
    bench_ask(&it, 5, 1, 500);
    CHECK_EQUAL(said_state(), BOX_ROLLING);
    bench_talk(&it, 500);
    bench_ask(&it, 5, 1, 500);
    CHECK_EQUAL(said_state(), BOX_KEPT);
}

static void a_reset_while_rolling_loses_the_throw_and_says_so(void)
{
    begin(17);
    bench_ask(&it, 5, 2, 1000);
    bench_press(&it);
    struct frame rolling = *last_frame(FRAME_ROLLING);
    bench_reset(&it);
    bench_hello(&it);
    bench_talk(&it, 50);
    const struct frame *lost = last_frame(FRAME_LOST);
    CHECK(lost != 0 && last_frame(FRAME_THROWN) == 0);
    CHECK(memcmp(lost->body, rolling.body, 10) == 0);
    CHECK_EQUAL(lost->body[10], LOST_RESET);
    CHECK(get32(lost->body) != it.box.boot);
    bench_ask(&it, 5, 2, 100);
    bench_taken(&it, lost);
    bench_press(&it);
    bench_talk(&it, 150);
    CHECK_EQUAL(count_frames(FRAME_THROWN), 1);
    CHECK_EQUAL(get32(last_frame(FRAME_THROWN)->body), it.box.boot);
}

static void a_reset_leaves_a_made_throw_alone(void)
{
    begin(18);
    bench_ask(&it, 5, 2, 100);
    bench_press(&it);
    bench_talk(&it, 150);
    struct frame thrown = *last_frame(FRAME_THROWN);
    bench_reset(&it);
    CHECK_EQUAL(lamps[0], dice_pips(thrown.body[10]));
    bench_hello(&it);
    bench_talk(&it, 50);
    CHECK(memcmp(last_frame(FRAME_THROWN)->body, thrown.body, 12) == 0);
    CHECK(last_frame(FRAME_LOST) == 0);
}

/* Power that came back leaves anything in memory: it is no roll, whatever bit it differs in. */
static void damaged_memory_is_no_throw(void)
{
    begin(19);
    bench_ask(&it, 5, 2, 100);
    bench_press(&it);
    bench_talk(&it, 150);
    struct kept kept = it.kept;
    for (unsigned bit = 0; bit < 8 * offsetof(struct kept, crc); bit++) {
        it.kept = kept;
        ((uint8_t *)&it.kept)[bit / 8] ^= 1 << bit % 8;
        box_start(&it.box, &test_io, &it.kept, 0, it.now_ms);
        CHECK_EQUAL(it.kept.what, KEPT_NOTHING);
    }
}

static void failing_noise_gives_no_throw_and_is_said(void)
{
    begin(20);
    bench_ask(&it, 5, 1, 1000);
    bench_press(&it);
    it.noise = 0;
    bench_talk(&it, 100);
    CHECK_EQUAL(last_frame(FRAME_HEALTH)->body[0], ENTROPY_REPETITION);
    CHECK_EQUAL(last_frame(FRAME_LOST)->body[10], LOST_UNHEALTHY);
    bench_taken(&it, last_frame(FRAME_LOST));
    bench_ask(&it, 5, 1, 100);
    bench_talk(&it, 1100);
    CHECK_EQUAL(last_frame(FRAME_REFUSED)->body[2], REFUSED_UNHEALTHY);
    CHECK_EQUAL(said_state(), BOX_UNHEALTHY);
    CHECK_EQUAL(count_frames(FRAME_HEALTH), 1);
    CHECK_EQUAL(__builtin_popcount(lamps[0]), 2);
    bench_press(&it);
    CHECK_EQUAL(count_frames(FRAME_ROLLING), 1);
    uint32_t boot = it.box.boot;
    it.noise = 77;
    bench_talk(&it, ENTROPY_STARTUP + 50);
    CHECK_EQUAL(last_frame(FRAME_HEALTH)->body[0], ENTROPY_WELL);
    CHECK_EQUAL(it.box.boot, boot);
    bench_ask(&it, 5, 1, 100);
    bench_press(&it);
    bench_talk(&it, 100);
    CHECK_EQUAL(count_frames(FRAME_THROWN), 1);
}

/* A box that starts without noise greets and reports it; once noise comes, it begins again with another boot number. */
static void a_start_without_noise_is_told_and_mended(void)
{
    begin(0);
    CHECK_EQUAL(last_frame(FRAME_GREETING)->body[9], BOX_UNHEALTHY);
    uint32_t boot = it.box.boot;
    bench_talk(&it, 20);
    CHECK_EQUAL(count_frames(FRAME_HEALTH), 1);
    it.noise = 5;
    bench_talk(&it, ENTROPY_STARTUP + 50);
    CHECK(it.box.boot != boot);
    CHECK_EQUAL(it.box.link.session, 0);
    bench_hello(&it);
    CHECK_EQUAL(last_frame(FRAME_GREETING)->body[9], 0);
}

static void no_two_starts_have_one_number(void)
{
    uint32_t boots[20];
    for (unsigned i = 0; i < 20; i++) {
        if (i % 4 == 0)
            bench_start(&it, i + 1);
        else
            bench_reset(&it);
        boots[i] = it.box.boot;
        for (unsigned k = 0; k < i; k++)
            CHECK(boots[k] != boots[i]);
    }
}

static void buttons_and_their_troubles_are_told(void)
{
    begin(21);
    it.closed = 1 << BUTTON_DONE | 1 << BUTTON_UNDO;
    bench_talk(&it, BUTTON_SHUTDOWN_MS + 20);
    CHECK_EQUAL(count_frames(FRAME_BUTTON), 2);
    CHECK_EQUAL(count_frames(FRAME_SHUTDOWN), 1);
    from_box.count = 0;
    bench_talk(&it, BUTTON_STUCK_MS - BUTTON_SHUTDOWN_MS);
    CHECK_EQUAL(count_frames(FRAME_STUCK), 2);
    bench_run(&it, LINK_SILENT_MS + 1);
    bench_hello(&it); /* a new companion gets it, too */
    bench_talk(&it, 20);
    CHECK_EQUAL(count_frames(FRAME_STUCK), 2);
    it.closed = 0;
    bench_talk(&it, 60);
    CHECK_EQUAL(count_frames(FRAME_STUCK), 4);
    CHECK_EQUAL(last_frame(FRAME_STUCK)->body[1], 0);
}

static void shows_what_it_is_told(void)
{
    begin(22);
    bench_send(&it, FRAME_SHOW, (const uint8_t[]){6, 1}, 2);
    bench_talk(&it, 2);
    CHECK_EQUAL(lamps[0], dice_pips(6));
    CHECK_EQUAL(lamps[1], dice_pips(1));
    bench_send(&it, FRAME_SHOW, (const uint8_t[]){0, 200}, 2);
    bench_talk(&it, 2);
    CHECK_EQUAL(lamps[0] | lamps[1], 0);
    bench_send(&it, FRAME_CHECK, 0, 0);
    bench_talk(&it, 100);
    CHECK_EQUAL(last_frame(FRAME_CHECKED)->body[0], 0);
    CHECK_EQUAL(lamps[0] & lamps[1], PIPS_ALL);
    CHECK(tone != 0);
    bench_talk(&it, 1600);
    CHECK_EQUAL(lamps[0] | lamps[1] | tone, 0);
}

static void rolling_dice_move_and_click(void)
{
    begin(23);
    bench_ask(&it, 5, 2, 2000);
    bench_press(&it);
    uint8_t before = 0;
    unsigned changes = 0, clicks = 0;
    for (unsigned ms = 0; ms < 1800; ms++) {
        bench_talk(&it, 1);
        changes += lamps[0] != before;
        clicks += tone != 0;
        before = lamps[0];
    }
    CHECK(changes >= 8 && changes <= 40);
    CHECK(clicks >= 20 && clicks <= 200);
}

/* Frames of a length or kind that does not exist change nothing, and are acknowledged as any. */
static void odd_frames_change_nothing(void)
{
    const uint8_t body[FRAME_BODY] = {0};
    begin(24);
    bench_ask(&it, 5, 1, 100);
    for (unsigned kind = 0; kind < 256; kind++)
        for (uint8_t length = 0; length <= FRAME_BODY; length++)
            if (kind >= FRAME_ASK && kind < FRAME_GREETING && !(kind == FRAME_CHECK && length == 0))
                bench_send(&it, (uint8_t)kind, body, length), from_box.count = 0;
            else if (kind != FRAME_HELLO)
                bench_frame(&it, (uint8_t)kind, SESSION, 0, body, length), from_box.count = 0;
    bench_talk(&it, 10);
    CHECK_EQUAL(count_frames(FRAME_REFUSED), 1); /* the ask for no dice */
    CHECK_EQUAL(said_state(), BOX_ARMED);
}

int main(void)
{
    shows_what_it_throws();
    throws_only_when_asked();
    refuses_what_it_cannot_throw();
    a_throw_is_kept_until_taken();
    a_throw_whose_frame_is_lost_comes_again();
    asking_again_for_what_rolls_or_is_thrown_changes_nothing();
    a_reset_while_rolling_loses_the_throw_and_says_so();
    a_reset_leaves_a_made_throw_alone();
    damaged_memory_is_no_throw();
    failing_noise_gives_no_throw_and_is_said();
    a_start_without_noise_is_told_and_mended();
    no_two_starts_have_one_number();
    buttons_and_their_troubles_are_told();
    shows_what_it_is_told();
    rolling_dice_move_and_click();
    odd_frames_change_nothing();
    puts("box: ok");
    return 0;
}
