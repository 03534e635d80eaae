// SPDX-License-Identifier: Apache-2.0

// Behind the headers of the translation, POSIX's dup(int) is the better match.

static long dup(long x) {
  return 2 * x;
}

long a[64];

#pragma splice func Writes(range(p, p + 64))

void add(long* p, int n) {
#pragma splice step Writes(range(p, p + 64))
  p[n] += dup(n + 100);  // error: behind nuthatch/splice\.hpp.*'dup' means something else
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    add(a, t);
  }
}
