// SPDX-License-Identifier: Apache-2.0

// Steps change the object, whose address its constructor has kept.

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 64))
  p[0] += v;
}

struct counter;
counter* last;

struct counter {
  explicit counter(long start) : value(start) { note(); }

  void note() { last = this; }

  long value;
};

#pragma splice func Writes(range(c, c + 1))

void bump(counter* c) {
#pragma splice step Writes(range(c, c + 1))
  c->value += 1;
}

int main() {
  counter one(1);
  counter* const same = last;
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    bump(same);
    add(a, one.value);  // error: this uses 'one', whose address is known elsewhere
  }
}
