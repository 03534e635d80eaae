// SPDX-License-Identifier: Apache-2.0

// A computation that is repeated over the same data. The phase records the first run, adapts the
// schedule for some runs, and follows it from then on, unless stealing is faster.
//
//   persistent_phase [runs]

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

void advance(std::vector<double>& field) {
  nuthatch::parallel_for(std::size_t{0}, field.size(), [&](std::size_t i) {
    for (std::size_t turn = 0; turn < i % 16; ++turn) {  // some elements take longer
      field[i] = field[i] * 0.5 + 1;
    }
  });
}

}  // namespace

int main(int count, char** arguments) {
  const int runs = count > 1 ? std::atoi(arguments[1]) : 200;
  std::vector<double> field(500'000);
  nuthatch::persistent_phase phase;
  for (int run = 0; run < runs; ++run) {
    const auto stage = phase.stage();
    phase.run([&] { advance(field); });
    if (phase.stage() != stage) {
      std::printf("after run %d: %s\n", run, nuthatch::to_string(phase.stage()).c_str());
    }
  }
  return field[0] == 0 && field[1] > 0 ? 0 : 1;
}
