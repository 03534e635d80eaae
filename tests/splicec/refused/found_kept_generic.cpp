// SPDX-License-Identifier: Apache-2.0

// Generic lambdas that keep pointers to functions of lambdas, whoever calls them.
// clang-format off
#include <algorithm>
#include <cstdio>
#include <functional>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

using fn = long (*)(long);
static std::vector<fn> kept;
static fn handler;
static long out;

template <class F> void keep(F f) { kept.push_back(f); }
template <class F, class L> void call(F f, L l) { f(l); }
template <class F, class L> void call_later(F f, L l) { call(f, l); }
template <class F> struct caller {
  F f;
  template <class L> void operator()(L l) const { f(l); }
};
template <class T> struct base { long get() const { return static_cast<const T*>(this)->v; } };

#pragma splice func Everything
void f(long n) {
  struct own : base<own> {
    long v = 3;
  };
#pragma splice step Everything
  {
    const auto local = [](long v) { return v + 2; };
    const auto assigns = [](auto x) { handler = x; };       // error: this keeps the address of a
    const auto passes = [](auto x) { keep(x); };            // error: 'keep' may have variables for
    const auto adds = [](auto&& x) { kept.emplace_back(x); };  // error: 'emplace_back' may be what
    const auto calls = [](auto x) { return x(3); };
    assigns(local);
    passes(local);
    adds(local);
    out += calls(local) + own{}.v + n;
    std::invoke([](auto x) { keep(x); }, local);            // error: 'keep' may have variables for
    std::apply([](auto... x) { (kept.push_back(x), ...); },  // error: 'push_back' may be what keeps
               std::tuple(local, local));
    std::apply([](auto... x) { out += (x(2) + ...); }, std::tuple(local, local));
    std::visit([](auto x) {
      if constexpr (!std::is_same_v<decltype(x), int>) {
        handler = x;                                        // error: this keeps the address of a
      }
    }, std::variant<decltype(local), int>(local));
    std::vector<std::remove_const_t<decltype(local)>> two(2, local);
    std::for_each(two.begin(), two.end(), [](auto x) { keep(x); });    // error: 'keep' may have
    std::for_each(two.begin(), two.end(), [](auto& x) { out += x(1); });
    std::for_each(two.begin(), two.end(), caller{[](auto x) { keep(x); }});  // error: 'keep' may
    call([](auto x) { keep(x); }, local);                   // error: 'keep' may have variables for
    call_later([](auto x) { keep(x); }, local);             // error: 'keep' may have variables for
    call_later([](auto x) { out += x(1); }, local);
    [](auto x) { [](auto y) { keep(y); }(x); }(local);      // error: 'keep' may have variables for
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
