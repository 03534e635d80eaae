// SPDX-License-Identifier: Apache-2.0

// Lists that name members, and values without a name, that are more than numbers.

static double a[100];
static int count;

int next() {
  return ++count;
}

struct two {
  int array[2];
};

struct part {
  const int* list = nullptr;
  int low = 1;
};

struct counted {
  int low;
  int high = next();
};

struct functor {
  constexpr int operator()(int x = next(), const char* text = "text") const { return x + text[0]; }
};

#pragma splice func Everything
void f(part p, int n);

void f(part p, int n) {
#pragma splice step Everything
  a[p.low] += n;
}

#pragma splice func Everything

void g(counted p) {
#pragma splice step Everything
  a[p.low] += p.high;
}

#pragma splice func Everything

void h(const int* list, const char* text = "text") {
#pragma splice step Everything
  a[list[0]] += text[0];
}

int main() {
  constexpr functor object;
#pragma splice try(2)
  for (int i = 0; i < 3; ++i) {
    f({.list = two{{i, 2}}.array, .low = 3}, i);  // error: temporary
    f({.low = count}, i);                         // error: a variable outside of the function
    f({.low = next()}, i);                        // error: calls 'next'
    f({.low = 2}, object());                      // error: calls 'operator\(\)'
    g({.low = i});                                // error: makes a counted, which is more
    g((counted){i, next()});                      // error: makes a counted, which is more
    h((int[2]){i, 2});                            // error: has an array without a name
  }
}
