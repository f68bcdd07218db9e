#include "cobs.h"

uint8_t cobs_encode(const uint8_t *in, uint8_t length, uint8_t *out)
{
    uint8_t code_at = 0, at = 1;
    for (uint8_t i = 0; i < length; i++) {
        if (in[i] == 0) {
            out[code_at] = at - code_at;
            code_at = at++;
        } else {
            out[at++] = in[i];
        }
    }
    out[code_at] = at - code_at;
    return at;
}

uint8_t cobs_decode(uint8_t *data, uint8_t length)
{
    uint8_t from = 0, to = 0;
    while (from < length) {
        uint8_t code = data[from++];
        if (code == 0 || code - 1 > length - from)
            return 0;
        for (uint8_t i = 1; i < code; i++) {
            if (data[from] == 0)
                return 0;
            data[to++] = data[from++];
        }
        if (from < length && code != 0xFF)
            data[to++] = 0;
    }
    return to;
}
