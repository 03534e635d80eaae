// SPDX-License-Identifier: Apache-2.0

// Little address space, little memory, half a processor.

#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <new>
#include <string>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "child.hpp"
#include "control_group.hpp"
#include "program.hpp"

namespace nuthatch {
namespace {

using namespace testing;

std::size_t address_space_in_use() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bool is_for_lack_of_memory(const std::exception& thrown) {
  if (const auto* several = dynamic_cast<const task_errors*>(&thrown)) {
    for (const std::exception_ptr& each : several->all()) {
      try {
        std::rethrow_exception(each);
      } catch (const std::exception& one) {
        if (!is_for_lack_of_memory(one)) {
          return false;
        }
      }
    }
    return true;
  }
  return dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr ||
         std::string(thrown.what()).find("annot allocate memory") != std::string::npos ||
         std::string(thrown.what()).find("temporarily unavailable") != std::string::npos;
}

/// Right results, or an exception that says that memory is short. True for results.
bool works_with(std::size_t more_bytes) {
  const rlimit most{.rlim_cur = address_space_in_use() + more_bytes, .rlim_max = RLIM_INFINITY};
  EXPECT_EQ(::setrlimit(RLIMIT_AS, &most), 0);
  try {
    options wanted;
    wanted.workers = 3;
    EXPECT_TRUE(run_program(wanted)) << "wrong results";
    return true;
  } catch (const std::exception& told) {
    EXPECT_TRUE(is_for_lack_of_memory(told)) << told.what();
    return false;
  }
}

TEST(limited_machine_test, address_space_is_short) {
  std::size_t least = 0;
  for (std::size_t kibibytes = 64; kibibytes <= std::size_t{1} << 21; kibibytes += kibibytes / 4) {
    SCOPED_TRACE(::testing::Message() << kibibytes << " KiB");
    bool works = false;
    const child_end end = expect_in_child([&] {
      works = works_with(kibibytes * 1024);
      std::puts(works ? "works" : "refused");
    });
    if (end.output.find("works") != std::string::npos && least == 0) {
      least = kibibytes;
    }
  }
  EXPECT_GT(least, 0U);
  std::printf("works from %zu KiB of address space more than the program has anyway\n", least);
}

TEST(limited_machine_test, memory_of_a_control_group_is_short) {
  const control_group group("memory");
  if (!group.missing().empty()) {
    GTEST_SKIP() << group.missing();
  }
  if (!group.limit("memory.max", "33554432", "memory.limit_in_bytes", "33554432")) {
    GTEST_SKIP() << "the group's memory cannot be limited";
  }
  expect_in_child([&] {
    ASSERT_TRUE(group.enter());
    options wanted;
    wanted.workers = 3;
    EXPECT_TRUE(run_program(wanted));
  });
}

TEST(limited_machine_test, half_a_processor) {
  const control_group group("cpu");
  if (!group.missing().empty()) {
    GTEST_SKIP() << group.missing();
  }
  if (!group.limit("cpu.max", "10000 20000", "cpu.cfs_quota_us", "50000")) {
    GTEST_SKIP() << "the group's processor time cannot be limited";
  }
  expect_in_child([&] {
    ASSERT_TRUE(group.enter());
    {
      const runtime automatic(options{});
      EXPECT_EQ(automatic.workers(), 1U);
    }
    options wanted;
    wanted.workers = 4;
    for (int i = 0; i < 20; ++i) {
      EXPECT_TRUE(run_program(wanted));
    }
  });
}

}  // namespace
}  // namespace nuthatch
