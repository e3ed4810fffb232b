#include "io/base/sha256.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

enum { BLOCK = 64, LENGTH_BYTES = 8, DIGEST_BYTES = 32, DIGEST_WORDS = DIGEST_BYTES / 4 };

struct _TrammelSha256 {
  GChecksum *checksum; /* NULL if the processor's instructions are used */
  guint32 state[DIGEST_WORDS];
  guint64 length; /* bytes so far */
  guint8 rest[BLOCK];
  char digits[2 * DIGEST_BYTES + 1]; /* "" until the end */
};

#if defined(__x86_64__)

static const guint32 initial_state[DIGEST_WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* Fractions of the cube roots of the first 64 primes. */
static const guint32 constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static gboolean
has_instructions(void)
{
  unsigned a, b, c, d;

  return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
         (b & bit_SHA) != 0;
}

/* Hashes one block.  The instructions take the state as the words F E B A and H G D C, and do four
 * rounds on four words of the message, the newer of which follow from the four groups before
 * them. */
__attribute__((target("sha,sse4.1"))) static void
mix_block(__m128i *feba, __m128i *hgdc, const guint8 *block)
{
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  __m128i first = *feba, second = *hgdc, w[4];

  for (int i = 0; i < 4; i++)
    w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(block + 16 * i)),
                            big_endian);
  for (int i = 0; i < 16; i++) {
    __m128i *now = &w[i & 3], before = w[(i + 3) & 3], input;

    if (i >= 4) {
      __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*now, w[(i + 1) & 3]),
                                  _mm_alignr_epi8(before, w[(i + 2) & 3], 4));

      *now = _mm_sha256msg2_epu32(sum, before);
    }
    input =
        _mm_add_epi32(*now, _mm_loadu_si128((const __m128i *)(const void *)(constants + 4 * i)));
    second = _mm_sha256rnds2_epu32(second, first, input);
    first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(input, 0x0e));
  }
  *feba = _mm_add_epi32(*feba, first);
  *hgdc = _mm_add_epi32(*hgdc, second);
}

__attribute__((target("sha,sse4.1"))) static void
mix_blocks(guint32 state[DIGEST_WORDS], const guint8 *data, gsize n)
{
  __m128i *words = (__m128i *)(void *)state;
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xb1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1b);
  __m128i feba = _mm_alignr_epi8(badc, hgfe, 8), hgdc = _mm_blend_epi16(hgfe, badc, 0xf0);
  __m128i abef, ghcd;

  for (gsize i = 0; i < n; i++)
    mix_block(&feba, &hgdc, data + BLOCK * i);
  abef = _mm_shuffle_epi32(feba, 0x1b);
  ghcd = _mm_shuffle_epi32(hgdc, 0xb1);
  _mm_storeu_si128(words, _mm_blend_epi16(abef, ghcd, 0xf0));
  _mm_storeu_si128(words + 1, _mm_alignr_epi8(ghcd, abef, 8));
}

#else

static const guint32 initial_state[DIGEST_WORDS];

static gboolean
has_instructions(void)
{
  return FALSE;
}

static void
mix_blocks(guint32 state[DIGEST_WORDS], const guint8 *data, gsize n)
{
  g_assert_not_reached();
}

#endif

TrammelSha256 *
trammel_sha256_new(void)
{
  TrammelSha256 *hash = g_new0(TrammelSha256, 1);

  if (!has_instructions())
    hash->checksum = g_checksum_new(G_CHECKSUM_SHA256);
  memcpy(hash->state, initial_state, sizeof hash->state);
  return hash;
}

void
trammel_sha256_free(TrammelSha256 *hash)
{
  g_clear_pointer(&hash->checksum, g_checksum_free);
  g_free(hash);
}

void
trammel_sha256_update(TrammelSha256 *hash, const void *data, gsize length)
{
  const guint8 *at = data;
  gsize n_rest = hash->length % BLOCK;

  if (hash->checksum) {
    g_checksum_update(hash->checksum, data, (gssize)length);
    return;
  }
  hash->length += length;
  if (n_rest > 0) {
    gsize taken = MIN(BLOCK - n_rest, length);

    memcpy(hash->rest + n_rest, at, taken);
    at += taken;
    length -= taken;
    if (n_rest + taken < BLOCK)
      return;
    mix_blocks(hash->state, hash->rest, 1);
  }
  mix_blocks(hash->state, at, length / BLOCK);
  at += length / BLOCK * BLOCK;
  if (length % BLOCK > 0)
    memcpy(hash->rest, at, length % BLOCK);
}

/* Ends the hash: a set bit, zeros, and the length in bits fill the last block. */
static void
finish(TrammelSha256 *hash)
{
  guint64 bits = GUINT64_TO_BE(8 * hash->length);
  gsize n_rest = hash->length % BLOCK;
  guint8 padding[2 * BLOCK] = {0x80};
  gsize n = (n_rest < BLOCK - LENGTH_BYTES ? BLOCK : 2 * BLOCK) - n_rest - LENGTH_BYTES;

  memcpy(padding + n, &bits, sizeof bits);
  trammel_sha256_update(hash, padding, n + LENGTH_BYTES);
  for (int i = 0; i < DIGEST_WORDS; i++)
    g_snprintf(hash->digits + 8 * i, 9, "%08x", hash->state[i]);
}

const char *
trammel_sha256_get_string(TrammelSha256 *hash)
{
  if (hash->checksum)
    return g_checksum_get_string(hash->checksum);
  if (hash->digits[0] == '\0')
    finish(hash);
  return hash->digits;
}
