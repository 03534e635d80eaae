// SPDX-License-Identifier: Apache-2.0

// Searches for one placement of n queens that do not attack each other. The first task that finds
// one stops the search; what has not begun by then is left out.
//
//   first_solution [queens]

#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>

#include <nuthatch/nuthatch.hpp>

namespace {

struct board {
  std::array<int, 32> row{};  // of the queen in each column
  int queens = 0;

  [[nodiscard]] bool admits(int in_row) const {
    for (int i = 0; i < queens; ++i) {
      const int apart = row[i] - in_row;
      if (apart == 0 || std::abs(apart) == queens - i) {
        return false;
      }
    }
    return true;
  }
};

std::mutex found_mutex;
std::optional<board> found;

void place(const board& before, int wanted) {
  if (before.queens == wanted) {
    const std::lock_guard lock(found_mutex);
    found = before;
    nuthatch::stop_finish();
    return;
  }
  for (int r = 0; r < wanted && !nuthatch::stop_requested(); ++r) {
    if (before.admits(r)) {
      board next = before;
      next.row[next.queens++] = r;
      nuthatch::async([next, wanted] { place(next, wanted); });
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int queens = count > 1 ? std::atoi(arguments[1]) : 24;
  const auto how = nuthatch::finish([&] { place(board(), queens); });
  std::printf("%d queens, the first in row %d\n", queens, found ? found->row[0] : -1);
  return how == nuthatch::outcome::stopped && found && found->queens == queens ? 0 : 1;
}
