// SPDX-License-Identifier: Apache-2.0

// Arrays and lambdas that say which pointer is meant.
#include <array>
#include <cstdio>
#include <functional>
#include <vector>

struct ends {
  long first;
  long last;
};

#pragma splice func Reads(range(from + low - 1, from + high + 1)) Writes(range(to + low, to + high))

void sweep(const double* from, double* to, long low, long high) {
#pragma splice step over(i) slice(256) Reads(range(from + i.first - 1, from + i.last + 1)) \
    Writes(range(to + i.first, to + i.last))
  for (long i = low; i < high; ++i) {
    to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
  }
}

#pragma splice func Writes(range(a, a + n), range(b, b + n))

void both(double* a, double* b, long n, int t) {
  double* plain[2] = {a, b};
  std::array<double*, 2> data{a, b};
  const std::array<std::array<double*, 2>, 2> table{data, {b, a}};
  std::array<ends, 2> parts{ends{1, n / 2}, ends{n / 2, n - 1}};
  std::array<int[2], 2> which{{{0, 1}, {1, 0}}};
  auto other = [&](int k) {
    return data[(t + k + 1) % 2];
  };
  const auto cut = [=](int k) {
    long sum = 0;
    for (int i = 0; i < k; ++i) {
      sum += parts[i % 2].last - parts[i % 2].first;
    }
    return sum % n;
  };
  parts[1].last -= 1;
  for (int k = 0; k < 2; ++k) {
    sweep(plain[(t + k) % 2], other(k), parts[k].first, parts[k].last);
    sweep(table[which[t % 2][k]][0], table[which[t % 2][k]][1], 1, cut(k) + 1);
  }
#pragma splice step over(i) slice(256) Writes(range(data[t % 2] + i.first, data[t % 2] + i.last))
  for (long i = 0; i < n; ++i) {
    data[t % 2][i] += table[0][t % 2][i] * 0.5;
  }
#pragma splice step Writes(range(data[t % 2], data[t % 2] + n))
  {
    const auto scaled = [&](long i) {
      return data[t % 2][i] / 8 + parts[1].last;
    };
    for (long i = 0; i < n; ++i) {
      data[t % 2][i] = scaled(i);
    }
  }
}

int main() {
  const long size = 3000;
  std::vector<double> a(size + 2, 1.0), b(size + 2, 1.0);
  a[size / 2] = b[1] = 2.0;
  double* plain[2] = {a.data(), b.data()};
  std::array<double*, 2> data{a.data(), b.data()};
  const auto pick = [&](int t) {
    return plain[t % 2];
  };
  const auto next = [](int t) {
    return t + 1;
  };
  const std::function<double*(int)> kept = [&](int t) {
    return data[t];
  };
  for (int round = 0; round < 3; ++round) {
    auto from = [&](int t) {
      return data[(t + round) % 2];
    };
#pragma splice try(7)
    for (int t = 0; t < 20; ++t) {
      sweep(plain[t % 2], data[(t + 1) % 2], 1, size + 1);
      sweep(pick(next(t)), pick(t), 1, size + 1);
      sweep(from(t), from(next(t)), 1, size + 1);
      both(data[t % 2], plain[(t + 1) % 2], size, t);
#pragma splice step Writes(range(data[0], data[0] + 5))
      data[0][3] += kept(0)[4];
    }
  }
  for (long i = 0; i < size; i += 13) {
    std::printf("%a %a\n", a[static_cast<std::size_t>(i)], b[static_cast<std::size_t>(i)]);
  }
}
