/* SHA-256 (FIPS 180-4), in little memory. */
#ifndef SHA256_H
#define SHA256_H

#include <stdint.h>

#define SHA256_BYTES 32

struct sha256 {
    uint32_t state[8];
    uint32_t length; /* bytes so far; in a long chain of samples it wraps, but not in a digest that we compare */
    uint8_t block[64];
};

void sha256_start(struct sha256 *sha);
void sha256_add(struct sha256 *sha, const uint8_t *data, uint8_t length);
/* Ends the digest. Start again before you add more. */
void sha256_end(struct sha256 *sha, uint8_t digest[SHA256_BYTES]);

#endif
