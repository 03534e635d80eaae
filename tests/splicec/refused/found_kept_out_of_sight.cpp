// SPDX-License-Identifier: Apache-2.0

// Lambdas that code of the library makes pointers to functions of, addresses in constants of
// instances, classes of the source that the library makes from constants, and addresses as text.
// clang-format off
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

using fn = long (*)(long);
static std::vector<fn> kept;
static fn handler;
static fn list[4];
static std::optional<fn> perhaps;
static std::variant<int, fn> one_of;
static std::function<long()> later;
static const int* last;
static std::uintptr_t number;
static char bytes[64];
static long out;

template <class T> long size(long n) { return n * long(sizeof(T)); }
template <class T> long twice(long n) { return 2 * n * long(sizeof(T)); }
struct box { fn f; long n; };
template <class T> struct ops {
  static constexpr fn table[2] = {&size<T>, &twice<T>};
  static constexpr int numbers[2] = {1, 2};
};
template <class T> constexpr fn table_of[2] = {&size<T>, &twice<T>};
template <class T> constexpr std::array<fn, 2> array_of = {&size<T>, &twice<T>};
template <class T> constexpr box box_of = {&size<T>, 2};
fn first_of(const fn* all) { return all[0]; }
long call_first(const fn* all) { return all[0](1); }
bool is_first(const fn* all, long n) { kept.push_back(all[n]); return n == 0; }
void note(fn f) { kept.push_back(f); }

struct copier {
  int v = 0;
  copier() = default;
  copier(const int& x) : v(x) { last = &x; }
};
struct slot {
  int v = 0;
  slot& operator=(const int& x) { last = &x; v = x; return *this; }
};
struct item {
  int v;
  friend bool operator==(const item& a, const item& b) { last = &a.v; return a.v == b.v; }
};
struct plain {
  int v = 0;
  plain() = default;
  constexpr plain(int x) : v(x) {}
  friend bool operator==(const plain& a, const plain& b) { return a.v == b.v; }
};
static std::vector<copier> copiers(4);
static std::vector<slot> slots(4);
static std::vector<std::string_view> views(4);
static std::vector<plain> plains(4);
static const char* texts[4];

static const int base[4] = {1, 2, 3, 4};
constexpr bool is_before(const int* a, const int* b) { return a < b; }
bool is_before_next(const int* a, const int* b) { return is_before(a, b + 1); }
bool is_in_base(const int* a) { return a >= base && a < base + 4; }
long distance(const int* a, const int* b) { return b - a; }
long sum(const int* a, const int* b) { return b <= a ? 0 : *a + sum(a + 1, b); }

