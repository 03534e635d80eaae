// SPDX-License-Identifier: Apache-2.0

// Further ways on which an address of a constant leaves a function: templates that forward, objects
// that hold it, functions of the library, conversions, and parts of expressions.
// clang-format off
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>
static std::vector<const int*> kept;
static const int* last;
static long out;
static std::set<long> ids;
static int base[4];

template <class T> void keepf(T&& x) { last = &x; }
template <class T> void keepv(T&& x) { last = x; }
template <class T> const T& same(const T& x) { return x; }
const int*& slot() { static const int* s; return s; }
struct node { const int* p; node(const int* q) : p(q) {} };
struct base_t { const int* p; };
void ident(const int* p) { ids.insert(p - base); }
void ident2(const int* p) { ids.insert(reinterpret_cast<std::intptr_t>(p)); }
struct conv { const int& r; operator int() const { return r; } };
struct self {
  int v;
  const self& me() const { return *this; }
  operator const self*() const { return this; }
};
static const self* who;
static std::function<int(const int&)> cb;
const int* const& refp(const int* const& p) { return p; }

#pragma splice func Everything
void f(long n) {
  static const int k = 5, tab[] = {1, 2};
  static constexpr self me{4};
#pragma splice step Everything
  {
    keepf(k);  // error: 'k' would be two variables at two
    keepv(&k);  // error: 'k' would be two variables at two
    keepv(tab);  // error: 'tab' would be two variables at two
    last = &same(k);  // error: 'k' would be two variables at two
    slot() = &k;  // error: 'k' would be two variables at two
    node nd(&k);  // error: 'k' would be two variables at two
    base_t b{&k};  // error: 'k' would be two variables at two
    base_t b2 = {tab};  // error: 'tab' would be two variables at two
    ident(&k);  // error: 'k' would be two variables at two
    ident2(&k);  // error: 'k' would be two variables at two
    conv c{k};  // error: 'k' would be two variables at two
    who = &me.me();  // error: 'me' would be two variables at two
    who = me;  // error: 'me' would be two variables at two
    out += cb(k);  // error: 'k' would be two variables at two
    std::fill(kept.begin(), kept.end(), &k);  // error: 'k' would be two variables at two
    std::exchange(last, &k);  // error: 'k' would be two variables at two
    last = std::max(&k, last);  // error: 'k' would be two variables at two
    last = refp(&k);  // error: 'k' would be two variables at two
    last = std::ranges::find(tab, 2);  // error: 'tab' would be two variables at two
    kept.push_back(&k);  // error: 'k' would be two variables at two
    kept.emplace_back(tab);  // error: 'tab' would be two variables at two
    kept.assign(2, tab);  // error: 'tab' would be two variables at two
    const int* p = tab; std::memcpy(&last, &p, sizeof p);  // error: 'tab' would be two
    std::swap(last, p);  // error: 'tab' would be two variables at two
    last = std::as_const(p);  // error: 'tab' would be two variables at two
    auto [q1, q2] = std::make_pair(&k, 1);  // error: 'k' would be two variables at two
    auto t = std::tie(k);  // error: 'k' would be two variables at two
    out += std::bit_cast<std::uintptr_t>(p) % 64;  // error: 'tab' would be two variables at two
    out += std::hash<const int*>{}(&k);  // error: 'k' would be two variables at two
    out += std::less<>{}(&k, last);  // error: 'k' would be two variables at two
    struct local {
      static const int* get() { return &k; }  // error: 'k' would be two variables at two
      const int& r = k;  // error: 'k' would be two variables at two
    };
    union { const int* p; std::uintptr_t u; } un{&k};  // error: 'k' would be two variables at two
    last = n ? &k : last;  // error: 'k' would be two variables at two
    last = (n, tab);  // error: 'tab' would be two variables at two
    const int& r = n ? k : base[0]; last = &r;  // error: 'k' would be two variables at two
    auto l = [](const int& x) { last = &x; }; l(k);  // error: 'k' would be two variables at two
    auto g = [](auto& x) { last = &x; }; g(k);  // error: 'k' would be two variables at two
    asm("" : : "m"(k));  // error: 'k' would be two variables at two
    asm("" : : "r"(k), "i"(2));
    last = ({ &k; });  // error: 'k' would be two variables at two
    std::unique_ptr<const int> up(&k); up.release();  // error: 'k' would be two variables at two
    std::reference_wrapper<const int> rw = k;  // error: 'k' would be two variables at two
    std::vector<std::reference_wrapper<const int>> rws{k};  // error: 'k' would be two
    static const int* const arr[] = {&k};  // error: 'k' would be two variables at two
    for (const int* it : {&k}) last = it;  // error: 'k' would be two variables at two
    for (auto it = std::begin(tab); it != std::end(tab); ++it) {
      last = it;  // error: 'tab' would be two variables at two
    }
    throw &k;  // error: 'k' would be two variables at two
  }
}

int main() { f(0);
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) f(t);
}
