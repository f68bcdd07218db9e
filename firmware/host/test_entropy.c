/* The noise's health tests at their very bounds, SHA-256 against published digests, and what a draw needs. */
#include <string.h>

#include "check.h"
#include "entropy.h"

static struct entropy it;

static void digest_is(const char *text, unsigned times, const char *hex)
{
    struct sha256 sha;
    uint8_t digest[SHA256_BYTES];
    char got[2 * SHA256_BYTES + 1];
    sha256_start(&sha);
    while (times--)
        sha256_add(&sha, (const uint8_t *)text, (uint8_t)strlen(text));
    sha256_end(&sha, digest);
    for (unsigned i = 0; i < SHA256_BYTES; i++)
        sprintf(got + 2 * i, "%02x", digest[i]);
    CHECK(strcmp(got, hex) == 0);
}

/* FIPS 180-4's examples; the last is a million times "a". */
static void published_digests(void)
{
    digest_is("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    digest_is("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    digest_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    digest_is("aaaaaaaaaa", 100000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static unsigned state = 17;

static void good_readings(unsigned count)
{
    while (count--)
        entropy_reading(&it, (uint16_t)(chance(&state) >> 8));
}

static void start_well(void)
{
    entropy_start(&it);
    good_readings(ENTROPY_STARTUP);
    CHECK(entropy_ready(&it));
}

static void repetition_at_its_bound(void)
{
    start_well();
    entropy_reading(&it, 3);
    for (unsigned i = 0; i < ENTROPY_REPETITION_CUTOFF - 1; i++) {
        CHECK_EQUAL(it.failed, ENTROPY_WELL);
        entropy_reading(&it, 4);
    }
    CHECK_EQUAL(it.failed, ENTROPY_WELL);
    entropy_reading(&it, 4 + 16); /* the same nibble: what moves above it is no noise */
    CHECK_EQUAL(it.failed, ENTROPY_REPETITION);
    CHECK(!entropy_ready(&it));
}

/* A window with `likely` readings like the first one, never many in a row. */
static void window(unsigned likely)
{
    entropy_reading(&it, 5);
    for (unsigned i = 1, given = 1; i < ENTROPY_PROPORTION_WINDOW; i++) {
        bool like = given < likely && i % 5 != 4;
        entropy_reading(&it, like ? 5 : 6 + i % 3);
        given += like;
    }
}

static void proportion_at_its_bound(void)
{
    entropy_start(&it);
    window(ENTROPY_PROPORTION_CUTOFF - 1);
    CHECK_EQUAL(it.failed, ENTROPY_WELL);
    CHECK_EQUAL(it.counted, ENTROPY_PROPORTION_CUTOFF - 1);
    window(ENTROPY_PROPORTION_CUTOFF - 1); /* counted again in each window */
    CHECK_EQUAL(it.failed, ENTROPY_WELL);
    entropy_start(&it);
    window(ENTROPY_PROPORTION_CUTOFF);
    CHECK_EQUAL(it.failed, ENTROPY_PROPORTION);
}

static void startup_before_and_after_a_failure(void)
{
    entropy_start(&it);
    good_readings(ENTROPY_STARTUP - 1);
    CHECK(!entropy_ready(&it));
    good_readings(1);
    CHECK(entropy_ready(&it));
    for (unsigned i = 0; i < ENTROPY_REPETITION_CUTOFF; i++)
        entropy_reading(&it, 1);
    CHECK_EQUAL(it.failed, ENTROPY_REPETITION);
    good_readings(ENTROPY_STARTUP - 1);
    CHECK_EQUAL(it.failed, ENTROPY_REPETITION);
    good_readings(1);
    CHECK_EQUAL(it.failed, ENTROPY_WELL);
    CHECK(entropy_ready(&it));
}

static void a_draw_needs_fresh_readings(void)
{
    uint8_t first[SHA256_BYTES], second[SHA256_BYTES];
    start_well();
    entropy_draw(&it, first);
    CHECK(!entropy_ready(&it));
    good_readings(ENTROPY_FRESH - 1);
    CHECK(!entropy_ready(&it));
    good_readings(1);
    CHECK(entropy_ready(&it));
    entropy_draw(&it, second);
    CHECK(memcmp(first, second, sizeof first) != 0);
}

/* One reading more or less, or a timer one count off, changes all that follows. */
static void everything_counts(void)
{
    uint8_t plain[SHA256_BYTES], with[SHA256_BYTES];
    for (unsigned round = 0; round < 3; round++) {
        unsigned before = state;
        start_well();
        entropy_draw(&it, plain);
        state = before;
        start_well();
        if (round == 0)
            entropy_stir(&it, "\1", 1);
        else
            good_readings(2 * round);
        entropy_draw(&it, with);
        unsigned differ = 0;
        for (unsigned i = 0; i < SHA256_BYTES; i++)
            differ += (unsigned)__builtin_popcount(plain[i] ^ with[i]);
        CHECK(differ > 80 && differ < 176);
    }
}

int main(void)
{
    published_digests();
    repetition_at_its_bound();
    proportion_at_its_bound();
    startup_before_and_after_a_failure();
    a_draw_needs_fresh_readings();
    everything_counts();
    puts("entropy: ok");
    return 0;
}
