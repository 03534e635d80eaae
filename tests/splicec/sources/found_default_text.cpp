// SPDX-License-Identifier: Apache-2.0

// Default arguments that are string literals, members that lists name, and values of classes of the
// standard library, some of whose headers begin in extern "C++".
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

static double a[200];

struct part {
  int low = 1;
  int high;
  double factor = 0.5;
};

#pragma splice func Writes(range(a + of.low, a + of.high))
static void add(part of, const char* text = "abcd", const char* other = nullptr);

static void add(part of, const char* text, const char* other) {
  if (of.high - of.low > 40) {
    add({.low = of.low, .high = of.low + 20}, text);
    add(part{.low = of.low + 20, .high = of.high, .factor = 2 * of.factor}, "xyz!", text);
    add({.high = 12});
  }
#pragma splice step Writes(range(a + of.low, a + of.high))
  for (int i = of.low; i < of.high; ++i) {
    a[i] += of.factor * text[i % 4] + (other != nullptr ? other[i % 3] : 0);
  }
}

int main() {
  const std::pair<int, int> all[3] = {{1, 90}, {20, 150}, {3, 60}};
  const std::pair<int, int>* const list = all;
  const std::array<int, 2> two = {5, 9};
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    add({.low = two[t % 2], .high = 100 + t});
    const part own = {.low = t, .high = 30};
    add(own, "text");
  }
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    const auto one = list[t];
    add({one.first, one.second});
  }
  for (int i = 0; i < 200; i += 7) {
    std::printf("%a\n", a[i]);
  }
}
