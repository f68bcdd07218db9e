/* The self-test: checks that the box's arithmetic gives the published results. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdint.h>

enum selftest { SELFTEST_CRC = 1 << 0, SELFTEST_SHA = 1 << 1, SELFTEST_COBS = 1 << 2, SELFTEST_DICE = 1 << 3 };

/* Returns a bit for each part that failed; 0 if all passed. */
uint8_t selftest(void);

#endif
