// SPDX-License-Identifier: Apache-2.0

// Lambdas that become pointers to functions in lists and in the library, addresses that algorithms
// pass by value, and constants of instances that are addresses.
// clang-format off
#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using fn = long (*)(long);
struct op {
  long number;
  fn f;
};

static std::vector<fn> kept;
static fn handler;
static const char* text;
static const long* hit;
static const long* at[3];
static long out;

template <class T> long size(long n) { return n * long(sizeof(T)); }
template <class T> struct traits { static constexpr fn id = &size<T>; };
template <class T> constexpr fn id_of = &size<T>;
void add_once(fn f) {
  if (std::find(kept.begin(), kept.end(), f) == kept.end()) {
    kept.push_back(f);
  }
}
void call(op one) { out += one.f(1); }

#pragma splice func Everything
void f(long n) {
  struct own {
    long v;
  };
#pragma splice step Everything
  {
    static const char names[2][8] = {"a", "b"};
    static const long table[3] = {3, 1, 2};
    const fn all[] = {[](long v) { return v + 1; }};
    handler = all[0];                    // error: this keeps the address
    for (const fn g : {+[](long v) { return v; }}) {
      kept.push_back(g);                 // error: 'push_back' may be what keeps
    }
    const std::initializer_list<fn> in_list{[](long v) { return v; }};  // error: this keeps
    kept = {[](long v) { return v; }};   // error: 'operator=' may be what keeps
    const op one{1, [](long v) { return v; }};  // error: this keeps the address
    const op two{.number = 1, .f = [](long v) { return v; }};  // error: this keeps the address
    call({2, [](long v) { return v; }});  // error: this keeps the address
    const fn scalar{[](long v) { return v; }};  // error: this keeps the address
    kept.emplace_back([](long v) { return v; });         // error: keeps the address of a function
    out += std::exchange(handler, [](long v) { return v; }) == nullptr;  // error: keeps the address
    std::fill_n(&handler, 1, [](long v) { return v; });  // error: keeps the address of a function
    const std::tuple<int, fn> pair(1, [](long v) { return v; });  // error: keeps the address
    std::for_each(names, names + 2, [](const char* s) { text = s; });  // error: keeps or compares
    std::for_each(names, names + 2,  // error: 'for_each' // error: 'for_each'
                  [](std::string_view s) { text = s.data(); });
    std::iota(at, at + 3, table);                        // error: 'iota'
    hit = std::accumulate(table, table + 3, table,  // error: ' // error: ' // error: '
                          [](const long* q, long) { return q; });  // error: 'table'
    add_once(traits<own>::id);                           // error: 'add_once' may be what keeps
    handler = id_of<own>;                                // error: this keeps the address
    const auto local = [](long v) { return v * 2; };
    const auto braced{[](long v) { return v * 3; }};
    const std::function<long(long)> held = [](long v) { return v; };
    std::vector<long> sorted(table, table + 3);
    std::sort(sorted.begin(), sorted.end(), [](long a, long b) { return a > b; });
    std::ranges::sort(sorted, [](long a, long b) { return a < b; });
    for (const long v : sorted) {
      out += local(v) + braced(v) + held(v) + std::invoke(local, v);
    }
    out += all[0](1) + one.f(1) + two.f(1) + scalar(1) + std::get<1>(pair)(2);
    out += traits<own>::id(1) + id_of<own>(2) + std::accumulate(table, table + 3, 0L);
  }
}

int main() {
  f(0);
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(t);
  }
  std::printf("%ld %zu\n", out, kept.size());
}
