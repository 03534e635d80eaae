// SPDX-License-Identifier: Apache-2.0
// Initial values of bit-fields, which Clang does not show.
#include <cstdio>

#define FIELD(name, value) int name : 6 = value
#define WITH_VALUE(value) 6 = value

static long cells[64];
static int count = 3;

static constexpr int next(int k) {
  return k > 200 ? 0 : k + count;
}

struct member;
static member* kept;

static int keep(member* one) {
  kept = one;
  return 3;
}

struct member {
  int x = 5;
  int b : 4 = keep(this);  // error: 'b' is a bit-field with an initial value that is no literal
  unsigned literal : 3 = 5, negative : 4 {7};
  bool flag : 1 = true;
  unsigned plain : 2;
  int sum : 5 = 1 + next(1);       // error: 'sum' is a bit-field
  FIELD(all_in_macro, next(2));    // error: 'all_in_macro' is a bit-field
  int half : WITH_VALUE(next(3));  // error: 'half' is a bit-field
};

#pragma splice func Writes(range(cells, cells + 64))

static void f(int n) {
#pragma splice step Writes(range(cells, cells + 64))
  {
    struct local {
      int v : 5 {next(3)};  // error: 'v' is a bit-field
    };

    cells[0] += local{}.v;
  }
  if (n > 0) {
    f(n - 1);
  }
}

template <class T>
struct instance {
  T v : 5 = next(4);  // error: 'v' is a bit-field
};

int main() {
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    f(t);
  }
  member m;
  instance<int> i;
  std::printf("%ld %d %d\n", cells[0], m.b, i.v);
}
