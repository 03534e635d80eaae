// SPDX-License-Identifier: Apache-2.0

// Functions of types that are there twice have two addresses and two names.
#include <cstdio>
#include <cstdlib>

template <class T>
void tag() {}

template <class T>
const char* name() {
  return __PRETTY_FUNCTION__;
}

const char* got;
void (*last)();
long (*last_lambda)(long);
long changes;
long a[8];

void log(const char* from = __builtin_FUNCTION()) {
  got = from;
}

int descending(const void* one, const void* other) {
  return *static_cast<const long*>(other) < *static_cast<const long*>(one) ? -1 : 1;
}

#pragma splice func Everything

void f(long n) {
  struct own {};

#pragma splice step Everything
  {
    changes += last != &tag<own>;  // error: this keeps the address of a function
    last = tag<own>;               // error: this keeps the address of a function
    long (*now)(long) = [](long x) {
      return x;
    };
    changes += last_lambda != now;  // error: this keeps the address of a function
    last_lambda = now;              // error: this keeps the address of a function
    got = name<own>();              // error: 'name' may have variables for each type
  }
#pragma splice step Everything
  log();  // error: a default argument would be another place in a step
#pragma splice step Everything
  {
    std::qsort(a, 8, sizeof(long), descending);
    std::qsort(a, 8, sizeof(long), [](const void* one, const void* other) {
      return *static_cast<const long*>(one) < *static_cast<const long*>(other) ? -1 : 1;
    });
    a[n & 7] += 1;
  }
}

#pragma splice func Everything

void g(long n) noexcept {  // error: 'g' is noexcept, and a step that throws would not end the
  a[0] += n;
}

int main() {
  f(0);
#pragma splice try(4)
  for (int t = 0; t < 3; ++t) {
    f(t);
  }
  std::printf("%ld %s\n", changes, got);
}
