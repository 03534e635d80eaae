// SPDX-License-Identifier: Apache-2.0

// Structured bindings in steps, which are no variables of a template.

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>

struct two {
  long first;
  long second;
};

static long m[8];

#pragma splice func Everything

void f(long* p, long t) {
#pragma splice step Everything
  {
    two parts{t, t + 1};
    auto [u, v] = parts;
    auto& [x, y] = parts;
    x += u;
    std::array<long, 2> pair{p[0], v};
    auto [a, b] = pair;
    std::map<long, long> known;
    auto [it, added] = known.insert({u, a});
    for (auto& [key, value] : known) {
      value += key + y;
    }
    auto [low, high] = std::minmax({u, v, b});
    p[0] = (p[0] * 3 + parts.first + it->second + static_cast<long>(added) + low + high) % 10007;
  }
}

int main() {
#pragma splice try(4)
  for (long t = 0; t < 20; ++t) {
    f(m + t % 4, t);
  }
  std::printf("the four sums: %ld %ld %ld %ld\n", m[0], m[1], m[2], m[3]);
}
