// SPDX-License-Identifier: Apache-2.0

// Two functions that call each other, in a namespace; overloads; a pointer to a function.
#include <cstdint>
#include <cstdio>

namespace tree {

namespace {

std::uint64_t cells[1 << 12];

using mix = std::uint64_t (*)(std::uint64_t, std::uint64_t);

std::uint64_t first_mix(std::uint64_t a, std::uint64_t b) {
  return a * 6364136223846793005u + b;
}

void odd(int low, int high, mix how);

#pragma splice func Writes(range(cells + low, cells + high))

void even(int low, int high, mix how) {
  if (high - low < 5) {
#pragma splice step Writes(range(cells + low, cells + high))
    for (int i = low; i < high; ++i) {
      cells[i] = how(cells[i], static_cast<std::uint64_t>(i));
    }
    return;
  }
  const int third = (high - low) / 3;
  odd(low, low + third, how);
  odd(low + third, high, how);
  odd(low + third / 2, high - third, how);
}

#pragma splice func Writes(range(cells + low, cells + high))

void odd(int low, int high, mix how) {
  even(low, (low + high) / 2, how);
#pragma splice step Writes(range(cells + low, cells + low + (high - low + 3) / 4))
  {
    for (int i = low; i < low + (high - low + 3) / 4; ++i) {
      cells[i] ^= cells[i] >> 7;
    }
  }
  even((low + high) / 2, high, how);
}

}  // namespace

#pragma splice func Writes(range(cells, cells + (1 << 12)))
extern void odd(mix how);

void odd(mix how) {
  odd(0, 1 << 12, how);
  tree::even(0, 1000, how);
}

}  // namespace tree

struct driver {
  int rounds;
  int added = 0;

  void run() {
#pragma splice try(rounds / 2)
    for (int i = 0; i < rounds; ++i) {
      tree::odd(tree::first_mix);
      if (i % 3 == 1) {
        tree::even(i * 10, i * 200, tree::first_mix);
#pragma splice step Writes(range(tree::cells, tree::cells + 10), whole(added))
        for (int k = 0; k < 10; ++k) {
          tree::cells[k] += static_cast<std::uint64_t>(added += k);
        }
      }
    }
  }
};

int main() {
  for (auto& cell : tree::cells) {
    cell = static_cast<std::uint64_t>(&cell - tree::cells);
  }
  driver six{6};
  six.run();
  std::printf("added %d\n", six.added);
  for (const auto& cell : tree::cells) {
    std::printf("%llx\n", static_cast<unsigned long long>(cell));
  }
}
