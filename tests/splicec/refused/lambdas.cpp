// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <functional>

static double values[100];
static std::function<int()> kept;
static std::array<double*, 2> rows;

struct holder {
  std::array<double*, 2>& rows;
};

#pragma splice func Writes(range(to, to + n))

void fill(double* to, long n) {
#pragma splice step over(i) slice(16) Writes(range(to + i.first, to + i.last))
  for (long i = 0; i < n; ++i) {
    to[i] += 1;
  }
}

#pragma splice func Everything

void lambdas(double* a, double* b, long n) {
  double* data[2] = {a, b};
  long k = 0;
  int m = 0;
  auto pick = [&](long t) {
    return data[t % 2];
  };
  auto copies = [=] {
    return data[1];
  };
  auto any = [&](auto t) {  // error: generic lambda, which is not understood outside of steps
    return data[t % 2];
  };
  auto says = [&](long t) -> long& {  // error: lambda that is not understood
    return k;
  };
  auto handed = [&] {  // error: lambda that is not understood
    return k;
  };
  auto named = [&other = k] {  // error: lambda that is not understood
    return other;
  };
  auto changes = [&](int t) {
    m = t;  // error: changes 'm' in a lambda
    return t;
  };
  auto global = [&](int t) {
    return values[t];  // error: looks into 'values', a variable
  };
  auto refers = [&](const int& t) {  // error: has a reference, 't'
    return t + n;
  };
  auto where = [&] {
    return &k;  // error: takes the address of 'k', which may have ended
  };
  fill(rows[n % 2], n);  // error: looks into 'rows', a variable outside of the function
  fill(pick(changes(m)), global(0));
  kept = std::function<int()>(handed);  // error: 'handed' is a lambda // error: its own copy of
  any(1), says(1), named(), where();  // error: 'any' is // error: 'says' // error: 'nam // error: '
#pragma splice step over(i) slice(9) Writes(range(pick(0), b))  // error: does not call lambdas, as
  for (long i = 0; i < n; ++i) {
    a[i] += 1;
  }
#pragma splice step Writes(range(a, a + n))
  pick(0)[0] = copies()[1];  // error: 'pick' is a lambda // error: 'copies' is a lambda
}

#pragma splice func Writes(range(a, a + n))

void loses(double* a, long n) {
  long x = 3;  // error: a step changes its own copy of 'x', and a lambda refers to 'x'
  const auto now = [&] {
    return x;
  };
#pragma splice step Writes(range(a, a + n))
  {
    x = static_cast<long>(a[0]);
    a[1] = static_cast<double>(x);
  }
  fill(a, now());
}

int main() {
  std::array<double*, 2> data{values, values + 50};
  std::array<double*, 2> lent{values, values + 50};
  std::array<double*, 2> bound{values, values + 50};
  std::array<double*, 2> held{values, values + 50};
  std::array<double*, 2>& same = data;
  auto& [left, right] = bound;
  const holder holds{held};
  double** const start = lent.data();
  int t = 0, u = 0;
  auto pick = [&](int k) {
    return data[(t + k) % 2];  // error: uses 't', whose address
  };
  auto late = [&](int k) {
    return data[(u + k) % 2];  // error: uses 'u', whose address
  };
  kept = [&] {
    return t;
  };
#pragma splice try(4)
  for (int i = 0; i < 4; ++i) {
    fill(pick(i), 50);
    fill(same[i % 2], 50);   // error: uses 'same', a reference
    fill(lent[i % 2], 50);   // error: looks into 'lent', whose address is known elsewhere
    fill(bound[i % 2], 50);  // error: looks into 'bound', whose address is known elsewhere
    fill(held[i % 2], 50);   // error: looks into 'held', whose address is known elsewhere
    t = i;
  }
#pragma splice try(4)
  for (int i = 0; i < 4; ++i) {
    u = i;
    fill(late(0), 50);
#pragma splice step Everything
    *start = late(1);
  }
}
