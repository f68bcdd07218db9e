/* Frames: the vectors that the companion's tests read too, damage, and garbage. */
#include <stdbool.h>
#include <string.h>

#include "check.h"
#include "crc16.h"
#include "cobs.h"
#include "frame.h"

static uint8_t from_hex(const char *hex, uint8_t *out)
{
    uint8_t length = 0;
    if (strcmp(hex, "-") == 0)
        return 0;
    for (; hex[0] && hex[1]; hex += 2) {
        unsigned byte;
        CHECK(sscanf(hex, "%2x", &byte) == 1);
        out[length++] = (uint8_t)byte;
    }
    return length;
}

/* What the last byte that ends a frame, or a refusal, gives; FRAME_NONE where nothing does. */
static enum frame_result receive_all(const uint8_t *wire, uint8_t length, struct frame *frame)
{
    struct frame_receiver receiver = {0};
    enum frame_result last = FRAME_NONE;
    while (length--) {
        enum frame_result result = frame_receive(&receiver, *wire++, frame);
        if (result != FRAME_NONE)
            last = result;
    }
    return last;
}

static void vectors(void)
{
    FILE *file = fopen("vectors.txt", "r");
    char line[512], name[64], body_hex[128], wire_hex[256], result[32];
    unsigned kind, session, number, good = 0, bad = 0;
    uint8_t body[FRAME_BODY], wire[128], written[FRAME_WIRE];
    struct frame frame;
    CHECK(file != 0);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "good %63s %x %x %x %127s %255s", name, &kind, &session, &number, body_hex, wire_hex) == 6) {
            uint8_t length = from_hex(wire_hex, wire), body_length = from_hex(body_hex, body);
            CHECK_EQUAL(receive_all(wire, length, &frame), FRAME_WHOLE);
            CHECK_EQUAL(frame.kind, kind);
            CHECK_EQUAL(frame.session, session);
            CHECK_EQUAL(frame.number, number);
            CHECK_EQUAL(frame.length, body_length);
            CHECK(memcmp(frame.body, body, body_length) == 0);
            CHECK_EQUAL(frame_write(&frame, written), length);
            CHECK(memcmp(written, wire, length) == 0);
            good++;
        } else if (sscanf(line, "bad %63s %31s %255s", name, result, wire_hex) == 3) {
            enum frame_result wanted = strcmp(result, "version") == 0   ? FRAME_OTHER_VERSION
                                       : strcmp(result, "nothing") == 0 ? FRAME_NONE
                                                                        : FRAME_DAMAGED;
            CHECK_EQUAL(receive_all(wire, from_hex(wire_hex, wire), &frame), wanted);
            bad++;
        } else {
            CHECK(line[0] == '#' || line[0] == '\n');
        }
    }
    CHECK(good >= 20 && bad >= 8);
    fclose(file);
}

static void every_flipped_bit_is_noticed(void)
{
    struct frame sent = {FRAME_THROWN, 0xBEEF, 7, 12, {0, 1, 2, 3, 0, 0, 0, 9, 0, 5, 6, 4}}, got;
    uint8_t wire[FRAME_WIRE], length = frame_write(&sent, wire);
    CHECK_EQUAL(receive_all(wire, length, &got), FRAME_WHOLE);
    for (uint8_t bit = 0; bit < 8; bit++) {
        for (uint8_t i = 1; i < length - 1; i++) {
            wire[i] ^= 1 << bit;
            CHECK(receive_all(wire, length, &got) != FRAME_WHOLE);
            wire[i] ^= 1 << bit;
        }
    }
}

static void noise_before_a_frame_costs_nothing(void)
{
    struct frame sent = {FRAME_BEAT, 1, 0, 1, {3}}, got;
    uint8_t wire[FRAME_WIRE], length = frame_write(&sent, wire);
    struct frame_receiver receiver = {0};
    unsigned state = 99;
    for (unsigned round = 0; round < 2000; round++) {
        for (unsigned bytes = chance(&state) % 80; bytes; bytes--)
            CHECK(frame_receive(&receiver, (uint8_t)(chance(&state) >> 7), &got) != FRAME_WHOLE);
        bool whole = false;
        for (uint8_t i = 0; i < length; i++)
            whole = frame_receive(&receiver, wire[i], &got) == FRAME_WHOLE;
        CHECK(whole && got.kind == FRAME_BEAT && got.body[0] == 3);
    }
}

static void cobs_round_trips(void)
{
    unsigned state = 5;
    for (unsigned round = 0; round < 5000; round++) {
        uint8_t plain[COBS_MOST], coded[COBS_MOST + 1], length = chance(&state) % (COBS_MOST + 1);
        for (uint8_t i = 0; i < length; i++)
            plain[i] = chance(&state) % 4 ? (uint8_t)(chance(&state) >> 9) : 0;
        CHECK_EQUAL(cobs_encode(plain, length, coded), length + 1);
        CHECK(memchr(coded, 0, length + 1u) == 0);
        CHECK_EQUAL(cobs_decode(coded, length + 1), length);
        CHECK(memcmp(plain, coded, length) == 0);
    }
}

int main(void)
{
    CHECK_EQUAL(crc16(CRC16_START, (const uint8_t *)"123456789", 9), 0x29B1);
    vectors();
    every_flipped_bit_is_noticed();
    noise_before_a_frame_costs_nothing();
    cobs_round_trips();
    puts("frames: ok");
    return 0;
}
