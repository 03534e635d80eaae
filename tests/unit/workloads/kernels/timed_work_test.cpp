// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/timed_work.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "platform/clock.hpp"
#include "runtime/runtime_on.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::workloads {
namespace {

timed_work of(const std::string& t, const std::string& poll) {
  const std::vector<parameter> list{timed_work::duration({"0", "0", "0"}), timed_work::polling()};
  const std::vector<std::string> chosen{"t=" + t, "poll=" + poll};
  return timed_work(parameters("test", list, problem_size::small, chosen));
}

// The work takes at least half of its time; otherwise the chain of operations was shortened. (There
// is no upper bound on a machine that runs other programs, too.)
TEST(timed_work, takes_its_time) {
  for (const char* const poll : {"0", "1000"}) {
    const timed_work subject = of("20000", poll);
    const std::uint64_t before = platform::thread_cpu_ns();
    if (*poll == '0') {
      subject.run_serial();
    } else {
      subject.run(adaptive);
    }
    EXPECT_GT(platform::thread_cpu_ns() - before, 10'000'000U) << "polling " << poll;
  }
}

TEST(timed_work, of_no_time_is_none) {
  const timed_work subject = of("0", "0");
  subject.run_serial();
  subject.run(adaptive);
}

// Virtual clocks advance by exactly that time, in pieces or not, and the work is not done: an hour
// of it would not end here.
TEST(timed_work, is_charged_on_virtual_workers) {
  for (const char* const poll : {"0", "3", "1000000"}) {
    options wanted;
    wanted.workers = 1;
    wanted.seed = 1;
    twin::virtual_platform pretended(twin::machine_model::flat(1), twin::costs(), wanted.seed);
    const auto on = runtime_on(pretended, wanted);
    const timed_work subject = of("100000", poll);
    const std::uint64_t took = on->run([&] {
      const std::uint64_t before = pretended.now_ns();
      for (int i = 0; i < 1'000; ++i) {
        subject.run(stating<spawn_policy::adaptive>());
      }
      return pretended.now_ns() - before;
    });
    EXPECT_EQ(took, 100'000'000'000U) << "polling " << poll;
  }
}

}  // namespace
}  // namespace nuthatch::workloads
