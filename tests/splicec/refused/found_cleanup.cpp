// SPDX-License-Identifier: Apache-2.0

// An attribute that macros make.
// clang-format off
#define JOIN(x) clean##x
#define AT_END(f) __attribute__((JOIN(up)(f)))
#define ALSO_AT_END(f) [[gnu::JOIN(up)(f)]]

static long out;
static void note(long* q) { out = out * 10 + *q; }

#pragma splice func Everything
void f(long n) {
  AT_END(note) long z = 5;       // error: 'z', which is volatile or has a cleanup
  ALSO_AT_END(note) long y = 5;  // error: 'y', which is volatile or has a cleanup
  [[maybe_unused]] long clean_up = 3;
#pragma splice step Everything
  out = out * 10 + n + 0 * (z + y);
}

int main() {
#pragma splice try(2)
  f(2);
}
