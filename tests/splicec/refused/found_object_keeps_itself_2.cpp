// SPDX-License-Identifier: Apache-2.0

// Steps change the object, whose address is an initial value of a member.

double a[64];

#pragma splice func Writes(range(p, p + 64))

void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 64))
  p[0] += v;
}

struct counter {
  long value;
  counter* self = this;
};

#pragma splice func Writes(range(c, c + 1))

void bump(counter* c) {
#pragma splice step Writes(range(c, c + 1))
  c->value += 1;
}

int main() {
  counter one{1};
  counter* const same = one.self;
#pragma splice try(4)
  for (int t = 0; t < 4; ++t) {
    bump(same);
    add(a, one.value);  // error: this uses 'one', whose address is known elsewhere
  }
}
