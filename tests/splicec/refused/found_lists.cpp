// SPDX-License-Identifier: Apache-2.0
// Clang shows lists as they are written: constructors and conversion functions are out of sight.
#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

static long arr[8];
static long* keep;

struct box {
  long* p;

  operator long() const { return *p; }
};

struct reader {
  long n;

  reader(int k) : n(arr[k]) {}
};

struct count {
  long v;

  operator long() { return v++; }
};

struct self {
  long v;

  operator long() {
    keep = &v;
    return v;
  }
};

struct any {
  long v;

  template <class U>
  any(U) {
    static long n;
    v = ++n;
  }
};

struct Q {
  long v;
};

struct R {
  reader r;
};

struct both {
  Q q;
  long last;
};

struct with_base : Q {
  reader r;
};

struct hold {
  any a;
};

struct later {
  Q v = {box{arr}};
};

struct later_number {
  long v{box{arr}};
};

#pragma splice func Writes(range(p, p + 8))

static void f(long* p, long n) {
#pragma splice step Writes(range(p, p + 8))
  for (long i = 0; i < 8; ++i) {
    p[i] = p[i] * 3 + i + n;
  }
}

constexpr long first_of(const long* at) {
  return Q{box{const_cast<long*>(at)}}.v;
}

#pragma splice func Writes(range(p, p + 8))

static void control(long* p, int t) {
  box b{p};
  f(p, Q{box{p}}.v);                  // error: has a list in which a constructor or a conversion
  f(p, R{3}.r.n);                     // error: has a list in which a constructor or a conversion
  f(p, R{.r = 3}.r.n);                // error: has a list in which a constructor or a conversion
  f(p, both{{box{p}}, 1}.last);       // error: has a list in which a constructor or a conversion
  f(p, both{{.v = box{p}}, 1}.last);  // error: has a list in which a constructor or a conversion
  f(p, with_base{{1}, 2}.v);          // error: has a list in which a constructor or a conversion
  f(p, (Q){box{p}}.v);                // error: has a list in which a constructor or a conversion
  f(p, std::array<long, 2>{box{p}, 2}[1]);  // error: has a list in which a constructor
  f(p, long{box{p}});             // error: has a list in which a constructor or a conversion
  f(p, t > 1 ? Q{box{p}}.v : 3);  // error: has a list in which a constructor or a conversion
  f(p, {box{p}});                 // error: has a list in which a constructor or a conversion
  f(p, later{}.v.v);              // error: makes a later, which is more than plain values
  f(p, later_number{}.v);         // error: makes a later_number, which is more than plain values
  f(p, first_of(p));              // error: calls 'first_of'
}

#pragma splice func Writes(range(p, p + 8))

static void steps(long* p, long n) {
  count c{n};
  self s{n};
#pragma splice step Writes(range(p, p + 8))
  {
    Q q{c};                          // error: a step has its own copy of 'c'
    long z[2] = {c, 1};              // error: a step has its own copy of 'c'
    std::vector<long> w{c, c};       // error: own copy of 'c' // error: own copy of 'c'
    const both two{{s}, 2};          // error: a step has its own copy of 's'
    const Q* const made = new Q{c};  // error: a step has its own copy of 'c'
    p[2] += q.v + z[0] + w[1] + two.last + made->v;
    delete made;
  }
}

#pragma splice func Writes(range(p, p + 8))

static void types(long* p) {
  struct L {
    long q;
  };

#pragma splice step Writes(range(p, p + 8))
  {
    hold h{L{3}};  // error: this list may call a constructor that has variables for each type
    p[2] += h.a.v;
  }
}

int main() {
#pragma splice try(4)
  for (int t = 1; t < 4; ++t) {
    control(arr, t);
    steps(arr, t);
    types(arr);
  }
  std::printf("%ld\n", arr[7]);
}
