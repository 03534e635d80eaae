// SPDX-License-Identifier: Apache-2.0

// The operand of decltype is not evaluated, though Clang shows it as a part of the variable: an
// assignment there is none.
#include <array>
#include <cstdio>

static long cells[8];

#define TYPE_OF(expression) __typeof__(expression)
#define ASSIGNED __typeof__(last = 3)
#define GREATER(a, b)                 \
  ({                                  \
    const __typeof__(a) first = (a);  \
    const __typeof__(b) second = (b); \
    first > second ? first : second;  \
  })
#define NEXT(number) (++(number))

#pragma splice func Writes(range(cells, cells + 8))

static void add(long v) {
  long last = v;
#pragma splice step Writes(range(cells, cells + 8))
  {
    last = v + 1;
    cells[0] = cells[0] * 3 % 1009 + last;
    cells[1] += GREATER(last, cells[2]);
  }
#pragma splice step Writes(range(cells, cells + 8))
  {
    decltype(last = 3) one = cells[1];                // error: the type of an assignment or incr
    __typeof__((last = 3)) two = one;                 // error: the type of an assignment or incr
    TYPE_OF(last += 3) three = two;                   // error: the type of an assignment or incr
    ASSIGNED four = three;                            // error: the type of an assignment or incr
    std::array<__typeof__(++last), 1> five = {four};  // error: the type of an assignment or incr
    decltype(NEXT(last)) six = five[0];               // error: the type of an assignment or incr
    decltype(GREATER(last, 3L)) seven = six;
    decltype(last) eight = seven;
    cells[2] = cells[2] * 3 % 1009 + eight;
  }
}

int main() {
#pragma splice try(2)
  for (int t = 0; t < 5; ++t) {
    __typeof__((t = 3, 4)) other = t;  // error: the type of an assignment or incr
    add(other);
  }
  std::printf("%ld %ld %ld\n", cells[0], cells[1], cells[2]);
}
