// SPDX-License-Identifier: Apache-2.0

// Functions of lambdas and of instances for types of the function, kept by other ways than an
// assignment; and objects of std::function, which tell the type of what they hold.
// clang-format off
#include <cstdlib>
#include <functional>
#include <thread>
#include <typeindex>
#include <vector>

using operation = long (*)(long);
static std::vector<operation> kept;
static std::function<long(long)> last;
static std::type_index of_last(typeid(void));
static long out;

template <class T> long size(long n) { return n * long(sizeof(T)); }
void note(operation f) { kept.push_back(f); }
long apply(operation f, long n) { return f(n); }
long apply_twice(operation f, long n) { return apply(f, apply(f, n)); }
template <class F> long call(F f, long n) { return f(n); }
void elsewhere(operation f);
bool is_new() { return of_last != last.target_type(); }

#pragma splice func Everything
void f(long n) {
  struct own {
    long v;
    static long twice(long x) { return 2 * x; }
  };
#pragma splice step Everything
  {
    note([](long x) { return x; });       // error: 'note' may be what keeps the address of a
    note(+[](long x) { return x; });      // error: 'note' may be what keeps the address of a
    note(size<own>);                      // error: 'note' may be what keeps the address of a
    note(&own::twice);                    // error: 'note' may be what keeps the address of a
    note(own{}.twice);                    // error: 'note' may be what keeps the address of a
    elsewhere(size<own>);                 // error: 'elsewhere' may be what keeps the address of a
    operation now = [](long x) { return x; };
    auto other = +[](long x) { return x; };
    out += now(2) + (*other)(3);
    kept.push_back(now);                  // error: 'push_back' may be what keeps the address of a
    out += kept[0] == other;              // error: this keeps the address of a function
    static const operation lasting = size<own>;  // error: this keeps the address of a function
    const operation table[] = {size<own>};
    kept.push_back(table[0]);             // error: 'push_back' may be what keeps the address of a
    out += lasting(1) + table[0](2);
    out += apply([](long x) { return x + 1; }, 2) + apply_twice(size<own>, n) + call(size<own>, 2);
    out += call([](long x) { return x + 1; }, 2) + own::twice(3) + size<own>(2);
    std::thread t(size<own>, 3);
    t.join();
    last = size<own>;                     // error: 'operator=' may
    last = [](long x) { return x; };      // error: 'operator=' may tell types apart
    const std::function<long(long)> held = [](long x) { return x; };  // error: 'function' may tell
    out += held(2);
  }
}

int main() {
  f(0);
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(t);
  }
  return is_new();
}
