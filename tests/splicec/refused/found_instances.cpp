// SPDX-License-Identifier: Apache-2.0
// Instances of templates: specializations have members of their own, and Clang shows no conversions
// in code that depends on the instance.
#include <algorithm>
#include <cstdio>
#include <initializer_list>

static long arr[8];

struct box {
  long* p;

  operator long() const { return *p; }
};

struct count {
  long v;

  operator long() { return v++; }

  long operator-() const { return arr[2]; }
};

struct Q {
  long v;
};

template <class T>
struct S {
  long v;
};

template <>
struct S<int> {
  long v;

  S(int k) : v(arr[k]) {}
};

template <>
struct S<float> {
  long v;

  operator long() const { return arr[v]; }
};

template <>
struct S<char> {
  long v = arr[3];
};

template <>
struct S<double> {
  long v;

  operator long() { return v++; }
};

struct H {
  S<int> s;
};

template <class T>
struct with_member {
  long v;

  constexpr with_member() : v(1) {}
};

template <>
constexpr with_member<int>::with_member() : v(std::is_constant_evaluated() ? 1 : arr[3]) {}

struct HM {
  with_member<int> m;
};

template <class T>
struct with_value {
  T v = box{arr};
};

template <class T>
struct with_operator {
  T a;
  long b = -a;
};

template <class T>
struct with_choice {
  union {
    T a = box{arr};
    double d;
  };
};

struct derived : with_value<long> {};

template <class T>
struct with_constructor {
  T v;

  constexpr with_constructor() : v{box{arr}} {}
};

struct HC {
  with_constructor<long> m;
};

template <class T>
struct converts {
  T t;

  constexpr operator long() const { return t; }
};

template <class T>
struct changes {
  T t;

  operator long() { return t; }
};

struct defaulted {
  long v;

  constexpr defaulted(long a = arr[3]) : v(a) {}
};

struct HD {
  defaulted d;
};

struct second {
  long v;

  constexpr second(int k, long a = arr[3]) : v(a + k) {}
};

struct HS {
  second d;
};

struct of_list {
  long v;

  of_list(std::initializer_list<long>) : v(arr[3]) {}
};

struct HL {
  of_list i;
  int last;
};

static bool by_arr(long a, long b) {
  return arr[a] < arr[b];
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
  converts<box> c;
  c.t.p = p;
  f(p, H{3}.s.v);                  // error: has a list in which a constructor
  f(p, long{S<float>{3}});         // error: has a list in which a constructor
  f(p, S<char>{}.v);               // error: makes a S<char>
  f(p, HM{}.m.v);                  // error: makes a HM
  f(p, with_value<long>{}.v);      // error: makes a with_value<long>
  f(p, derived{}.v);               // error: makes a derived
  f(p, with_operator<count>{}.b);  // error: makes a with_operator<count>
  f(p, with_choice<long>{}.a);     // error: makes a with_choice<long>
  f(p, HC{}.m.v);                  // error: makes a HC
  f(p, Q{c}.v);                    // error: has a list in which a constructor
  f(p, HD{}.d.v);                  // error: makes a HD
  f(p, HS{3}.d.v);                 // error: has a list in which a constructor
  f(p, HL{{}, 2}.i.v);             // error: makes a HL
  f(p, std::max(1L, 2L, by_arr));  // error: calls 'max'
}

#pragma splice func Writes(range(p, p + 8))

static void steps(long* p, long n) {
  S<double> s{n};
  changes<count> t{{n}};
#pragma splice step Writes(range(p, p + 8))
  {
    Q q{s};        // error: a step has its own copy of 's'
    const Q r{t};  // error: a step has its own copy of 't'
    p[2] += q.v + r.v;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 1; t < 4; ++t) {
    control(arr);
    steps(arr, t);
  }
  std::printf("%ld\n", arr[7]);
}
