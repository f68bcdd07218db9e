#include "selftest.h"

#include <string.h>

#include "cobs.h"
#include "crc16.h"
#include "dice.h"
#include "flash.h"
#include "sha256.h"

/* SHA-256 of "abc" (FIPS 180-4's first example). */
static const uint8_t ABC[SHA256_BYTES] FLASH = {
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
    0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
};

static uint8_t sha_fails(void)
{
    struct sha256 sha;
    uint8_t digest[SHA256_BYTES], wrong = 0;
    sha256_start(&sha);
    sha256_add(&sha, (const uint8_t *)"abc", 3);
    sha256_end(&sha, digest);
    for (uint8_t i = 0; i < sizeof digest; i++)
        wrong |= digest[i] ^ flash_u8(&ABC[i]);
    return wrong ? SELFTEST_SHA : 0;
}

static uint8_t cobs_fails(void)
{
    const uint8_t plain[6] = {0, 1, 0, 0, 2, 3}, coded[7] = {1, 2, 1, 1, 3, 2, 3};
    uint8_t work[7];
    if (cobs_encode(plain, sizeof plain, work) != sizeof coded || memcmp(work, coded, sizeof coded) != 0)
        return SELFTEST_COBS;
    if (cobs_decode(work, sizeof coded) != sizeof plain || memcmp(work, plain, sizeof plain) != 0)
        return SELFTEST_COBS;
    return 0;
}

static uint8_t dice_fail(void)
{
    uint8_t counts[7] = {0};
    for (uint16_t byte = 0; byte < 256; byte++)
        counts[dice_value((uint8_t)byte)]++;
    for (uint8_t value = 1; value <= 6; value++)
        if (counts[value] != 42)
            return SELFTEST_DICE;
    return 0;
}

uint8_t selftest(void)
{
    uint8_t crc_fails = crc16(CRC16_START, (const uint8_t *)"123456789", 9) == 0x29B1 ? 0 : SELFTEST_CRC;
    return crc_fails | sha_fails() | cobs_fails() | dice_fail();
}
