// SPDX-License-Identifier: Apache-2.0

// Compares queues that several workers share.

#include <CLI/App.hpp>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/random.hpp"
#include "cli/measure/summary.hpp"
#include "cli/options/option_values.hpp"
#include "program_main.hpp"
#include "queues.hpp"
#include "typed_options.hpp"

namespace nuthatch::benchmarks {

namespace {

constexpr const char* purpose =
    "Threads push to a queue and pop from it at the same end; one operation in so many takes "
    "several works from the other end. Prints nanoseconds of wall time per operation of all "
    "threads together, the fastest of the rounds, for each queue and number of threads. The queues "
    "take turns. Each work has to be got once.";

struct wanted {
  std::vector<unsigned> threads{1, 2, 4, 8, 16};
  std::uint64_t rounds = 11;
  std::uint64_t operations = 200'000;
  unsigned chunk = 8;
  unsigned steals = 64;

  void add_to(CLI::App& command) {
    add_parsed(command,
               "--threads",
               threads,
               cli::parse_worker_counts,
               "numbers of threads, for instance 1,2,16");
    add_number(command, "--rounds", rounds, {1, 10'000}, "of all queues in turn");
    add_number(command, "--operations", operations, {1, 1'000'000'000}, "of all threads together");
    add_number(
        command, "--chunk", chunk, {1, 4'096}, "works that are taken from the other end at once");
    add_number(command, "--steals", steals, {1, 1'000'000}, "one operation in so many does that");
  }
};

struct load {
  unsigned threads;
  std::uint64_t operations;
  unsigned chunk;
  unsigned steals;
};

/// Runs one thread: as many pushes as pops, in random order. Returns the sum of what it pushed
/// minus the sum of what it popped.
template <class Queue>
std::uint64_t use(Queue& queue, unsigned by, const load& of) {
  base::random_source random(1, by);
  std::vector<work_item> stolen(of.chunk);
  std::uint64_t balance = 0;
  std::uint64_t next = by;
  for (std::uint64_t i = 0; i < of.operations / of.threads; ++i) {
    const std::uint32_t drawn = random.below(2 * of.steals);
    if (drawn == 0) {
      const unsigned count = queue.take(stolen.data(), of.chunk);
      for (unsigned each = 0; each < count; ++each) {
        balance -= stolen[each].word();
        queue.push(stolen[each], by);
        balance += stolen[each].word();
      }
    } else if (drawn % 2 == 0) {
      next += of.threads;
      const work_item made = work_item::from_word((next + 1) << 4U);
      balance += made.word();
      queue.push(made, by);
    } else {
      balance -= queue.pop(by).word();
    }
  }
  return balance;
}

/// Returns the nanoseconds per operation; 0 if a work item was lost.
template <class Queue>
double time(const load& of) {
  using clock = std::chrono::steady_clock;
  const auto queue = std::make_unique<Queue>();
  std::atomic<unsigned> ready = 0;
  std::atomic<bool> go = false;
  std::atomic<std::uint64_t> balance = 0;
  std::vector<std::thread> threads;
  threads.reserve(of.threads);
  for (unsigned by = 0; by < of.threads; ++by) {
    threads.emplace_back([&, by] {
      ++ready;
      while (!go) {
        std::this_thread::yield();
      }
      balance += use(*queue, by, of);
    });
  }
  while (ready != of.threads) {
    std::this_thread::yield();
  }
  const auto start = clock::now();
  go = true;
  for (std::thread& each : threads) {
    each.join();
  }
  const std::chrono::duration<double, std::nano> took = clock::now() - start;
  while (const work_item rest = queue->pop(0)) {
    balance -= rest.word();
  }
  return balance == 0 ? took.count() / static_cast<double>(of.operations) : 0;
}

template <class... Queue>
struct side_by_side {
  static bool run(const load& of, std::uint64_t rounds) {
    std::array<std::vector<double>, sizeof...(Queue)> times;
    for (std::uint64_t round = 0; round < rounds; ++round) {
      std::size_t which = 0;
      (times.at(which++).push_back(time<Queue>(of)), ...);
    }
    std::size_t which = 0;
    bool right = true;
    const auto show = [&](const char* name) {
      const cli::summary taken = cli::summarize(times.at(which++));
      fmt::print("{:>7}  {:<24}  {:>8.1f} ns  median {:>8.1f}\n",
                 of.threads,
                 name,
                 taken.min,
                 taken.median);
      right = right && taken.min > 0;
    };
    (show(Queue::name), ...);
    return right;
  }
};

void measure(const wanted& chosen) {
  for (const unsigned threads : chosen.threads) {
    const load of{.threads = threads,
                  .operations = chosen.operations,
                  .chunk = chosen.chunk,
                  .steals = chosen.steals};
    if (!side_by_side<array_under_short_lock, deque_under_mutex, obstruction_free_array>::run(
            of, chosen.rounds)) {
      throw std::runtime_error("a work was lost, or got twice");
    }
  }
}

}  // namespace

}  // namespace nuthatch::benchmarks

int main(int argc, char** argv) {
  namespace benchmarks = nuthatch::benchmarks;
  return benchmarks::program_main<benchmarks::wanted>(
      "shared_queues", benchmarks::purpose, argc, argv, benchmarks::measure);
}
