// SPDX-License-Identifier: Apache-2.0
// Words that decide what code means, in other spellings or in macros.
#include <cstdio>

#define BY_REFERENCE &
#define NOTHING
#define LOST k
#define BOUND to()
#define OWN_NAME __PRETTY_FUNCTION__

struct holder {
  int (*f)();
};

static int (*saved)();

static void keep(holder one, double& r) {
  r += saved == one.f ? 1 : 0;
  saved = one.f;
}

template <class T>
void show(double* a) {
  a[0] += sizeof(OWN_NAME);
}

#pragma splice func Writes(range(a, a + n))

static void add(double* a, long n, double by) {
#pragma splice step over(i) slice(4) Writes(range(a + i.first, a + i.last))
  for (long i = 0; i < n; ++i) {
    a[i] = a[i] * 1.5 + by;
  }
}

#pragma splice func Writes(range(a, a + 6))

static void steps(double* a, long n) {
  long k = 1;
#pragma splice step Writes(range(a, a + 1))
  {
    k = 3;
    a[0] += static_cast<double>(k);
  }
#pragma splice step Writes(range(a + LOST, a + LOST + 1))
  {  // error: this uses 'k' after a step has changed it
    k = 3;
    a[k] = a[k] * 1.5 + 1;
  }
#pragma splice step Writes(range(a, a + n))
  {
    struct local {};

    show<local>(a);  // error: 'show' may have variables for each type
  }
#pragma splice step Writes(range(a, a + n))
  {
    keep({<::> {  // error: this keeps the address of a function
           return 1;
         }},
         a[0]);
    keep({[NOTHING] {  // error: this keeps the address of a function
           return 2;
         }},
         a[1]);
  }
}

#pragma splice func Writes(range(a, a + n))

static void calls_lambda(double* a, long n) {
  const auto to = [=] {
    return n;
  };
#pragma splice step over(i) slice(4) Writes(range(a, a + BOUND))  // error: does not call lambdas
  for (long i = 0; i < n; ++i) {
    a[i] += 1;
  }
}

static void captures(double* x) {
  double first = 2;
  double second = 3;
  const auto one = [bitand](double q) {
    return first + q;
  };
  const auto other = [BY_REFERENCE](double q) {
    return second + q;
  };
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    add(x, 4, t);
    first = first + 1;
    second = second + 1;
#pragma splice step Writes(range(x, x + 1))
    x[0] += one(2) + other(2);
    add(x, 4, first);   // error: uses 'first', whose address is known elsewhere
    add(x, 4, second);  // error: uses 'second', whose address is known elsewhere
  }
}

int main() {
  double x[8] = {};
  captures(x);
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    steps(x, 6);
    calls_lambda(x, 6);
  }
  std::printf("%g\n", x[0]);
}