#pragma splice func Everything
void f(long n) {
  struct own {
    long v;
  };
#pragma splice step Everything
  {
    static const int tab[3] = {1, 2, 3};
    std::vector<int> in(tab, tab + 3);
    std::transform(in.begin(), in.end(), list,  // error: 'transform' may be what keeps the address
                   [](int) { return [](long v) { return v; }; });
    std::transform(in.begin(), in.end(), in.begin(), [](int v) { return v + 1; });
    std::generate(list, list + 2,  // error: 'generate' may be what keeps the address of a function
                  [] { return [](long v) { return v; }; });
    const auto local = [](long v) { return v + 2; };
    kept.push_back(std::move(local));            // error: keeps the address of a function
    kept.emplace_back(std::as_const(local));     // error: keeps the address of a function
    kept.emplace_back(std::forward<decltype(local)>(local));   // error: keeps the address of a func
    std::exchange(handler, std::move(local));    // error: keeps the address of a function
    const std::pair<int, fn> pair(1, std::move(local));        // error: keeps the address of a func
    const std::pair<fn, int> made = std::make_pair(local, 1);  // error: 'pair' may be what keeps
    const std::array<fn, 1> braced{std::move(local)};          // error: this keeps the address of a
    perhaps = local;                             // error: 'operator=' may be what keeps the address
    perhaps = std::optional<fn>(local);          // error: 'optional' may be what keeps the address
    one_of = std::variant<int, fn>(local);       // error: 'variant' may be what keeps the address
    std::packaged_task<fn()> task([] {           // error: 'packaged_task' may be what keeps the add
      return [](long v) { return v; };
    });
    std::thread with([](fn g) { handler = g; }, local);        // error: 'thread' may be what keeps
    std::thread noting(note, +local);            // error: 'thread' may be what keeps the address
    std::invoke(note, +local);                   // error: 'invoke' may be what keeps the address
    handler = std::accumulate(in.begin(), in.end(), +local,    // error: this keeps the address
      [](fn g, int) { kept.push_back(g); return g; });  // error: 'push_b // error: this keeps
    std::thread calling(local, 3);
    const std::shared_ptr<int> owner(new int(3), [](int* p) { delete p; });
    const auto as_lambda = std::make_pair(local, 1);
    out += as_lambda.first(2) + pair.first + *owner;
    with.join();
    noting.join();
    calling.join();
  }
#pragma splice step Everything
  {
    handler = ops<own>::table[0];           // error: this keeps the address of a function of a type
    kept.push_back(ops<own>::table[1]);     // error: 'push_back' may be what keeps
    handler = table_of<own>[n % 2];         // error: this keeps the address of a function of a type
    handler = array_of<own>[0];             // error: this keeps the address of a function of a type
    handler = box_of<own>.f;                // error: this keeps the address of a function of a type
    handler = first_of(table_of<own>);      // error: this keeps the address of a function of a type
    out += is_first(table_of<own>, n);      // error: 'is_first' may be what keeps
    const box copied = box_of<own>;
    handler = copied.f;                     // error: this keeps the address of a function of a type
    for (const fn g : ops<own>::table) {
      kept.push_back(g);                    // error: 'push_back' may be what keeps
      out += g(1);
    }
    out += reinterpret_cast<std::uintptr_t>(table_of<own>[0]) % 8;  // error: this keeps the address
    std::copy(table_of<own>, table_of<own> + 2, list);  // error: 'copy' m // error: 'copy' may
    out += ops<own>::table[n % 2](3) + array_of<own>[1](2) + box_of<own>.n + copied.f(2);
    out += call_first(table_of<own>) + std::size(table_of<own>) + ops<own>::numbers[1];
  }
#pragma splice step Everything
  {
    static const int tab[3] = {1, 2, 3};
    static const char name[4] = "abc";
    static const char names[2][4] = {"a", "b"};
    static const item items[2] = {{1}, {2}};
    static const plain all[2] = {1, 2};
    std::copy(tab, tab + 3, copiers.begin());       // error: 'copy' // error: 'copy' may
    std::copy(tab, tab + 3, slots.begin());         // error: 'copy' // error: 'copy' may
    std::copy(names, names + 2, views.begin());     // error: 'copy' // error: 'copy' may
    std::copy(names, names + 2, texts);             // error: 'copy' // error: 'copy' may be what
    out += is_before(tab, base);                    // error: 'is_before' may be what keeps
    out += is_before_next(base, tab);               // error: 'is_before_next' may be what keeps
    out += is_in_base(tab);                         // error: 'is_in_base' may be what keeps
    out += distance(tab, base);                     // error: 'distance' may be what keeps
    out += distance(tab, tab + 2) + sum(tab, tab + 3) + is_before_next(tab, tab + 1);
    std::fill(slots.begin(), slots.end(), tab[1]);  // error: 'fill' may be what keeps or compares
    std::vector<copier> made(tab, tab + 3);         // error: 'vector' m // error: 'vector' may be
    std::optional<copier> perhaps_one(tab[0]);      // error: 'optional' may be what keeps
    out += std::find(items, items + 2, item{2}) != items;  // error: 'find' // error: 'find'
    copiers.emplace_back(tab[0]);                   // error: 'emplace_back' may be what keeps
    std::copy(all, all + 2, plains.begin());
    plains.emplace_back(tab[0]);
    std::optional<plain> perhaps_plain(tab[0]);
    out += std::count(all, all + 2, plain{2}) + perhaps_plain->v + std::max(tab[0], tab[1]);
    std::printf("%p\n", static_cast<const void*>(tab));    // error: 'printf' may be what keeps or
    std::printf("%d %-10p|\n", tab[0], &tab[1]);           // error: 'printf' may be what keeps or
    std::printf(bytes, name);                              // error: 'printf' may be what keeps or
    std::cout << tab << "\n";                              // error: 'operator<<' may be what keeps
    std::cout << static_cast<const void*>(name) << "\n";   // error: 'operator<<' may be what keeps
    std::printf("%s %.2s %% p %d\n", name, names[0], tab[0]);
    std::cout << name << names[1] << tab[1] << "\n";
    const auto holds = [p = &tab[0]] { return long(*p); };
    number = std::bit_cast<std::uintptr_t>(holds);         // error: 'tab' would be two variables at
    std::memcpy(bytes, &holds, sizeof holds);              // error: 'tab' would be two variables at
    const int* const p = tab;
    const auto copies = [=] { return long(*p); };
    std::memcpy(bytes, &copies, sizeof copies);            // error: 'tab' would be two variables at
    later = holds;
    out += holds() + copies();
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
