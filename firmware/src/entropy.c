#include "entropy.h"

#include <string.h>

static void start_tests(struct entropy *entropy)
{
    entropy->startup = ENTROPY_STARTUP;
    entropy->fresh = 0;
    entropy->repeated = 0;
    entropy->seen = 0;
}

void entropy_start(struct entropy *entropy)
{
    memset(entropy, 0, sizeof *entropy);
    sha256_start(&entropy->pool);
    start_tests(entropy);
}

static enum entropy_test repetition(struct entropy *entropy, uint8_t symbol)
{
    if (entropy->repeated == 0 || symbol != entropy->last) {
        entropy->last = symbol;
        entropy->repeated = 1;
        return ENTROPY_WELL;
    }
    return ++entropy->repeated >= ENTROPY_REPETITION_CUTOFF ? ENTROPY_REPETITION : ENTROPY_WELL;
}

static enum entropy_test proportion(struct entropy *entropy, uint8_t symbol)
{
    if (entropy->seen == 0) {
        entropy->watched = symbol;
        entropy->counted = 0;
    }
    entropy->counted += symbol == entropy->watched;
    if (++entropy->seen == ENTROPY_PROPORTION_WINDOW)
        entropy->seen = 0;
    return entropy->counted >= ENTROPY_PROPORTION_CUTOFF ? ENTROPY_PROPORTION : ENTROPY_WELL;
}

void entropy_reading(struct entropy *entropy, uint16_t reading)
{
    uint8_t symbol = reading & 0x0F;
    enum entropy_test failed = repetition(entropy, symbol);
    enum entropy_test out_of_proportion = proportion(entropy, symbol);
    if (failed == ENTROPY_WELL)
        failed = out_of_proportion;
    if (failed != ENTROPY_WELL) {
        entropy->failed = failed;
        start_tests(entropy);
        return;
    }
    if (entropy->startup && --entropy->startup == 0)
        entropy->failed = ENTROPY_WELL;
    if (entropy->fresh < ENTROPY_FRESH)
        entropy->fresh++;
    if (entropy->has_half) {
        uint8_t byte = (uint8_t)(entropy->half << 4 | symbol);
        sha256_add(&entropy->pool, &byte, 1);
    } else {
        entropy->half = symbol;
    }
    entropy->has_half = !entropy->has_half;
}

void entropy_stir(struct entropy *entropy, const void *data, uint8_t length)
{
    sha256_add(&entropy->pool, data, length);
}

bool entropy_ready(const struct entropy *entropy)
{
    return entropy->failed == ENTROPY_WELL && entropy->startup == 0 && entropy->fresh == ENTROPY_FRESH;
}

/* The digest of a mark and 32 bytes. */
static void digest_marked(struct sha256 *sha, uint8_t mark, const uint8_t in[SHA256_BYTES], uint8_t out[SHA256_BYTES])
{
    sha256_start(sha);
    sha256_add(sha, &mark, 1);
    sha256_add(sha, in, SHA256_BYTES);
    sha256_end(sha, out);
}

void entropy_draw(struct entropy *entropy, uint8_t out[SHA256_BYTES])
{
    uint8_t seed[SHA256_BYTES], next[SHA256_BYTES];
    sha256_end(&entropy->pool, seed);
    /* What is given out and what goes on are two different digests: neither leads to the other. */
    digest_marked(&entropy->pool, 1, seed, out);
    digest_marked(&entropy->pool, 2, seed, next);
    sha256_start(&entropy->pool);
    sha256_add(&entropy->pool, next, sizeof next);
    entropy->fresh = 0;
    /* `volatile`, for the compiler may leave out what is never read again. */
    for (uint8_t i = 0; i < sizeof seed; i++)
        ((volatile uint8_t *)seed)[i] = 0;
}
