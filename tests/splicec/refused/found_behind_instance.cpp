// SPDX-License-Identifier: Apache-2.0

// The instance of the template for std::byte would find std::min, which the source's headers do not
// declare. The system's templates instantiate templates of the source as well.

#include <cstddef>
#include <cstdio>

template <class T>
int kind() {
  if constexpr (requires(T a) { min(a, a); }) {  // error: means something else
    return 1;
  } else {
    return 0;
  }
}

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
  std::printf("%d %d\n", a, kind<std::byte>());
}
