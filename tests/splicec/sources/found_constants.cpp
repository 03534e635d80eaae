// SPDX-License-Identifier: Apache-2.0

// Constants, lambdas and template instances of a function that exist twice in the translation, by
// uses that do not tell: values are read, functions are called.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

struct vec {
  double x, y;

  double norm() const { return x * x + this->y * y + other(); }

  double other() const { return x; }
};

vec operator+(const vec& one, const vec& other) {
  return {one.x + other.x, one.y + other.y};
}

struct item {
  const char* name;
  int value;
};

template <class T>
constexpr long size = sizeof(T);

template <class T>
struct known {
  static constexpr long values[] = {1, 2, sizeof(T)};

  static long sum() { return values[0] + values[2]; }
};

long sum_of(const long* first, const long* last) {
  long sum = 0;
  for (; first != last; ++first) {
    sum += *first;
  }
  return sum;
}

long sum_of_array(const long from[], long n) {
  return n == 0 ? 0 : from[0] + sum_of_array(from + 1, n - 1);
}

template <class T>
long sum_of_all(const T& all) {
  long sum = 0;
  for (const long& one : all) {
    sum += one;
  }
  return sum;
}

const long* skip(const long* from, long n) {
  const long* at = from;
  while (n-- > 0) {
    ++at;
  }
  return at;
}

int value_of(const item* items, const char* name) {
  for (; items->name != nullptr; ++items) {
    if (std::strcmp(items->name, name) == 0) {
      return items->value;
    }
  }
  return -1;
}

long apply(long (*f)(long), long n) {
  return f(n) + (*f)(n);
}

long read(const int& r) {
  return r;
}

char text[256];

}  // namespace

#pragma splice func Writes(range(p, p + 8))

void step(long* p, long n) {
  static const int k = 5;
  static const long table[] = {3, 1, 4, 1, 5};
  static constexpr long rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  static constexpr std::array<long, 3> list{7, 8, 9};
  static const vec g{1, 2};
  static const item items[] = {{"one", 1}, {"two", 2}, {nullptr, 0}};
  static const char format[] = "%s %d %ld\n";
  static constexpr char name[] = "two";

  struct own {
    long v;

    long key() const { return -v; }

    static int descending(const void* one, const void* other) {
      return *static_cast<const long*>(one) > *static_cast<const long*>(other) ? -1 : 1;
    }
  };

  const long chosen = n % 2 == 0 ? table[n % 5] : rows[1][2];
#pragma splice step Writes(range(p, p + 8))
  {
    p[0] += k * table[n % 5] + chosen + std::max<long>(k, n) + std::min(k, 3) + read(k);
    p[1] += sum_of(table, table + 5) + sum_of_array(table, 3) + sum_of_all(table);
    p[1] += *skip(table, 2) + (skip(table, 1) - table) + rows[n % 2][k - 3];
    for (const long one : table) {
      p[2] += one;
    }
    for (const auto& row : rows) {
      for (const auto& one : row) {
        p[2] += one * n;
      }
    }
    for (const auto& one : list) {
      p[2] += one;
    }
    p[3] += list[1] + list.front() + static_cast<long>(list.size()) + std::get<2>(list);
    p[3] += std::accumulate(list.begin(), list.end(), 0L) + static_cast<long>(std::size(table));
    p[3] += std::find(std::begin(table), std::end(table), 4) - table;
    p[3] += std::count_if(table, table + 5, [](const long& x) { return x > 2; });
    const vec sum = g + g;
    const auto [x, y] = g;
    const auto& [first, second] = g;
    p[4] += static_cast<long>(sum.x + g.norm() + x + y + first + second);
    p[5] += value_of(items, name) + static_cast<long>(std::strlen(name)) + (name[0] == 't');
    std::snprintf(text, sizeof text, format, name, k, table[1]);
    p[5] += text[0] + static_cast<long>(sizeof(table) / sizeof *table);
  }
#pragma splice step Writes(range(p, p + 8))
  {
    const long* at = table;
    const long* const end = table + 5;
    while (at != end) {
      p[6] += *at++;
    }
    if (at != nullptr && at > table) {
      p[6] += at[-1];
    }
    std::vector<long> all(table, table + 5);
    all.push_back(k);
    all.insert(all.end(), list.begin(), list.end());
    all = {k, n, table[0]};
    const std::string copy = std::string(name) + name;
    p[6] += all[1] + static_cast<long>(copy.size());
    std::qsort(p, 3, sizeof(long), own::descending);
    std::sort(all.begin(), all.end(), [](long one, long other) { return one > other; });
    long (*const twice)(long) = [](long v) {
      return 2 * v;
    };
    const std::function<long(long)> held = [](long v) {
      return v + k;
    };
    p[7] += apply([](long v) { return v + k; }, n) + twice(n) + held(3) + all[0];
    p[7] += size<own> + known<own>::values[1] + known<own>::sum();
    const auto element = [](long i) {
      return table[i];
    };
    const auto held_value = [at = table + 1, &r = k] {
      return *at + r;
    };
    p[7] += element(2) + held_value();
    double local[k] = {};
    std::array<double, k> bytes{};
    std::copy(table, table + k, bytes.begin());
    std::memcpy(local, bytes.data(), sizeof local);
    const std::numeric_limits<decltype(k)> limits;
    std::map<long, vec> all_of{{k, g}};
    all_of[k + 1] = g;
    std::vector<vec> copies{g, g};
    copies.push_back(g);
    const auto pair = std::make_pair(k, table[1]);
    const auto made = std::make_unique<long>(k);
    p[7] += static_cast<long>(local[2] + copies[2].y) + limits.digits10 + pair.second + *made;
    p[7] += std::accumulate(table, table + k, 0L, [](long x, const long& y) { return x + y; });
    std::vector<own> owned{{3}, {n}, {k}};
    std::ranges::sort(owned, {}, &own::key);
    p[7] += owned[0].v + *std::ranges::find(table, 4) + std::ranges::max(list);
    p[7] += std::ranges::count_if(table, [](const long& x) { return x > 2; });
    p[7] += static_cast<long>(all_of.size()) + std::min({n, table[4], 3L});
  }
}

int main() {
  long a[8] = {};
  for (int t = 0; t < 3; ++t) {
    step(a, t);
  }
  long* const p = a;
#pragma splice try(3)
  for (int t = 0; t < 7; ++t) {
    step(p, t);
  }
  for (const long one : a) {
    std::printf("%ld ", one);
  }
  std::printf("%s", text);
}
