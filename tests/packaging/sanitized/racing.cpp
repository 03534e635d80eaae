// A race, between a task and one that was stolen from it.

#include "meeting.hpp"

int main() {
  nuthatch::options options;
  options.workers = 3;
  nuthatch::runtime runtime(options);
  int count = 0;
  meeting both;
  const auto increment = [&] {
    both.join();
    ++count;
  };
  runtime.run([&] { nuthatch::fork_join(increment, increment); });
  return count > 2 ? 1 : 0;
}
