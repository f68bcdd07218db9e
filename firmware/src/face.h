/* What lamps and buzzer do: values, rolling dice, a throw that is due, a box that may not throw. Chance plays no part:
 * the dice that roll on the lamps are a show. */
#ifndef FACE_H
#define FACE_H

#include <stdbool.h>
#include <stdint.h>

#define DICE 2

enum face_mood { FACE_STILL, FACE_ASKED, FACE_ROLLING, FACE_ALARM, FACE_TEST };

struct face {
    uint8_t mood;
    uint8_t dice;         /* how many are asked for, or roll */
    uint8_t values[DICE]; /* where it is still; 0 dark */
    uint8_t rolled[DICE]; /* what the rolling dice show just now */
    uint8_t step_ms;      /* how long each value of the rolling dice shows: ever longer */
    uint32_t since_ms, stepped_ms;
    uint16_t tone_hz;
    uint32_t tone_end_ms;
};

/* Begins a mood; `dice` where it matters. Beginning the same again changes nothing. */
void face_begin(struct face *face, enum face_mood mood, uint8_t dice, uint32_t now_ms);

void face_tone(struct face *face, uint16_t hz, uint16_t ms, uint32_t now_ms);

/* The pips of both dice as they are to be lit now. Returns the tone in Hz, 0 for silence. */
uint16_t face_run(struct face *face, uint32_t now_ms, uint8_t pips[DICE]);

#endif
