// SPDX-License-Identifier: Apache-2.0

// Two functions over the same data, one after the other, time and again; a region type of its own.
#include <cstdio>
#include <numeric>
#include <vector>

namespace bank {

struct accounts {
  long first = 0;
  long last = 0;

  bool overlaps(const accounts& other) const { return first < other.last && other.first < last; }
};

long balance[4096];

#pragma splice func Writes(accounts{first, last})

void interest(long first, long last) {
  if (last - first > 128) {
    interest(first, (first + last) / 2);
    interest((first + last) / 2, last);
    return;
  }
#pragma splice step Writes(accounts{first, last})
  for (long i = first; i < last; ++i) {
    balance[i] += balance[i] / 16 + 3;
  }
}

#pragma splice func Writes(accounts{first, last})

void transfer(long first, long last) {
  if (last - first > 100) {
    const long middle = std::midpoint(first, last);
    transfer(first, middle);
    transfer(middle, last);
    transfer(middle - 10, middle + 10);
  } else {
#pragma splice step Writes(accounts{first, last})
    for (long i = first; i + 1 < last; ++i) {
      const long moved = balance[i] / 3;
      balance[i] -= moved;
      balance[i + 1] += moved;
    }
  }
}

}  // namespace bank

int main() {
  std::iota(bank::balance, bank::balance + 4096, 1L);
#pragma splice try(10)
  for (int month = 0; month < 30; ++month) {
    bank::interest(0, 4096);
    bank::transfer(0, 4096);
    if (month == 20) {
      continue;
    }
    if (month == 28) {
      break;
    }
    bank::interest(1000, 1500);
  }
  for (const long one : bank::balance) {
    std::printf("%ld\n", one);
  }
}
