/* What the box can find out about itself without help: whether its arithmetic gives the published answers. */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <stdint.h>

enum selftest { SELFTEST_CRC = 1 << 0, SELFTEST_SHA = 1 << 1, SELFTEST_COBS = 1 << 2, SELFTEST_DICE = 1 << 3 };

/* A bit for each part that failed; 0 when all is well. */
uint8_t selftest(void);

#endif
