// SPDX-License-Identifier: Apache-2.0

// Objects that end in the statement of a try, before the calls that stand before them run.
#include <cstdio>
#include <initializer_list>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

static double data[8];
static int ends;

struct base {
  int b = 1;
};

struct noisy : base {
  int v = 1;
  int w[2] = {1, 2};

  ~noisy() { ends += 10; }
};

struct two {
  int a;
  noisy b;
};

struct wrap {
  const noisy& n;
};

struct wrap_of_own {
  const noisy& n = noisy{};
};

struct outer {
  wrap w;
};

struct listed {
  std::initializer_list<noisy> all;
};

struct copied {
  int k;

  template <int>
  [[nodiscard]] noisy get() const {
    return {};
  }
};

template <>
struct std::tuple_size<copied> : std::integral_constant<std::size_t, 2> {};

template <std::size_t I>
struct std::tuple_element<I, copied> {
  using type = noisy;
};

static noisy kept;

static noisy make() {
  return {};
}

static noisy& place() {
  return kept;
}

static two pair_of() {
  return {1, {}};
}

static void done(const int* k) {
  ends += *k;
}

#pragma splice func Writes(range(p, p + 8))

void add(double* p, double v) {
#pragma splice step Writes(range(p, p + 8))
  for (int i = 0; i < 8; ++i) {
    p[i] = p[i] * 0.5 + v + ends;
  }
}

template <class T>
struct runner {
  void run(double* q) {
#pragma splice try(4)
    for (int t = 0; t < 8; ++t) {
      T end{};  // error: 'end' is of a type that is not known here
      add(q, 3);
      const T& kept_end = T{};  // error: 'kept_end' keeps an object of a type that is not known
      add(q, 4);
    }
  }
};

int main() {
  double* const q = data;
  noisy outside;
  const bool c = data[0] == 0;
  const std::initializer_list<noisy> known = {};
  const two both{};
  std::pair<int, std::string> named{3, "three"};
  noisy (*const maker)() = make;
  noisy& (*const placer)() = place;
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(q, t);
    const int& r1 = make().v;             // error: 'r1' keeps a noisy, which ends before the calls
    int&& r2 = make().w[1];               // error: 'r2' keeps a noisy
    const noisy& r3 = c ? make() : kept;  // error: 'r3' keeps a noisy
    const noisy& r4 = (make());           // error: 'r4' keeps a noisy
    const noisy& r5 = static_cast<const noisy&>(noisy{});  // error: 'r5' keeps a noisy
    const noisy& r6 = (t, make());                         // error: 'r6' keeps a noisy
    const base& r7 = make();                               // error: 'r7' keeps a noisy
    const noisy& r8 = {};                                  // error: 'r8' keeps a noisy
    const noisy& r9 = maker();                             // error: 'r9' keeps a noisy
    const int& r10 = make().*&noisy::v;                    // error: 'r10' keeps a noisy
    const wrap& r11 = wrap{make()};                        // error: 'r11' keeps a noisy
    auto&& r12 = [n = make()] {                            // error: 'r12' keeps a noisy
      return n.v;
    };
    add(q, 2);
    auto [a1, b1] = pair_of();         // error: '\[a1, b1\]' is a two
    const auto& [a2, b2] = pair_of();  // error: '\[a2, b2\]' keeps a two
    auto [a3, b3] = copied{t};         // error: '\[a3, b3\]' keeps a noisy
    add(q, 3);
    std::initializer_list<noisy> l1 = {noisy{}, noisy{}};  // error: 'l1' keeps a noisy
    const listed l2{{noisy{}}};                            // error: 'l2' keeps a noisy
    auto f1 = [n = noisy{}](int k) {                       // error: 'f1' keeps a noisy
      return k + n.v;
    };
    auto f2 = [outside](int k) {  // error: 'f2' keeps a noisy
      return k + outside.v;
    };
    auto f3 = [=](int k) {  // error: 'f3' keeps a noisy
      return k + outside.v;
    };
    auto f4 = [f2](int k) {  // error: 'f4' keeps a noisy
      return f2(k);
    };
    const wrap w1{c ? make() : kept};  // error: 'w1' keeps a noisy // error: binds a reference
    const wrap w2 = wrap{make()};      // error: 'w2' keeps a noisy
    const wrap w3{.n = make()};        // error: 'w3' keeps a noisy // error: binds a reference
    const outer w4{{{}}};              // error: 'w4' keeps a noisy // error: binds a reference
    const wrap_of_own w5{};            // error: 'w5' keeps a noisy
    add(q, 4);
    int k1 __attribute__((cleanup(done))) = 1;    // error: 'k1' has a cleanup, which runs before
    for (const noisy& r = make(); c && t < 0;) {  // error: 'r' keeps a noisy
      add(q, 2);
    }
    for (int k [[gnu::cleanup(done)]] = 0; k < 2; ++k) {  // error: 'k' has a cleanup
      add(q, k);
    }
  }
#pragma splice try(4)
  for (int t = 0; t < 8; ++t) {
    add(q, t);
    const noisy& r1 = kept;
    const int& r2 = kept.v;
    const int& r3 = place().v;
    const noisy& r4 = placer();
    const noisy& r5 = c ? kept : outside;
    const noisy& r6{kept};
    const double& r8 = make().v;
    const int& r9 = -make().v;
    auto& [a1, b1] = named;
    const auto& [a2, b2] = both;
    auto [a3, b3] = std::pair<int, double>{1, 3};
    const std::initializer_list<noisy> l1 = known;
    const std::initializer_list<int> l2 = {1, 2};
    auto f1 = [&outside](int k) {
      return k + outside.v;
    };
    auto f2 = [n = t](int k) {
      return k + n;
    };
    const wrap w1{kept};
    const wrap w2 = wrap{.n = place()};
    [[maybe_unused]] auto clean_up = 3;
    {
      noisy alone;
      ends += alone.v;
    }
    add(q, 3);
  }
  for (double d : data) {
    std::printf("%g\n", d);
  }
}
