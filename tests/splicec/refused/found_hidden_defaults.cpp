// SPDX-License-Identifier: Apache-2.0
// Constructors of members whose type a template has as a parameter, values of members of unions
// without a name, and the expression in front of a static member.
#include <algorithm>
#include <cstdio>

static long arr[8];

struct reader {
  long n;

  reader() : n(arr[3]) {}

  reader(int k) : n(arr[k]) {}
};

template <class T>
struct with_member {
  T v;
};

template <class T>
struct with_value {
  T v = 3;
};

template <class T>
struct with_list {
  T v{};
};

template <class T>
struct with_array {
  T v[2];
};

template <class T>
struct with_constructor {
  T v;

  constexpr with_constructor() {}
};

template <class T>
struct with_base : T {
  long w;
};

template <class T>
struct with_number {
  T v = 3;
};

struct with_union {
  union {
    long a = arr[3];
    double d;
  };
};

struct with_struct {
  struct {
    long b = arr[2];
  };
};

struct has_static {
  static constexpr long c = 7;
};

static has_static& bump() {
  static has_static one;
  ++arr[2];
  return one;
}
enum class color { red, green };

static bool operator<(color a, color b) {
  return arr[static_cast<int>(a)] < arr[static_cast<int>(b)];
}

static int next() {
  return static_cast<int>(++arr[1]);
}

#pragma splice func Writes(range(p, p + 8))

static void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 8))
  for (long i = 0; i < 8; ++i) {
    p[i] = p[i] * 3 + i + n;
  }
}

#pragma splice func Writes(range(p, p + 8))

static void control(long* p) {
  f(p, with_member<reader>().v.n);       // error: calls 'with_member'
  f(p, with_value<reader>().v.n);        // error: calls 'with_value'
  f(p, with_list<reader>().v.n);         // error: calls 'with_list'
  f(p, with_array<reader>().v[1].n);     // error: calls 'with_array'
  f(p, with_constructor<reader>().v.n);  // error: calls 'with_constructor'
  f(p, with_base<reader>().w);           // error: calls 'with_base'
  f(p, with_number<long>().v);
  f(p, with_union{}.a);                                         // error: makes a with_union
  f(p, with_struct{}.b);                                        // error: makes a with_struct
  f(p, bump().c);                                               // error: calls 'bump'
  f(p, static_cast<long>(std::max(color::red, color::green)));  // error: calls 'max'
  f(p, static_cast<long>(std::clamp(color::red, color::red, color::green)));  // error: 'clamp'
}

#pragma splice func Writes(range(p, p + 8))

static void lengths(long* p) {
  using A = char[next()];      // error: has 'A', arrays of a size that is not constant
  typedef char B[next()];      // error: has 'B', arrays of a size that is not constant
  char(*q)[next()] = nullptr;  // error: has 'q', an array of a size that is not constant
  f(p, 1);
}

constexpr long total(long* p) {
#pragma splice try(2)  // error: 'total' is constexpr, and calls cannot be spliced
  f(p, 1);
  return 3;
}

int main() {
#pragma splice try(4)
  for (int t = 1; t < 4; ++t) {
    control(arr);
    lengths(arr);
  }
  const int rows = next();
  double grid[rows][rows];
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(arr, static_cast<long>(grid[0][0]));  // error: 'grid' has arrays of a size that is not
  }
  std::printf("%ld %ld\n", arr[7], total(arr));
}
