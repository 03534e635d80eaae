// SPDX-License-Identifier: Apache-2.0

// Records where a recursive sweep over an array runs, saves the schedule, and replays it: each
// worker takes up the same parts again, in the same order.
//
//   record_replay FILE

#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

void sweep(std::span<double> part) {
  if (part.size() < 10'000) {
    for (int turn = 0; turn < 100; ++turn) {
      for (double& one : part) {
        one = one * 0.5 + 1;
      }
    }
    return;
  }
  const auto middle = part.size() / 2;
  nuthatch::fork_join([=] { sweep(part.first(middle)); }, [=] { sweep(part.subspan(middle)); });
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: record_replay FILE\n", stderr);
    return 2;
  }
  std::vector<double> data(2'000'000);
  const nuthatch::schedule recorded = nuthatch::record([&] { sweep(data); });
  recorded.save(arguments[1]);

  const nuthatch::schedule loaded = nuthatch::schedule::load(arguments[1]);
  const nuthatch::replay_result again =
      nuthatch::replay(loaded, nuthatch::replay_mode::strict_ordered, [&] { sweep(data); });
  std::printf("recorded %zu steps, %zu of them stolen; replayed %zu, %zu mismatches\n",
              recorded.steps(),
              recorded.migrated(),
              again.ran.steps(),
              again.mismatches);
  return again.mismatches == 0 && data.front() > 1 && data.front() == data.back() ? 0 : 1;
}
