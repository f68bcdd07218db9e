/* What lamps and buzzer show: values, rolling dice, a roll that the companion asked for, a box that cannot roll. The
 * dice that roll on the lamps are only a show: they have no influence on the result. */
#ifndef FACE_H
#define FACE_H

#include <stdbool.h>
#include <stdint.h>

#define DICE 2

enum face_mood { FACE_STILL, FACE_ASKED, FACE_ROLLING, FACE_ALARM, FACE_TEST };

struct face {
    uint8_t mood;
    uint8_t dice;         /* how many to roll */
    uint8_t values[DICE]; /* shown in FACE_STILL; 0 dark */
    uint8_t rolled[DICE]; /* what the rolling dice show now */
    uint8_t step_ms;      /* how long the rolling dice show each value: longer and longer */
    uint32_t since_ms, stepped_ms;
    uint16_t tone_hz;
    uint32_t tone_end_ms;
};

/* Begins a mood; `dice` is how many to roll. Beginning the same mood again changes nothing. */
void face_begin(struct face *face, enum face_mood mood, uint8_t dice, uint32_t now_ms);

void face_tone(struct face *face, uint16_t hz, uint16_t ms, uint32_t now_ms);

/* Sets `pips` to what both dice show now. Returns the tone in Hz, 0 for silence. */
uint16_t face_run(struct face *face, uint32_t now_ms, uint8_t pips[DICE]);

#endif
