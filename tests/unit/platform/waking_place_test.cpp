// SPDX-License-Identifier: Apache-2.0
#include "platform/waking_place.hpp"

#include <atomic>
#include <cerrno>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "platform/affinity.hpp"
#include "platform/native_team.hpp"
#include "platform/parker.hpp"

namespace nuthatch::platform {
namespace {

cpu_set_t mask_of(const std::vector<unsigned>& cpus) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  for (const unsigned cpu : cpus) {
    CPU_SET(cpu, &mask);
  }
  return mask;
}

/// A kernel with one sleeping thread. It keeps the same parts of the thread's mask as Linux does.
struct made_up_kernel {
  cpu_set_t granted = mask_of({0, 1, 2, 3});  // by the control group
  std::optional<cpu_set_t> asked;             // by the last thread that set a mask
  int waker_cpu = 0;
  int process = 1;
  bool refuses = false;
  int writes = 0;

  [[nodiscard]] cpu_set_t mask() const {
    cpu_set_t both = granted;
    if (asked) {
      CPU_AND(&both, &both, &*asked);
    }
    return CPU_COUNT(&both) == 0 ? granted : both;
  }

  [[nodiscard]] bool may_run_on(const std::vector<unsigned>& cpus) const {
    const cpu_set_t expected = mask_of(cpus);
    const cpu_set_t now = mask();
    return CPU_EQUAL(&expected, &now) != 0;
  }
};

made_up_kernel* now_running = nullptr;

const placing_calls made_up = {
    .read_mask =
        [](pid_t, cpu_set_t& mask) noexcept {
          mask = now_running->mask();
          return 0;
        },
    .write_mask =
        [](pid_t, const cpu_set_t& mask) noexcept {
          cpu_set_t granted;
          CPU_AND(&granted, &mask, &now_running->granted);
          if (now_running->refuses || CPU_COUNT(&granted) == 0) {
            errno = now_running->refuses ? EPERM : EINVAL;
            return -1;
          }
          now_running->asked = mask;
          ++now_running->writes;
          return 0;
        },
    .current_cpu = []() noexcept { return now_running->waker_cpu; },
    .process = []() noexcept { return static_cast<pid_t>(now_running->process); },
    .thread = []() noexcept { return static_cast<pid_t>(7); },
};

class waking_place_test : public ::testing::Test {
 protected:
  waking_place_test() { now_running = &kernel_; }

  void sleep_and_rise() {
    place_.owner_lie_down();
    EXPECT_TRUE(place_.any_call(/*elsewhere=*/true));
    EXPECT_TRUE(place_.owner_rise());
  }

