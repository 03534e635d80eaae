// SPDX-License-Identifier: Apache-2.0

// Every call that the library makes into the system fails once, or from then on: the results are
// right, or an exception says what is missing. Nothing is left behind, and a new runtime works.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <new>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "effort.hpp"
#include "failing_calls.hpp"
#include "program.hpp"
#include "seed.hpp"

namespace nuthatch {
namespace {

using namespace testing;

enum class verdict : std::uint8_t { none, right, refused, wrong, unclear, leak, worse_afterwards };

/// What a child tells its parent: in memory that both have, for the child may have no other.
struct report {
  bool reached;
  verdict end;
  char text[400];

  void say(verdict what, const char* why) noexcept {
    end = what;
    std::snprintf(text, sizeof text, "%s", why);
  }
};

/// Whether a user could make something of it: an exception for lack of memory, or one that names
/// what failed.
bool is_clear(const std::exception_ptr& thrown, report& to) {
  try {
    std::rethrow_exception(thrown);
  } catch (const task_errors& several) {
    to.say(verdict::refused, several.what());
    return std::all_of(several.all().begin(), several.all().end(), [&to](const auto& each) {
      return is_clear(each, to);
    });
  } catch (const std::bad_alloc& none) {
    to.say(verdict::refused, none.what());
    return true;
  } catch (const error& named) {
    to.say(verdict::refused, named.what());
    return std::strstr(named.what(), "cannot ") != nullptr ||
           std::strstr(named.what(), "stacks") != nullptr;
  } catch (const std::system_error& named) {
    to.say(verdict::refused, named.what());
    return true;
  } catch (const std::exception& other) {
    to.say(verdict::unclear, other.what());
  } catch (...) {
    to.say(verdict::unclear, "not a std::exception");
  }
  return false;
}

struct program {
  bool (*run)();
  bool leaves_nothing;  // does not make the default runtime, which stays
};

/// Waits a moment: a thread's entry in /proc goes after the thread can be joined.
bool is_single_threaded() {
  for (int i = 0; i < 1'000 && threads_now() > 1; ++i) {
    ::usleep(1'000);
  }
  return threads_now() == 1;
}

/// The child's part.
void run_with(const fault& planned, const program& what, report& to) {
  const holdings before = held_now();
  std::exception_ptr thrown;
  bool right = false;
  arm(planned);
  try {
    right = what.run();
  } catch (...) {
    thrown = std::current_exception();
  }
  disarm();
  to.reached = calls_since_arm(planned.which) >= planned.first;
  if (thrown ? !is_clear(thrown, to) : !right) {
    to.say(thrown ? verdict::unclear : verdict::wrong, thrown ? to.text : "wrong results");
    return;
  }
  const verdict first_end = thrown ? verdict::refused : verdict::right;
  thrown = nullptr;
  if (!what.run()) {
    to.say(verdict::worse_afterwards, "wrong results without a fault afterwards");
    return;
  }
  holdings after = held_now();
  if (planned.which == call::unmap_memory) {
    after.mapped_bytes = before.mapped_bytes;  // what could not be given back is lost
  }
  if (what.leaves_nothing && after != before) {
    std::snprintf(to.text,
                  sizeof to.text,
                  "%lld blocks and %lld mapped bytes more than before",
                  static_cast<long long>(after.blocks - before.blocks),
                  static_cast<long long>(after.mapped_bytes - before.mapped_bytes));
    to.end = verdict::leak;
    return;
  }
  if (what.leaves_nothing && !is_single_threaded()) {
    to.say(verdict::leak, "threads that were not joined");
    return;
  }
  to.end = first_end;
}

options small_runtime() {
  options wanted;
  wanted.workers = 3;
  wanted.stack_size = std::size_t{64} << 10;
  return wanted;
}

program own_runtime{[] { return run_program(small_runtime()); }, true};
program pinned_runtime{[] {
                         options wanted = small_runtime();
                         wanted.workers = 0;
                         wanted.pin = true;
                         return run_program(wanted);
                       },
                       true};
program default_runtime{run_foreign_program, false};

struct tally {
  std::uint64_t tried = 0;
  std::uint64_t right = 0;
  std::uint64_t refused = 0;
};

class injection_test : public ::testing::Test {
 protected:
  void SetUp() override {
    shared_ = static_cast<report*>(
        ::mmap(nullptr, sizeof(report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    ASSERT_NE(shared_, MAP_FAILED);
  }

  void TearDown() override { ::munmap(shared_, sizeof(report)); }

  /// Calls of each kind, in turn, or, where there are more than the test's length allows, some of
  /// them, chosen by chance.
  void fail_each(const program& what, const std::vector<call>& kinds) {
    if (what.leaves_nothing) {
      ASSERT_TRUE(what.run());  // what is made once in a process is there from now on
      ASSERT_TRUE(what.run());
      ASSERT_TRUE(is_single_threaded());
    }
    for (const call which : kinds) {
      for (const bool lasting : {false, true}) {
        fail_each(what, which, lasting);
      }
    }
  }

 private:
  void fail_each(const program& what, call which, bool lasting) {
    const std::uint64_t number = count(what, which);
    tally sum;
    for (const std::uint64_t first : chosen_up_to(number)) {
      const fault planned{which, first, lasting};
      SCOPED_TRACE(::testing::Message() << name_of(which) << " fails at call " << first
                                        << (lasting ? " and from then on" : ""));
      *shared_ = report{};
      const child_end end = in_child([&] { run_with(planned, what, *shared_); });
      EXPECT_TRUE(end.exited_with(0)) << "the child " << end.describe();
      EXPECT_TRUE(shared_->end == verdict::right || shared_->end == verdict::refused)
          << "verdict " << static_cast<int>(shared_->end) << ": " << shared_->text;
      sum.tried += shared_->reached ? 1 : 0;
      sum.right += shared_->reached && shared_->end == verdict::right ? 1 : 0;
      sum.refused += shared_->reached && shared_->end == verdict::refused ? 1 : 0;
      if (HasFailure()) {
        return;  // the others would say the same
      }
    }
    std::cout << name_of(which) << (lasting ? ", lasting" : ", once") << ": " << number
              << " calls, failed " << sum.tried << " of them, right results " << sum.right
              << ", exceptions " << sum.refused << '\n';
  }

  /// How many calls of the kind the program makes. Which thread is faster decides about some.
  std::uint64_t count(const program& what, call which) {
    *shared_ = report{};
    const child_end end = in_child([&] {
      arm({which, ~std::uint64_t{0}, false});
      if (!what.run()) {
        ::_exit(1);
      }
      disarm();
      std::snprintf(shared_->text,
                    sizeof shared_->text,
                    "%llu",
                    static_cast<unsigned long long>(calls_since_arm(which)));
    });
    EXPECT_TRUE(end.exited_with(0)) << "the child " << end.describe();
    return std::strtoull(shared_->text, nullptr, 10);
  }

  static std::vector<std::uint64_t> chosen_up_to(std::uint64_t number) {
    std::vector<std::uint64_t> every(number);
    for (std::uint64_t i = 0; i < number; ++i) {
      every[i] = i + 1;
    }
    std::vector<std::uint64_t> some;
    static std::mt19937_64 random(seed());
    std::sample(every.begin(), every.end(), std::back_inserter(some), rounds(80), random);
    return some;
  }

  report* shared_ = nullptr;
};

TEST_F(injection_test, memory) {
  fail_each(own_runtime,
            {call::map_memory, call::protect_memory, call::advise_memory, call::unmap_memory});
}

TEST_F(injection_test, allocations) {
  fail_each(own_runtime, {call::allocate});
}

TEST_F(injection_test, threads) {
  fail_each(own_runtime, {call::create_thread, call::prepare_thread, call::sleep});
}

TEST_F(injection_test, machine) {
  fail_each(pinned_runtime,
            {call::prepare_thread, call::read_affinity, call::open_file, call::read_file});
}

TEST_F(injection_test, default_runtime) {
  fail_each(default_runtime,
            {call::map_memory, call::create_thread, call::allocate, call::read_affinity});
}

}  // namespace
}  // namespace nuthatch
