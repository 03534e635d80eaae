// SPDX-License-Identifier: Apache-2.0

// Branches, several steps, steps that nobody announced, loops that decide and loops that compute.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct box {
  int first;
  int last;
};

enum mode { twice, thrice };

static double values[5000];
static double sums[5000];
static long calls;
static const int steps[3] = {1, 2, 5};

/* RE as in the paper: a function that makes a region. */
#include <nuthatch/effects.hpp>

static nuthatch::effects::range RE(const void* first, const void* last) {
  return {static_cast<const char*>(first), static_cast<const char*>(last)};
}

#pragma splice func Writes(RE(values + part.first, values + part.last), \
                           RE(sums + part.first, sums + part.last),     \
                           whole(calls))

static void work(box part, mode how = twice) {
  const int size = part.last - part.first;
  int k;
  if (size > 700) {
    int cut = std::min(part.first + size / 2, part.last - 1);
    for (int round = 0; round < (how == twice ? 2 : 3); ++round) {
      work(box{part.first, cut}, how);
      work({cut, part.last}, how);
    }
  } else if (size > 0) {
    switch (how) {
      case twice: {
#pragma splice step Writes(RE(values + part.first, values + part.last))
        for (k = part.first; k < part.last; ++k) {
          values[k] = values[k] * 1.25 + steps[k % 3];
        }
        break;
      }
      case thrice:
#pragma splice step Writes(RE(values + part.first, values + part.last))
      {
        double before = 0;
        for (k = part.first; k < part.last; ++k) {
          const double now = values[k];
          values[k] = now + before / 7;
          before = now;
        }
      } break;
      default:
        return;
    }
    calls++;
    if (calls % 2 == 0) {
      std::sort(values + part.first, values + part.last);
    }
    int at = part.first;
    // The step has its own copy of this, and changes that.
#pragma splice step Reads(range(values + part.first, values + part.last)) \
    Writes(range(sums + part.first, sums + part.last))
    while (at < part.last) {
      at++;
      sums[at - 1] += std::sqrt(std::fabs(values[at - 1]));
    }
  }
}

#pragma splice func Everything

void until_small(int n) {
  // How often this runs depends on what it computes.
  while (sums[n] < 40 && n < 4000) {
    work({n, n + 50});
    sums[n] += 1;
  }
#pragma splice step Writes(range(sums, sums + 10))
  std::memset(sums, 0, 10 * sizeof(double));
}

int main() {
  for (int i = 0; i < 5000; ++i) {
    values[i] = std::sin(i);
  }
#pragma splice try(4)
  {
    work({0, 5000});
    work({100, 4000}, thrice);
    mode how = thrice;
    for (int i = 0; i < 3; i++) {
      work({1000 * i, 1000 * i + 1000}, how);
      how = how == twice ? thrice : twice;
    }
    std::printf("so far %.17g\n", sums[77]);
    if (sums[78] > 2) {
      until_small(1234);
    } else {
      until_small(3);
    }
#pragma splice step Writes(whole(calls), range(sums + 50, sums + 60))
    for (int i = 50; i < 60; ++i) {
      sums[i] += static_cast<double>(++calls);
    }
    work({0, 3000}, thrice);
  }
  std::printf("calls %ld\n", calls);
  for (int i = 0; i < 5000; i += 11) {
    std::printf("%a %a\n", values[i], sums[i]);
  }
}
