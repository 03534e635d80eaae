// SPDX-License-Identifier: Apache-2.0

// Labels inside of blocks and loops, which leave out what assigns before them.
// clang-format off
static double data[64];

#pragma splice func Writes(range(p, p + 8))
void add(double* p, long v) {
#pragma splice step Writes(range(p, p + 8))
  for (long i = 0; i < 8; ++i) { p[i] += static_cast<double>(v); }
}

#pragma splice func Writes(range(p, p + 8))
void in_loop(double* p, int k) {
  long x = 1;
#pragma splice step Writes(range(p, p + 8))
  { x = 7; p[0] += static_cast<double>(x); }
  switch (k) {
    case 0:
      for (x = 0; x < 3; ++x) {  // error: this uses 'x' after // error: this uses 'x' after
        case 1: add(p, x);  // error: this uses 'x' after a step has changed it
      }
  }
}

#pragma splice func Writes(range(p, p + 8))
void in_block(double* p, int k) {
  long x = 1;
#pragma splice step Writes(range(p, p + 8))
  { x = 7; p[0] += static_cast<double>(x); }
  switch (k) {
    case 0: {
      x = 3;
      {
        case 1: add(p, x);  // error: this uses 'x' after a step has changed it
      }
    }
  }
}

#pragma splice func Writes(range(p, p + 8))
void in_branch(double* p, int k) {
  long x = 1;
#pragma splice step Writes(range(p, p + 8))
  { x = 7; p[0] += static_cast<double>(x); }
  switch (k) {
    default:
      if ((x = 3) > k)
        case 1: add(p, x);  // error: this uses 'x' after a step has changed it
  }
}

#pragma splice func Writes(range(p, p + 8))
void without_condition(double* p) {
  long x = 1;
#pragma splice step Writes(range(p, p + 8))
  { x = 7; p[0] += static_cast<double>(x); }
  if consteval { x = 3; } else { add(p, 4); }
  add(p, x);  // error: this uses 'x' after a step has changed it
}

#pragma splice func Writes(range(p, p + n))
void carries(double* p, long n, long x) {
#pragma splice step over(i) slice(8) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    switch (i % 4) {
      case 0:
        for (x = 0; x < 2; ++x) {  // error: 'x' is carried from one // error: 'x' is carried from
          case 1: p[i] += static_cast<double>(x);
        }
    }
  }
}

#pragma splice func Writes(range(p, p + n))
void carries_constant(double* p, long n, long x) {
#pragma splice step over(i) slice(8) Writes(range(p + i.first, p + i.last))
  for (long i = 0; i < n; ++i) {
    if consteval { x = i; } // error: 'x' is carried from one iteration
    p[i] += static_cast<double>(x);
  }
}

int main() {
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    in_loop(data, t); in_block(data, t); in_branch(data, t); without_condition(data);
    carries(data, 64, t); carries_constant(data, 64, t);
  }
}
