// SPDX-License-Identifier: Apache-2.0

// A race, between a task and one that was stolen from it.

#include "meeting.hpp"

namespace {

int count = 0;

void race() {
  meeting both;
  const auto increment = [&] {
    both.join();
    ++count;
  };
  nuthatch::fork_join(increment, increment);
}

}  // namespace

int main() {
  nuthatch::options options;
  options.workers = 3;
  nuthatch::runtime runtime(options);
  constexpr int rounds = 10;  // in some, the workers happen to meet in the runtime in between
  runtime.run([] {
    for (int i = 0; i < rounds; ++i) {
      race();
    }
  });
  return count > 2 * rounds ? 1 : 0;
}
