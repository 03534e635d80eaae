/* SPDX-License-Identifier: Apache-2.0 */
/* Types that are narrower than an int, and macros of the system whose arguments mean the same. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/param.h>
#include <sys/select.h>

enum mode { none, one, two };

struct pixel {
  uint8_t r, g;
  int16_t b;
  alignas(8) uint8_t last;
};

static struct pixel image[64];
alignas(16) static const uint8_t table[4] = {1, 3, 5, 7};
static_assert(sizeof(int) == 4, "an int has four bytes");
static_assert(alignof(struct pixel) == 8, "pixels are aligned");

#define BETWEEN(x, low, high) MAX(MIN(x, high), low)

static uint8_t clamped(int v) {
  return v < 0 ? 0 : v > 255 ? 255 : v;
}

static int16_t saturated(int32_t v) {
  return (int16_t)(v > INT16_MAX ? INT16_MAX : v < INT16_MIN ? INT16_MIN : v);
}

#pragma splice func Writes(range(p, p + n))

static void blur(struct pixel* p, int n, uint8_t k, enum mode m) {
  const uint8_t least = k < 9 ? k : (uint8_t)7;
  const short step = n > 4 ? (short)k : (short)n;
#pragma splice step Writes(range(p, p + n))
  for (int i = 0; i + 1 < n; ++i) {
    assert(p != NULL && i >= 0 && (m == one || m != two || i < INT_MAX));
    const uint8_t high = p[i].r > p[i + 1].r ? p[i].r : p[i + 1].r;
    _Alignas(8) const char word[8] = "abc";
    p[i].r = clamped(p[i].r * 3 / 2 + k + BETWEEN(i, 2, 5) + MAX(least - 1, 0));
    p[i].g ^= (uint8_t)~(high << 1);
    p[i].b = p[i].b ? p[i].b : step;
    p[i].last += MAX(sizeof word, 2) + MIN(word[i % 3], table[i % 4]) + howmany(i, 3);
    p[i].b += saturated(i * 1000) + (i % 2 ? p[i].b : step);
    assert(strlen(word) == 3 && (p[i].b > -1 || MAX(i, n) > 0));
  }
}

int main(void) {
  struct pixel* p = image;
  fd_set known;
  FD_ZERO(&known);
  FD_SET(3, &known);
  errno = 0;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    blur(p, 64, t * 40, t % 2 ? none : one);
  }
  for (int i = 0; i < 64; ++i) {
    printf("%d %d %d %d\n", p[i].r, p[i].g, p[i].b, p[i].last);
  }
  printf("%d %d\n", FD_ISSET(3, &known) != 0, (int)offsetof(struct pixel, last));
  return 0;
}
