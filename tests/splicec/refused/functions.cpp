// SPDX-License-Identifier: Apache-2.0
#include <cstddef>

static double data[10];

#pragma splice func Writes(range(x, x + n))

int returns(double* x, int n) {  // error: 'returns' returns a value; a function that is spliced
  return n + static_cast<int>(x[0]);
}

#pragma splice func Everything

void refers(double& x, const int& n) {  // error: 'x' is a reference // error: 'n' is a reference
  x += n;  // error: 'x' is a reference; a step uses // error: 'n' is a reference; a step uses
}

#pragma splice func Everything

template <class T>
void any(T* x) {                // error: a template is not translated
#pragma splice step Everything  // error: a step is a statement in a function with #pragma splice
  x[0] = 1;
}

struct holder {
#pragma splice func Everything

  void member() {}  // error: a member of a class is not translated
};

#pragma splice func Everything

void variadic(int n, ...) {}  // error: 'variadic' takes any number of arguments

#pragma splice func Everything
void elsewhere(int n);  // error: 'elsewhere' is not defined in this file

#pragma splice func Everything
void said(int n);

#pragma splice func Everything  // error: 'said' has a #pragma splice func already

void said(int n) {
  data[n] = 3;
}

#pragma splice func Everything

void unnamed(int) {}  // error: a parameter of a function that is spliced needs a name

#pragma splice func Everything

void tries(int n) {
#pragma splice try(3)  // error: try stands in a function that is not spliced itself
  for (int i = 0; i < 3; ++i) {
    said(n);
  }
}

#pragma splice func Everything

void guarded(int n) try {  // error: the body of a function that is spliced is a block
  said(n);
} catch (...) {
}

void plain(int n) {
#pragma splice step Everything  // error: a step is a statement in a function with #pragma splice
  data[n] = 2;
#pragma splice try(3)  // error: what follows #pragma splice try\(n\) has to be a call of a
  data[n] = 3;
#pragma splice try(3)
  for (int i = 0; i < 3; ++i) {
#pragma splice try(3)  // error: this is within another #pragma splice try
    said(n);
    auto local = [] {
#pragma splice step Everything  // error: a step is a statement in a function
      return 3;
    };
  }
}

#pragma splice func Everything  // error: no function follows this #pragma splice func
static int number = 3;

template <class T>
void generic(T n) {
#pragma splice try(3)  // error: this stands in no function that is translated; templates are not
  for (int i = 0; i < n; ++i) {
    said(i);
  }
}

#pragma splice try(3)  // error: this stands in no function that is translated
