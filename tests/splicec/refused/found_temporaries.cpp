// SPDX-License-Identifier: Apache-2.0

// Calls that are spliced run after the temporaries of their arguments have ended.
#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>

struct pair {
  int a[2];
  int few : 4;
  int n;
};

struct holder {
  const int& of;
};

struct holder_of {
  const int& of = 5;
};

struct big {
  pair p[2];
};

using two = int[2];

constexpr const int* first_of(const int (&all)[2]) {
  return all;
}

constexpr pair made(int n) {
  return pair{{n, 1}, 2, 3};
}

static const int seven = 7;
static const std::array<int, 2> table = {1, 2};
static const pair global = {{1, 2}, 3, 4};

#pragma splice func Everything

void f(int* p, const int* q) {
#pragma splice step Everything
  {
    p[0] = p[0] * 3 + *q;
  }
}

#pragma splice func Everything

void text(int* p, const char* q) {
#pragma splice step Everything
  {
    p[0] = p[0] * 3 + *q;
  }
}

#pragma splice func Everything

void held(int* p, holder one) {
#pragma splice step Everything
  {
    p[0] = p[0] * 3 + one.of;
  }
}

#pragma splice func Everything

void held_of(int* p, holder_of one) {
#pragma splice step Everything
  {
    p[0] = p[0] * 3 + one.of;
  }
}

#pragma splice func Everything

void list(int* p, std::initializer_list<int> one) {
#pragma splice step Everything
  {
    p[0] = p[0] * 3 + *one.begin();
  }
}

#pragma splice func Everything

void g(int* p, int n) {
  f(p, &std::min(n + 1, 3));  // error: refers to a temporary
  f(p, &(n > 3 ? seven : seven));
}

int main() {
  int a[4] = {};
  long big_number = 4;
  int x = 4;
  const char* const word = "abc";
  pair s{{1, 2}, 3, 4};
  big b{};
#pragma splice try(4)
  for (int i = 0; i < 5; ++i) {
    f(a, &std::max(2 * i, 3));             // error: refers to a temporary
    f(a, pair{{i, 2}}.a);                  // error: refers to a temporary
    f(a, (pair{{i, 2}}.a) + 1);            // error: refers to a temporary
    f(a, made(i).a);                       // error: refers to a temporary
    f(a, big{{{{i, 2}}}}.p[1].a);          // error: refers to a temporary
    f(a, (i > 2 ? made(i).a : s.a));       // error: refers to a temporary
    f(a, static_cast<pair&&>(made(i)).a);  // error: refers to a temporary
    f(a, two{i, 2});                       // error: refers to a temporary
    f(a, first_of(two{i, 2}));             // error: calls .first_of.
    f(a, &std::max<int>(big_number, 3));   // error: refers to a temporary
    held(a, holder{2 * i});                // error: binds a reference to a temporary
    held(a, {2 * i});                      // error: binds a reference to a temporary
    held_of(a, holder_of{});               // error: more than plain values
    held_of(a, {});                        // error: more than plain values
    list(a, {i, 2});                       // error: refers to a temporary
    const holder one{2 * i};               // error: binds a reference to a temporary
    held(a, one);
    auto where = [x](int) {
      return &x;  // error: copy of .x.
    };
    f(a, where(0));
  }
  std::printf("%d\n", a[0]);
#pragma splice try(4)
  for (int i = 0; i < 5; ++i) {
    f(a, &seven);
    f(a, &table[i % 2]);
    f(a, global.a);
    f(a, &global.n);
    f(a, s.a);
    f(a, &s.n);
    f(a, &s.a[1]);
    f(a, i > 2 ? s.a : global.a);
    f(a, b.p[1].a);
    f(a, i > 2 ? nullptr : &x);
    text(a, "abc");
    text(a, i > 3 ? "abc" : word);
    text(a, &"abc"[1]);
    g(a, std::max(2 * i, 3));
    g(a, pair{{i, 2}}.a[1]);
    g(a, made(i).n);
    g(a, std::array<int, 2>{i, 2}[1]);
    g(a, two{i, 2}[1]);
    g(a, std::size(two{i, 2}));
  }
}
