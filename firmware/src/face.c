#include "face.h"

#include "dice.h"

#define STEP_FIRST_MS 40
#define STEP_LAST_MS 200
#define STEP_MORE_MS 10
#define CLICK_HZ 400
#define CLICK_MS 4
#define BLINK_MS 500
#define ALARM_MS 250

void face_begin(struct face *face, enum face_mood mood, uint8_t dice, uint32_t now_ms)
{
    if (face->mood == mood && face->dice == dice)
        return;
    face->mood = mood;
    face->dice = dice;
    face->since_ms = face->stepped_ms = now_ms;
    face->step_ms = 0;
}

void face_tone(struct face *face, uint16_t hz, uint16_t ms, uint32_t now_ms)
{
    face->tone_hz = hz;
    face->tone_end_ms = now_ms + ms;
}

/* Another value on every rolling die: any but the last one, so that each step can be seen. */
static void step(struct face *face, uint32_t now_ms)
{
    for (uint8_t i = 0; i < face->dice; i++)
        face->rolled[i] = (uint8_t)((face->rolled[i] + ((now_ms >> 3) + i) % 5) % 6 + 1);
    face->stepped_ms = now_ms;
    face->step_ms = face->step_ms == 0 ? STEP_FIRST_MS : face->step_ms + STEP_MORE_MS;
    if (face->step_ms > STEP_LAST_MS)
        face->step_ms = STEP_LAST_MS;
    face_tone(face, CLICK_HZ, CLICK_MS, now_ms);
}

static uint8_t pips_of(const struct face *face, uint8_t die, uint32_t for_ms)
{
    switch (face->mood) {
    case FACE_ASKED:
        return die < face->dice && for_ms / BLINK_MS % 2 == 0 ? PIP_CENTRE : 0;
    case FACE_ROLLING:
        return die < face->dice ? dice_pips(face->rolled[die]) : 0;
    case FACE_ALARM:
        return for_ms / ALARM_MS % 2 == 0 ? PIP_TOP_LEFT | PIP_BOTTOM_RIGHT : PIP_TOP_RIGHT | PIP_BOTTOM_LEFT;
    case FACE_TEST:
        return PIPS_ALL;
    default:
        return dice_pips(face->values[die]);
    }
}

uint16_t face_run(struct face *face, uint32_t now_ms, uint8_t pips[DICE])
{
    if (face->mood == FACE_ROLLING && now_ms - face->stepped_ms >= face->step_ms)
        step(face, now_ms);
    for (uint8_t die = 0; die < DICE; die++)
        pips[die] = pips_of(face, die, now_ms - face->since_ms);
    if (face->tone_hz && (int32_t)(now_ms - face->tone_end_ms) >= 0)
        face->tone_hz = 0;
    return face->tone_hz;
}
