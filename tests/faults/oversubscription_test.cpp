// SPDX-License-Identifier: Apache-2.0

// Many more workers than processors; workers that stand still for a while.

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "effort.hpp"
#include "platform/cpu_limits.hpp"
#include "seed.hpp"
#include "unit/workloads/temporary_directory.hpp"
#include "workloads/workload.hpp"

namespace nuthatch {
namespace {

using namespace testing;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds patient_limit{400};

/// Every workload with its small problem.
class problems {
 public:
  problems() {
    for (int i = 0; i < 20; ++i) {
      files_.write("below/f" + std::to_string(i), "one two two three " + std::to_string(i));
    }
  }

  [[nodiscard]] std::vector<std::unique_ptr<workloads::instance>> all() const {
    std::vector<std::unique_ptr<workloads::instance>> list;
    for (const workloads::workload& each : workloads::all()) {
      std::vector<std::string> overrides;
      if (each.name == "wordcount") {
        overrides = {"path=" + files_.path().string()};
      }
      list.push_back(each.prepare(
          workloads::parameters(each.name, each.list, workloads::problem_size::small, overrides)));
    }
    return list;
  }

 private:
  temporary_directory files_;
};

void expect_right(runtime& r, workloads::instance& problem, spawn_policy policy) {
  problem.reset();
  r.run([&] { problem.run_parallel(policy); });
  EXPECT_EQ(problem.verify(), "");
}

TEST(oversubscription_test, all_workloads_with_32_workers_per_processor) {
  const problems made;
  expect_in_child(
      [&] {
        options wanted;
        wanted.workers = 32 * platform::worker_count();
        runtime r(wanted);
        for (const auto& problem : made.all()) {
          for (const spawn_policy policy : {spawn_policy::work_first, spawn_policy::help_first}) {
            expect_right(r, *problem, policy);
          }
        }
      },
      0,
      patient_limit);
}

// ---- workers that stand still ----

constexpr long standstill_ns = 100'000'000;

std::atomic<int> standstills = 0;

void stand_still(int /*signal*/) {
  const int before = errno;
  const timespec while_others_go_on{.tv_sec = 0, .tv_nsec = standstill_ns};
  ::nanosleep(&while_others_go_on, nullptr);
  ++standstills;
  errno = before;
}

/// The kernel's numbers of all workers' threads.
std::vector<int> worker_threads() {
  std::vector<int> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    if (name.starts_with("nuthatch/")) {
      found.push_back(std::stoi(task.path().filename().string()));
    }
  }
  return found;
}

void stop_workers_until(const std::atomic<bool>& done) {
  std::mt19937_64 random(seed());
  const std::vector<int> workers = worker_threads();
  while (!done) {
    const int chosen = workers[random() % workers.size()];
    ::syscall(SYS_tgkill, ::getpid(), chosen, SIGUSR1);
    std::this_thread::sleep_for(milliseconds(5 + (random() % 60)));
  }
}

TEST(stopped_workers_test, others_go_on) {
  const problems made;
  expect_in_child([&] {
    struct sigaction action = {};

    action.sa_handler = stand_still;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGUSR1, &action, nullptr);
    options wanted;
    wanted.workers = 4;
    runtime r(wanted);
    const auto all = made.all();
    std::atomic<bool> done = false;
    std::thread stopper([&] { stop_workers_until(done); });
    const auto end = steady_clock::now() + milliseconds(rounds(4'000));
    for (std::size_t i = 0; steady_clock::now() < end; ++i) {
      expect_right(r,
                   *all[i % all.size()],
                   i % 2 == 0 ? spawn_policy::work_first : spawn_policy::help_first);
    }
    done = true;
    stopper.join();
    EXPECT_GT(standstills, 0);
    std::printf("%d standstills\n", standstills.load());
  });
}

}  // namespace
}  // namespace nuthatch
