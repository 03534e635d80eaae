// SPDX-License-Identifier: Apache-2.0

// Two tasks of which one was stolen; both write behind the end of an array on their stacks.

#include "meeting.hpp"

int main() {
  nuthatch::options options;
  options.workers = 3;
  nuthatch::runtime runtime(options);
  meeting both;
  const auto overflow = [&] {
    both.join();
    int array[4] = {};
    int* volatile first = array;
    first[4] = 1;
  };
  runtime.run([&] { nuthatch::fork_join(nuthatch::work_first, overflow, overflow); });
}
