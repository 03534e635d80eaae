// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdio>
#include <type_traits>

template <class T, class = void>
struct has_min : std::false_type {};

template <class T>
struct has_min<T, std::void_t<decltype(min(T(), T()))>> : std::true_type {};

#pragma splice func Writes(range(p, p + 1))

void add(int* p, int n) {
#pragma splice step Writes(range(p, p + 1))
  *p += n;
}

int main() {
  int a = 3;
#pragma splice try(4)
  for (int i = 0; i < 5; ++i) {
    add(&a, i);
  }
  std::printf("%d %d\n", a, has_min<std::byte>::value);  // error: 'value' means something else
}
