// SPDX-License-Identifier: Apache-2.0

// Code that looks at memory, in whatever way.
#include <type_traits>

#include <nuthatch/effects.hpp>

static double data[100];
static int often;

struct late {
  int a;
  double b = data[3];
};

struct base {
  double a;

  constexpr base(int i) : a(i < 0 ? 0 : data[i]) {}
};

struct derived : base {
  constexpr derived(int i) : base(i) {}
};

struct pair {
  double x, y;
};

struct refers {
  const double& r;
};

static const refers table{data[3]};

constexpr int inner(int i) {
  return i < 0 ? 0 : static_cast<int>(data[i]);
}

constexpr int outer(int i) {
  return inner(i);
}

constexpr int when() {
  return std::is_constant_evaluated() ? 1 : static_cast<int>(data[2]);
}

#pragma splice func Everything

void step_by_default(double* o, double v = data[3]) {
#pragma splice step Everything
  o[0] += v;
}

#pragma splice func Everything

void looks(double* o, pair* s, double pair::* m, int n) {
  const nuthatch::effects::array_view<double, 1> view(o, {100});
  looks(o, s, m, view.read(3));  // error: calls 'read'
  looks(o, s, m, view(3));       // error: calls 'operator\(\)'
  looks(o, s, m, late{1}.b);     // error: makes a late, which is more than plain values
  looks(o, s, m, late().b);      // error: calls 'late'
  looks(o, s, m, base(3).a);     // error: calls 'base'
  looks(o, s, m, derived(3).a);  // error: calls 'derived'
  looks(o, s, m, s->*m);         // error: looks at a member through a pointer to it
  looks(o, s, m, table.r);       // error: uses 'r', a member that is no plain value
  looks(o, s, m, outer(3));      // error: calls 'outer'
  looks(o, s, m, when());        // error: calls 'when'
  looks(o, s, m, n ?: often);    // error: uses 'often', a variable outside of the function
  looks(o, s, m, __atomic_load_n(&often, 0));        // error: not understood
  looks(o, s, m, __atomic_fetch_add(&often, 1, 0));  // error: not understood
  looks(o, s, m, (n > 3 ? throw n : n));             // error: not understood
  looks(o, s, m, ({ n + 1; }));                      // error: not understood
  step_by_default(o);  // error: has a default argument that is no constant; write it out
}

struct printer {
  double* to;

  ~printer() { *to += 1; }
};

int main() {
  double* const p = data;
#pragma splice try(4)
  for (int t = 0; t < 6; ++t) {
    printer last{p};  // error: 'last' is a printer, which ends before the calls that follow it run
    step_by_default(p, 1);
  }
}
