/* Values without bias, faces as dice have them, and 60,000 rolls of the whole generator under two tests. */
#include <string.h>

#include "check.h"
#include "dice.h"
#include "entropy.h"

#define THROWS 60000
/* The points that chi-square passes with p = 1e-4: 5 degrees of freedom (values), 30 (pairs). */
#define CHI5 25.745
#define CHI30 67.633

static void no_value_is_favoured(void)
{
    unsigned counts[7] = {0};
    for (unsigned byte = 0; byte < 256; byte++)
        counts[dice_value((uint8_t)byte)]++;
    CHECK_EQUAL(counts[0], 4);
    for (unsigned value = 1; value <= 6; value++)
        CHECK_EQUAL(counts[value], 42);
}

static void faces(void)
{
    for (uint8_t value = 0; value <= 6; value++) {
        uint8_t pips = dice_pips(value);
        CHECK_EQUAL(__builtin_popcount(pips), value);
        for (unsigned i = 0; i < 7; i++) /* turned half round it looks the same */
            CHECK_EQUAL(pips >> i & 1, pips >> (6 - i) & 1);
    }
}

static unsigned draws;

static void only_the_last_byte_serves(void *source, uint8_t out[SHA256_BYTES])
{
    (void)source;
    memset(out, 255, SHA256_BYTES);
    out[SHA256_BYTES - 1] = (uint8_t)(draws++ ? 5 : 251);
}

static void passes_over_and_draws_again(void)
{
    uint8_t values[2] = {0};
    dice_throw(only_the_last_byte_serves, 0, values, 2);
    CHECK_EQUAL(draws, 2);
    CHECK_EQUAL(values[0], 6);
    CHECK_EQUAL(values[1], 6);
}

static void draw(void *source, uint8_t out[SHA256_BYTES])
{
    entropy_draw(source, out);
}

static double chi_square(const unsigned *counts, unsigned classes, double expected)
{
    double sum = 0;
    for (unsigned i = 0; i < classes; i++)
        sum += (counts[i] - expected) * (counts[i] - expected) / expected;
    return sum;
}

/* Rolls as the box makes them: 64 readings of poor noise (most of them 7) between two rolls. */
static void sixty_thousand_throws(unsigned seed)
{
    static struct entropy entropy;
    unsigned counts[6] = {0}, pairs[36] = {0};
    uint8_t before = 0;
    entropy_start(&entropy);
    for (unsigned i = 0; i < THROWS; i++) {
        uint8_t value;
        while (!entropy_ready(&entropy)) {
            unsigned noise = chance(&seed) >> 8;
            entropy_reading(&entropy, noise % 10 < 5 ? 7 : (uint16_t)(noise >> 4 & 15));
        }
        dice_throw(draw, &entropy, &value, 1);
        CHECK(value >= 1 && value <= 6);
        counts[value - 1]++;
        if (before)
            pairs[6 * (before - 1) + value - 1]++;
        before = value;
    }
    CHECK_EQUAL(entropy.failed, ENTROPY_WELL);
    double values = chi_square(counts, 6, THROWS / 6.0);
    /* Overlapping pairs, less the values on their own: chi-square with 36 - 6 degrees (Good 1953). */
    double serial = chi_square(pairs, 36, (THROWS - 1) / 36.0) - values;
    printf("dice: 60,000 throws, values %.1f of %.1f, serial %.1f of %.1f\n", values, CHI5, serial, CHI30);
    CHECK(values < CHI5);
    CHECK(serial < CHI30);
}

int main(void)
{
    no_value_is_favoured();
    faces();
    passes_over_and_draws_again();
    sixty_thousand_throws(2026);
    sixty_thousand_throws(31337);
    puts("dice: ok");
    return 0;
}
