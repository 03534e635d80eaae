// SPDX-License-Identifier: Apache-2.0

// Values that are lost on the way from a jump or a loop's end to where they are used.
// clang-format off
#include <cstdio>

static int data[8];

#pragma splice func Everything
void use(int* p, int x) {
#pragma splice step Everything
  { p[0] = p[0] * 3 % 1009 + x; }
}

#pragma splice func Everything
void increment(int* p, int n) {
  int x = 4;
#pragma splice step Everything
  { x = 7; p[1] += x; }
  for (int i = 0; i < n; x = 1, ++i) { use(p, x); }  // error: this uses 'x' after a step
}

#pragma splice func Everything
void condition_of_do(int* p, int n) {
  int x = 0;
  int rounds = 0;
  do {
    x = 1;
    ++rounds;
    if (n == 3) {
#pragma splice step Everything
      { x = 2; p[0] += x; }
      continue;
    }
    x = 3;
  } while (x < 2 && rounds < 4);  // error: this uses 'x' after a step
}

#pragma splice func Everything
void continue_in_switch(int* p, int n) {
  int x = 0;
  for (int i = 0; i < n; ++i) {
    use(p, x);  // error: this uses 'x' after a step
    x = 1;
    switch (i) {
      case 1:
#pragma splice step Everything
        { x = 5; p[0] += x; }
        continue;
      default: break;
    }
    x = 3;
  }
}

#pragma splice func Everything
void break_of_inner_loop(int* p, int n) {
  int x = 0;
  while (n-- > 0) {
    for (;;) {
#pragma splice step Everything
      { x = 5; p[0] += x; }
      if (n > 2) { break; }
      x = 3;
    }
    use(p, x);  // error: this uses 'x' after a step
    x = 2;
  }
}

#pragma splice func Everything
void falls_through(int* p, int n) {
  int x = 1;
  switch (n) {
    case 0:
#pragma splice step Everything
      { x = 5; p[0] += x; }
      [[fallthrough]];
    case 1:
      use(p, x);  // error: this uses 'x' after a step
      break;
    default:
      switch (n) { default: x = 2; }
  }
}

static int fails(int x) {
  if (x > 0) { throw x; }
  return x;
}

void from_middle_of_try(int* p) {
  int x = 1;
  try {
#pragma splice try(4)
    {
      use(p, 1);
#pragma splice step Everything
      { x = 5; p[0] += x; }
    }
    fails(p[0]);
    x = 2;
  } catch (int) {
    std::printf("%d\n", x);  // error: this uses 'x' after a step
  }
}

void in_lambda(int* p) {
  const auto run = [p] {
    int x = 1;
#pragma splice try(4)
    {
      use(p, 1);
#pragma splice step Everything
      { x = 5; p[0] += x; }
    }
    std::printf("%d\n", x);  // error: this uses 'x' after a step
  };
  run();
}

void before_range(int* p) {
  int x = 1;
#pragma splice try(4)
  {
    use(p, 1);
#pragma splice step Everything
    { x = 5; p[0] += x; }
  }
  for (const int y = x; const int z : data) {  // error: this uses 'x' after a step
    std::printf("%d\n", y + z);
  }
}

void once(int* p) {
  int x = 1;
#pragma splice try(4)
  {
    use(p, 1);
#pragma splice step Everything
    { x = 5; p[0] += x; }
  }
  static int last = (x = 3);
  std::printf("%d %d\n", x, last);  // error: this uses 'x' after a step
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 5; ++t) {
    increment(data, t); condition_of_do(data, t); continue_in_switch(data, t);
    break_of_inner_loop(data, t); falls_through(data, t);
  }
  from_middle_of_try(data);
  in_lambda(data);
  before_range(data);
  once(data);
}
