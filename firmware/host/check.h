/* Checks of the native tests: the first that fails ends the program and says where. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: in %s: not so: %s\n", __FILE__, __LINE__, __func__, #condition); \
            exit(1); \
        } \
    } while (0)

#define CHECK_EQUAL(got, wanted) \
    do { \
        long long got_ = (long long)(got), wanted_ = (long long)(wanted); \
        if (got_ != wanted_) { \
            fprintf(stderr, "%s:%d: in %s: %s is %lld, not %lld\n", __FILE__, __LINE__, __func__, #got, got_, wanted_); \
            exit(1); \
        } \
    } while (0)

/* xorshift32: chance that is the same in every run. The state must not be 0. */
static inline unsigned chance(unsigned *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

#endif
