// SPDX-License-Identifier: Apache-2.0
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include "benchmarks/waking/waking.hpp"

namespace {

class onetbb_runtime {
 public:
  // The waiting thread is one of the arena's, so one worker less runs beside it.
  explicit onetbb_runtime(unsigned workers)
      : limit_(tbb::global_control::max_allowed_parallelism, workers),
        arena_(static_cast<int>(workers)) {}

  static const char* name() { return "onetbb"; }

  std::uint64_t from_outside(waking::beginning& b) {
    const std::uint64_t asked = waking::now_ns();
    arena_.enqueue([&b] { b.note(); });
    while (b.at() == 0) {
      std::this_thread::yield();
    }
    return asked;
  }

  std::uint64_t from_task(waking::beginning& b, unsigned idle_ms) {
    return arena_.execute([&b, idle_ms] {
      waking::stay_idle(idle_ms);
      const std::uint64_t asked = waking::now_ns();
      tbb::task_group children;
      children.run([&b] { b.note(); });
      while (b.at() == 0) {
      }
      children.wait();
      return asked;
    });
  }

 private:
  tbb::global_control limit_;
  tbb::task_arena arena_;
};

}  // namespace

int main(int argc, char** argv) {
  return waking::measure<onetbb_runtime>(argc, argv);
}
