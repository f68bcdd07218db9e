#include "dice.h"

#include "flash.h"

static const uint8_t FACES[7] FLASH = {
    0,
    PIP_CENTRE,
    PIP_TOP_LEFT | PIP_BOTTOM_RIGHT,
    PIP_TOP_LEFT | PIP_CENTRE | PIP_BOTTOM_RIGHT,
    PIP_TOP_LEFT | PIP_TOP_RIGHT | PIP_BOTTOM_LEFT | PIP_BOTTOM_RIGHT,
    PIP_TOP_LEFT | PIP_TOP_RIGHT | PIP_CENTRE | PIP_BOTTOM_LEFT | PIP_BOTTOM_RIGHT,
    PIPS_ALL & ~PIP_CENTRE,
};

uint8_t dice_pips(uint8_t value)
{
    return value <= 6 ? flash_u8(&FACES[value]) : PIPS_ALL;
}

uint8_t dice_value(uint8_t byte)
{
    return byte < 252 ? byte % 6 + 1 : 0;
}

void dice_throw(void (*draw)(void *source, uint8_t out[SHA256_BYTES]), void *source, uint8_t *values, uint8_t count)
{
    uint8_t chance[SHA256_BYTES], at = sizeof chance;
    while (count) {
        if (at == sizeof chance) {
            draw(source, chance);
            at = 0;
        }
        uint8_t value = dice_value(chance[at++]);
        if (value) {
            *values++ = value;
            count--;
        }
    }
}
