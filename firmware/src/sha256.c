#include "sha256.h"

#include <string.h>

#include "bytes.h"
#include "flash.h"

static const uint32_t START[8] FLASH = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static const uint32_t ROUND[64] FLASH = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* Turned right. The AVR shifts by one bit at a time, so it first turns by the nearest whole bytes, which are only moved:
 * a quarter of the time that x >> by | x << (32 - by) takes. */
static inline __attribute__((always_inline)) uint32_t turn(uint32_t x, uint8_t by)
{
    uint8_t bytes = (by + 4) / 8;
    if (bytes)
        x = x >> 8 * bytes | x << (32 - 8 * bytes);
    for (uint8_t right = 8 * bytes; right < by; right++)
        x = x >> 1 | (x & 1 ? 0x80000000 : 0);
    for (uint8_t left = by; left < 8 * bytes; left++)
        x = x << 1 | (x & 0x80000000 ? 1 : 0);
    return x;
}

static void compress(struct sha256 *sha)
{
    uint32_t w[16], v[8];
    for (uint8_t i = 0; i < 16; i++)
        w[i] = get32(sha->block + 4 * i);
    memcpy(v, sha->state, sizeof v);
    for (uint8_t i = 0; i < 64; i++) {
        /* Of the message schedule only the last sixteen words are kept. */
        if (i >= 16) {
            uint32_t a = w[(i + 1) & 15], b = w[(i + 14) & 15];
            w[i & 15] += (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[(i + 9) & 15] + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
        }
        uint32_t e = v[4], a = v[0];
        uint32_t t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & v[5]) ^ (~e & v[6])) +
                      flash_u32(&ROUND[i]) + w[i & 15];
        uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (uint8_t i = 0; i < 8; i++)
        sha->state[i] += v[i];
}

void sha256_start(struct sha256 *sha)
{
    for (uint8_t i = 0; i < 8; i++)
        sha->state[i] = flash_u32(&START[i]);
    sha->length = 0;
}

void sha256_add(struct sha256 *sha, const uint8_t *data, uint8_t length)
{
    while (length--) {
        sha->block[sha->length++ & 63] = *data++;
        if ((sha->length & 63) == 0)
            compress(sha);
    }
}

void sha256_end(struct sha256 *sha, uint8_t digest[SHA256_BYTES])
{
    uint32_t length = sha->length;
    uint8_t byte = 0x80;
    do {
        sha256_add(sha, &byte, 1);
        byte = 0;
    } while ((sha->length & 63) != 56);
    uint8_t bits[8] = {0};
    bits[3] = (uint8_t)(length >> 29);
    put32(bits + 4, length << 3);
    sha256_add(sha, bits, sizeof bits);
    for (uint8_t i = 0; i < 8; i++)
        put32(digest + 4 * i, sha->state[i]);
}