  made_up_kernel kernel_;
  waking_place place_{made_up};
};

TEST_F(waking_place_test, who_is_called_is_kept_off_the_cpu_of_the_caller_until_it_rises) {
  kernel_.waker_cpu = 2;
  place_.owner_lie_down();
  EXPECT_TRUE(kernel_.may_run_on({0, 1, 2, 3})) << "nobody has called";
  EXPECT_TRUE(place_.any_call(/*elsewhere=*/true));
  EXPECT_TRUE(kernel_.may_run_on({0, 1, 3}));
  EXPECT_FALSE(place_.any_call(/*elsewhere=*/true)) << "not twice";
  EXPECT_TRUE(place_.owner_rise());
  EXPECT_TRUE(kernel_.may_run_on({0, 1, 2, 3}));
}

TEST_F(waking_place_test, who_is_awake_is_left_alone) {
  EXPECT_FALSE(place_.any_call(/*elsewhere=*/true));
  sleep_and_rise();
  const int writes = kernel_.writes;
  EXPECT_FALSE(place_.any_call(/*elsewhere=*/true));
  place_.owner_lie_down();
  EXPECT_FALSE(place_.owner_rise()) << "nobody has called";
  EXPECT_EQ(kernel_.writes, writes);
}

TEST_F(waking_place_test, a_plain_call_changes_no_mask) {
  place_.owner_lie_down();
  EXPECT_TRUE(place_.any_call(/*elsewhere=*/false));
  EXPECT_TRUE(place_.owner_rise());
  EXPECT_EQ(kernel_.writes, 0);
}

TEST_F(waking_place_test, there_has_to_be_another_cpu) {
  kernel_.asked = mask_of({0});
  sleep_and_rise();
  kernel_.asked = mask_of({1, 2});
  sleep_and_rise();
  EXPECT_EQ(kernel_.writes, 0) << "of two it had neither, or none but the caller's";
  EXPECT_TRUE(kernel_.may_run_on({1, 2}));
}

TEST_F(waking_place_test, a_mask_that_somebody_chose_comes_back) {
  kernel_.asked = mask_of({0, 1});
  for (int sleeps = 0; sleeps < 3; ++sleeps) {
    sleep_and_rise();
    EXPECT_TRUE(kernel_.may_run_on({0, 1}));
  }
  kernel_.granted = mask_of({0, 1, 2, 3, 4});
  EXPECT_TRUE(kernel_.may_run_on({0, 1})) << "whatever the group grants later";
}

TEST_F(waking_place_test, a_mask_that_nobody_chose_follows_the_control_group) {
  sleep_and_rise();
  kernel_.granted = mask_of({0, 1, 2, 3, 4, 5});
  EXPECT_TRUE(kernel_.may_run_on({0, 1, 2, 3, 4, 5}));
  kernel_.granted = mask_of({0, 1});
  sleep_and_rise();
  EXPECT_TRUE(kernel_.may_run_on({0, 1}));
  kernel_.granted = mask_of({0, 1, 2, 3});
  EXPECT_TRUE(kernel_.may_run_on({0, 1, 2, 3}));
}

TEST_F(waking_place_test, what_is_set_while_it_wakes_stays) {
  place_.owner_lie_down();
  EXPECT_TRUE(place_.any_call(/*elsewhere=*/true));
  kernel_.asked = mask_of({0, 3});
  EXPECT_TRUE(place_.owner_rise());
  EXPECT_TRUE(kernel_.may_run_on({0, 3}));
}

TEST_F(waking_place_test, what_is_set_while_it_sleeps_stays) {
  place_.owner_lie_down();
  kernel_.asked = mask_of({0, 3});
  EXPECT_TRUE(place_.any_call(/*elsewhere=*/true));
  EXPECT_TRUE(kernel_.may_run_on({3}));
  EXPECT_TRUE(place_.owner_rise());
  EXPECT_TRUE(kernel_.may_run_on({0, 3}));
}

TEST_F(waking_place_test, a_kernel_that_refuses_does_no_harm) {
  kernel_.refuses = true;
  sleep_and_rise();
  EXPECT_TRUE(kernel_.may_run_on({0, 1, 2, 3}));
}

TEST_F(waking_place_test, a_mask_of_which_nothing_is_granted_any_more_becomes_what_is) {
  kernel_.asked = mask_of({0, 1});
  sleep_and_rise();
  place_.owner_lie_down();
  EXPECT_TRUE(place_.any_call(/*elsewhere=*/true));
  kernel_.granted = mask_of({1});
  EXPECT_TRUE(place_.owner_rise());
  EXPECT_TRUE(kernel_.may_run_on({1}));
}

TEST_F(waking_place_test, the_child_of_a_fork_does_not_move_threads_of_its_parent) {
  place_.owner_lie_down();
  kernel_.process = 2;
  EXPECT_TRUE(place_.any_call(/*elsewhere=*/true));
  EXPECT_EQ(kernel_.writes, 0);
}

TEST_F(waking_place_test, a_cpu_that_is_not_known_keeps_nobody_off) {
  kernel_.waker_cpu = -1;
  sleep_and_rise();
  kernel_.waker_cpu = CPU_SETSIZE;
  sleep_and_rise();
  EXPECT_EQ(kernel_.writes, 0);
}

// On this machine's kernel, the mask still contains the caller's CPU if the thread may run on no
// other.
TEST(waking_place, of_the_system_moves_the_thread_and_gives_its_mask_back) {
  const cpu_set all = get_affinity();
  waking_place place;
  parker sleep;
  std::atomic<pid_t> sleeper = 0;
  cpu_set afterwards;
  std::thread other([&] {
    place.owner_lie_down();
    sleeper = system_placing.thread();
    sleep.owner_park();
    EXPECT_TRUE(place.owner_rise());
    afterwards = get_affinity();
  });
  while (sleeper == 0) {
    std::this_thread::yield();
  }
  cpu_set mine;
  mine.insert(all.first());
  set_affinity(mine);
  EXPECT_TRUE(place.any_call(/*elsewhere=*/true));
  cpu_set_t seen;
  ASSERT_EQ(system_placing.read_mask(sleeper, seen), 0);
  EXPECT_EQ(CPU_ISSET(all.first(), &seen) == 0, all.count() > 1);
  EXPECT_EQ(static_cast<unsigned>(CPU_COUNT(&seen)), all.count() > 1 ? all.count() - 1 : 1);
  sleep.any_unpark();
  other.join();
  set_affinity(all);
  EXPECT_EQ(afterwards, all);
}

// Workers wake each other in turn. Each time, the woken worker has not been called before.
TEST(waking_place, workers_that_wake_each_other_keep_their_masks) {
  const cpu_set all = get_affinity();
  constexpr unsigned laps = 200;
  awake_count awake;
  native_team team({.workers = 2, .pin = false, .cpus = {}, .name = "test"}, {}, 2, awake);
  std::vector<unsigned> changed(2);
  team.start([&](unsigned index) {
    for (unsigned lap = 0; lap < laps; ++lap) {
      if (index != 0 || lap != 0) {
        team.park(index);
      }
      changed[index] += get_affinity() == all ? 0 : 1;
      team.unpark_beside(1 - index);
    }
  });
  team.join_all();
  EXPECT_EQ(changed, std::vector<unsigned>(2));
  EXPECT_EQ(awake.get(), 0U);
}

// The worker is called as soon as possible, or late. It is counted once, whether it or the waking
// thread counts it.
TEST(waking_place, who_is_called_is_counted_once) {
  constexpr unsigned workers = 4;
  for (unsigned lap = 0; lap < 50; ++lap) {
    awake_count awake;
    native_team team({.workers = workers, .pin = false, .cpus = {}, .name = "test"}, {}, 2, awake);
    team.start([&](unsigned index) {
      if (index != 0) {
        team.park(index);
        return;
      }
      while (lap % 2 == 0 && awake.get() != 1) {
        std::this_thread::yield();
      }
      for (unsigned other = 1; other < workers; ++other) {
        team.unpark_beside(other);
      }
    });
    team.join_all();
    EXPECT_EQ(awake.get(), 0U);
  }
}

}  // namespace
}  // namespace nuthatch::platform
