// SPDX-License-Identifier: Apache-2.0

// A persistent phase and plain stealing by turns, on cpus that run other programs, too.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>

#include <nuthatch/nuthatch.hpp>

#include "base/sanitizers.hpp"
#include "effort.hpp"
#include "platform/platform.hpp"

namespace nuthatch {
namespace {

/// Confines all threads of the process to the first so many of its cpus, as long as it lives.
class confined {
 public:
  explicit confined(std::size_t cpus) : before_(platform::native().usable_cpus().members()) {
    std::vector<unsigned> fewer = before_;
    fewer.resize(std::min(cpus, fewer.size()));
    set(fewer);
  }

  confined(const confined&) = delete;
  confined& operator=(const confined&) = delete;

  ~confined() { set(before_); }

 private:
  static void set(const std::vector<unsigned>& to) {
    cpu_set_t mask;
    CPU_ZERO(&mask);
    for (const unsigned cpu : to) {
      CPU_SET(cpu, &mask);
    }
    for (const auto& each : std::filesystem::directory_iterator("/proc/self/task")) {
      sched_setaffinity(std::stoi(each.path().filename()), sizeof mask, &mask);
    }
  }

  std::vector<unsigned> before_;
};

/// Threads that do nothing but compute.
class busy_threads {
 public:
  explicit busy_threads(unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      all_.emplace_back([this] {
        std::uint64_t sum = 0;
        while (!ends_.load(std::memory_order_relaxed)) {
          for (std::uint64_t k = 0; k < 10'000; ++k) {
            sum_.store(sum += k, std::memory_order_relaxed);
          }
        }
      });
    }
  }

  busy_threads(const busy_threads&) = delete;
  busy_threads& operator=(const busy_threads&) = delete;

  ~busy_threads() {
    ends_ = true;
    for (std::thread& each : all_) {
      each.join();
    }
  }

 private:
  std::atomic<bool> ends_{false};
  std::atomic<std::uint64_t> sum_{0};
  std::vector<std::thread> all_;
};

/// About a millisecond of work in halves, which counts its elements.
class iteration {
 public:
  void operator()() { run(0, values_.size()); }

  /// How often each element was visited, if all were as often; else -1.
  [[nodiscard]] int visits() const {
    for (const double each : values_) {
      if (each != values_.front()) {
        return -1;
      }
    }
    return static_cast<int>(values_.front());
  }

 private:
  void run(std::size_t first, std::size_t last) {
    if (last - first <= 500) {
      for (; first < last; ++first) {
        double value = values_[first];
        for (int k = 0; k < 20; ++k) {
          value = value * 1.000001 + 1e-6;
        }
        sink_ = sink_ + (value < 0 ? 1 : 0);
        values_[first] += 1;
      }
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    fork_join([=, this] { run(first, middle); }, [=, this] { run(middle, last); });
  }

  std::vector<double> values_ = std::vector<double>(100'000);
  std::atomic<int> sink_{0};
};

/// Runs both by turns, and counts the time of each.
class turns_of_both {
 public:
  explicit turns_of_both(unsigned workers) : workers_(options{.workers = workers}) {}

  void run(std::size_t runs) {
    by_phase_ = 0;
    stolen_ = 0;
    for (std::size_t i = 0; i < runs; ++i) {
      by_phase_ += seconds_of([this] { phase_.run([this] { work_(); }); });
      stolen_ += seconds_of([this] { work_(); });
      ran_ += 2;
    }
    EXPECT_EQ(work_.visits(), ran_);
  }

  [[nodiscard]] double ratio() const { return by_phase_ / stolen_; }

  void show(const char* what) const {
    std::printf("%s: %.2f; %s, %llu restarts in %llu runs\n",
                what,
                ratio(),
                to_string(phase_.stage()).c_str(),
                static_cast<unsigned long long>(phase_.restarts()),
                static_cast<unsigned long long>(phase_.runs()));
  }

 private:
  template <class F>
  double seconds_of(F&& f) {
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    workers_.run(f);
    return std::chrono::duration<double>(clock::now() - start).count();
  }

  runtime workers_;
  persistent_phase phase_;
  iteration work_;
  int ran_ = 0;
  double by_phase_ = 0;
  double stolen_ = 0;
};

// The ratio is some twenty where each run waits for workers that have lost their cpus. So it tells
// the two apart on any machine, whatever else that does.
constexpr double too_much = 4;

void expect_little_loss(unsigned workers, unsigned busy) {
  const confined to_two(2);
  turns_of_both both(workers);
  both.run(testing::rounds(60));
  const busy_threads others(busy);
  both.run(testing::rounds(150));
  both.show((std::to_string(workers) + " workers, beside " + std::to_string(busy)).c_str());
  if (!base::thread_sanitizer_is_there() && testing::rounds(100) >= 100) {
    EXPECT_LT(both.ratio(), too_much);
  }
}

TEST(shared_phase_test, loses_little_beside_a_busy_thread) {
  expect_little_loss(2, 1);
}

TEST(shared_phase_test, loses_little_beside_two_busy_threads) {
  expect_little_loss(2, 2);
}

TEST(shared_phase_test, loses_little_with_more_workers_than_cpus) {
  expect_little_loss(8, 1);
}

TEST(shared_phase_test, survives_that_workers_share_a_cpu_for_a_time) {
  const confined to_two(2);
  turns_of_both both(2);
  for (int i = 0; i < 3; ++i) {
    {
      const confined to_one(1);
      both.run(testing::rounds(40));
    }
    both.run(testing::rounds(100));
    both.show("after a time on one cpu");
  }
}

}  // namespace
}  // namespace nuthatch
