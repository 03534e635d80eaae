// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>

namespace waking {

struct settings {
  unsigned workers = 2;
  unsigned samples = 200;
  unsigned idle_ms = 20;  ///< before each wake-up; longer than any runtime spins
};

inline std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// The time at which a task began, in nanoseconds; 0 before.
class beginning {
 public:
  void note() { at_.store(now_ns(), std::memory_order_release); }

  [[nodiscard]] std::uint64_t at() const { return at_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::uint64_t> at_{0};
};

inline double process_cpu_seconds() {
  timespec used{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

inline void stay_idle(unsigned ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

inline unsigned number(const char* option, const char* text) {
  char* end = nullptr;
  const unsigned long value = std::strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || value == 0 || value > 1'000'000) {
    std::fprintf(stderr, "%s takes a number from 1 to 1000000, not '%s'\n", option, text);
    std::exit(2);  // NOLINT(concurrency-mt-unsafe): no other threads yet
  }
  return static_cast<unsigned>(value);
}

inline settings parse(int argc, char** argv) {
  settings wanted;
  for (int i = 1; i < argc; i += 2) {
    unsigned* const target = std::strcmp(argv[i], "--workers") == 0   ? &wanted.workers
                             : std::strcmp(argv[i], "--samples") == 0 ? &wanted.samples
                             : std::strcmp(argv[i], "--idle-ms") == 0 ? &wanted.idle_ms
                                                                      : nullptr;
    if (target == nullptr || i + 1 == argc) {
      std::fprintf(stderr, "usage: %s [--workers N] [--samples N] [--idle-ms N]\n", argv[0]);
      std::exit(2);  // NOLINT(concurrency-mt-unsafe): as above
    }
    *target = number(argv[i], argv[i + 1]);
  }
  return wanted;
}

inline void print_percentiles(const char* name, std::vector<double> us) {
  std::ranges::sort(us);
  const auto at = [&us](double part) {
    return us[static_cast<std::size_t>(part * static_cast<double>(us.size() - 1))];
  };
  std::printf("\"%s\": {\"p50\": %.2f, \"p90\": %.2f, \"p99\": %.2f, \"max\": %.2f}, ",
              name,
              at(0.5),
              at(0.9),
              at(0.99),
              us.back());
}

/// Runtime is constructed with a number of workers. It has these members:
///   name()
///   from_outside(b)   has a worker call b.note() and waits for it; returns the time of the request
///   from_task(b, ms)  the same from within a task that has run alone for `ms` before, and does not
///                     run the other task itself
template <class Runtime>
int measure(int argc, char** argv) {
  const settings wanted = parse(argc, argv);
  Runtime runtime(wanted.workers);
  std::vector<double> outside;
  std::vector<double> task;
  for (unsigned sample = 0; sample < wanted.samples; ++sample) {
    stay_idle(wanted.idle_ms);
    beginning first;
    const std::uint64_t asked = runtime.from_outside(first);
    outside.push_back(1e-3 * static_cast<double>(first.at() - asked));
    beginning second;
    const std::uint64_t spawned = runtime.from_task(second, wanted.idle_ms);
    task.push_back(1e-3 * static_cast<double>(second.at() - spawned));
  }
  stay_idle(wanted.idle_ms);
  constexpr unsigned measured_ms = 1'000;
  const double before = process_cpu_seconds();
  stay_idle(measured_ms);
  const double idle_percent = (process_cpu_seconds() - before) * 100 / (1e-3 * measured_ms);
  std::printf("{\"runtime\": \"%s\", \"workers\": %u, \"samples\": %u, \"idle_ms\": %u, ",
              Runtime::name(),
              wanted.workers,
              wanted.samples,
              wanted.idle_ms);
  print_percentiles("from_outside_us", outside);
  print_percentiles("from_task_us", task);
  std::printf("\"idle_cpu_percent\": %.4f}\n", idle_percent);
  return 0;
}

}  // namespace waking
