// SPDX-License-Identifier: Apache-2.0

// An instance of the template would call POSIX's dup(int).

static long dup(long x) {
  return 2 * x;
}

template <class T>
long twice(T x) {
  return dup(x);  // error: behind nuthatch/splice\.hpp.*means something else
}

long a[64];

#pragma splice func Writes(range(p, p + 64))

void add(long* p, int n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += twice(n + 100);
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
