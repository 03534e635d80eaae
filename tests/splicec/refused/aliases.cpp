// SPDX-License-Identifier: Apache-2.0

// Who gets a reference to a local may keep its address, whatever is const.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>

static double data[100];

struct keeper {
  const double* kept;

  keeper(const double& what) : kept(&what) {}
};

struct holder {
  double& held;
};

struct counter {
  mutable int count = 0;

  int next() const { return ++count; }
};

#pragma splice func Everything

void keeps(double* o, int n) {
  double c = 1.5, d = n;
  const double* p = std::addressof(c);  // error: calls 'addressof'
  const double* q = &std::max(c, d);    // error: takes the address of 'c'
  const auto r = std::cref(c);          // error: calls 'cref'
  const keeper k(c);                    // error: calls 'keeper'
  const holder h{c};                    // error: takes the address of 'c'
  const double& e = c;                  // error: has a reference, 'e'
  std::array<int, 2> pair{1, 2};
  const int* first = pair.cbegin();  // error: calls 'cbegin'
  counter calls;                     // error: calls 'counter'
  if (calls.next() > 1) {            // error: calls 'next'
    keeps(o, n - 1);
  }
  (void)p, (void)q, (void)r, (void)k, (void)h, (void)first;
}

#pragma splice func Everything

void changes(double* o, int n) {
  int x = 0, y = 1;
  counter calls;  // error: calls 'counter'
#pragma splice step Everything
  o[0] += ((int&)x = 5);  // error: a step has its own copy of 'x'
#pragma splice step Everything
  (n > 3 ? x : y) = 5;  // error: own copy of 'x' // error: own copy of 'y'
#pragma splice step Everything
  o[0] += calls.next();  // error: own copy of 'calls'
#pragma splice step Everything
  asm("" : "=r"(x) : "r"(y));  // error: own copy of 'x' // error: own copy of 'y'
  _Complex double z = 1;
#pragma splice step Everything
  __imag__ z = 5;  // error: own copy of 'z'
#pragma splice step Everything
  {
    thread_local int often = 0;         // error: 'often' would be two variables
    static const int once = int(o[3]);  // error: 'once' would be two variables
    static const int three = 3;
    o[0] += ++often + once + three;
  }
  if (x == 5) {
    changes(o, n);
  }
}

int main() {
  double s = 1;
  double* const p = data;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    double inside = t;
    const double* q = &inside;  // error: takes the address of 'inside', which may have ended
    keeps(p, t);
    changes(p, q == &s);
  }
}
