// SPDX-License-Identifier: Apache-2.0

// The addresses of constants of a function, and of members of template instances for its types, by
// whatever way they leave the code that only reads there.
// clang-format off
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

struct vec {
  double x, y;
  const vec* self() const { return this; }
  bool is(const vec& o) const { return this == &o; }
};
struct both { const int* p; int n; };
struct reader { const int& r; reader(const int& k) : r(k) {} };
struct copier { int v; copier(const int& k) : v(k) {} };
template <class T> struct holder {
  static constexpr int value = 3;
  static const int* at() { return &value; }
};
template <class T> struct pointing_to {
  static constexpr int value = 3;
  int copy = value;
  const int* p = &value;
};
template <class T> constexpr int size = sizeof(T);
template <const int& R> long of_reference() { return R; }
template <int N> long of_number() { return N; }
template <class T> const long* inside() { static const long k[] = {1, 2}; return k; }
template <class T> long inside_read() { static const long k[] = {1, 2}; return k[0]; }

static std::vector<const void*> kept;
static const int* last;
static long out;

void note(const void* p) { kept.push_back(p); }
void keep_reference(const int& r) { last = &r; }
const int* passed_on(const int* p, int n) { return p + n; }
void keep_behind(const int* p) { last = passed_on(p, 1); }
void elsewhere(const int* p);
int first_of(const int* p) { return *p; }
int recursive(const int* p, int n) { return n == 0 ? *p : recursive(p + 1, n - 1); }
int keeps_later(const int* p, int n) {
  last = n == 0 ? p : nullptr;
  return n == 0 ? 0 : keeps_later(p, n - 1);
}

#pragma splice func Everything
void f(long n) {
  static const int k = 5;
  static const int j = k + 2;
  static const int table[] = {1, 2, 3};
  static const vec g{1, 2};
  static constexpr std::array<int, 3> list{4, 5, 6};
  static constexpr char name[] = "constant";
  static const both pointing{table, 3};  // error: 'table' would be two variables at two addresses
  static const int* const to = &k;       // error: 'k' would be two variables at two addresses
  struct own { int v; };
#pragma splice step Everything
  {
    note(&k);                     // error: 'k' would be .* and 'note' may be what keeps
    const int& r = k;
    last = &r;                    // error: 'k' would be two variables at two addresses
    keep_reference(k);            // error: 'k' would be .* and 'keep_reference' may be what keeps
    keep_reference(r);            // error: 'k' would be .* and 'keep_reference' may be what keeps
    last = std::addressof(k);     // error: 'k' would be two variables at two addresses
    last = &std::max(k, j);       // error: 'k' would be two // error: 'j' would be two
    const auto* p = table;
    note(p);                      // error: 'table' would be .* and 'note' may be what keeps
    elsewhere(table);             // error: 'table' would be .* and 'elsewhere' may be what keeps
    keep_behind(table);           // error: 'table' would be .* and 'keep_behind' may be what keeps
    note(&g.y);                   // error: 'g' would be .* and 'note' may be what keeps
    note(g.self());               // error: 'g' would be .* and 'note' may be what keeps
    out += g.is(g);
    last = list.data();           // error: 'list' would be two variables at two addresses
    last = &list[1];              // error: 'list' would be two variables at two addresses
    last = passed_on(table, 1);   // error: 'table' would be two variables at two addresses
    out += keeps_later(table, 2);  // error: 'table' would be .* and 'keeps_later' may be what keeps
    out += p == last;             // error: 'table' would be two variables at two addresses
    out += last < table + 1;      // error: 'table' would be two variables at two addresses
    out += reinterpret_cast<std::uintptr_t>(&k) % 64;  // error: 'k' would be two variables
  }
#pragma splice step Everything
  {
    const std::span<const int> all(table);  // error: 'table' would be .* and 'span' may be what
    const std::string_view view(name);      // error: 'name' would be .* and 'basic_string_view'
    const both b{table, k};                 // error: 'table' would be two variables at two
    both c;
    c.p = &k;                               // error: 'k' would be two variables at two addresses
    c = {.p = table, .n = k};               // error: 'table' would be two variables at two
    const reader s(k);                      // error: 'k' would be .* and 'reader' may be what keeps
    const copier d(k);
    auto by_value = [p = &k] { return *p; };
    auto by_reference = [&r = k] { return r; };
    auto gives_value = [p = &k] { return p; };       // error: 'k' would be two variables at two
    auto gives_reference = [&r = k] { last = &r; };  // error: 'k' would be two variables at two
    auto element = [](long i) -> const int& { return table[i]; };  // error: 'table' would be two
    auto generic = [](auto x) { return x + k; };  // error: 'k' would be two variables at two
    out += of_reference<k>();  // error: 'k' would be two // error: 'of_reference' may have
    out += of_number<k>();
    for (const auto& x : table) {
      note(&x);                   // error: 'table' would be .* and 'note' may be what keeps
    }
    const auto& [one, two] = g;
    note(&two);                   // error: 'g' would be .* and 'note' may be what keeps
    std::for_each(table, table + 3, [](const int& x) {
      last = &x;                  // error: 'table' would be two variables at two addresses
    });
    std::for_each(table, table + 3,  // error: 'table' .*'for_each' may // error: 'table' .*may be
                  keep_reference);
    last = std::find(table, table + 3, 2);  // error: 'table' would be two // error: 'table' would
    const int* q = nullptr;
    const int** where = &q;       // error: 'table' would be two variables at two addresses
    *where = table;               // error: 'table' would be two variables at two addresses
    q = table;
    note(&q);                     // error: 'table' would be two variables at two addresses
    out += all[0] + view[0] + b.n + c.n + s.r + d.v + by_value() + by_reference() + element(1);
    out += generic(2) + *gives_value();
    gives_reference();
  }
#pragma splice step Everything
  {
    last = &holder<own>::value;   // error: 'value' would be two variables at two addresses
    last = &size<own>;            // error: 'size' would be two variables at two addresses
    last = holder<own>::at();     // error: 'at' may have variables for each type
    out += *inside<own>();        // error: 'inside' may have variables for each type
    holder<own> o;
    const pointing_to<own> to_value;  // error: 'pointing_to' may have variables for each type
    last = &o.value;              // error: 'value' would be two variables at two addresses
    out += holder<own>::value + size<own> + o.value + inside_read<own>();
    out += first_of(table) + recursive(table, 2) + sizeof(table) / sizeof *table;
  }
}

int main() {
  f(0);
#pragma splice try(2)
  for (int t = 0; t < 2; ++t) {
    f(t);
  }
}
