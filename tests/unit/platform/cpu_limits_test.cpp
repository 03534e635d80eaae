// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu_limits.hpp"

#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/affinity.hpp"
#include "unit/platform/made_up_system.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class cpu_limits_test : public ::testing::Test {
 protected:
  void use_v2(const std::string& group) const {
    system_.write("/proc/self/cgroup", "0::" + group + "\n");
    system_.write("/proc/self/mountinfo", made_up_system::mount("/", "/cg", "cgroup2", "x"));
  }

  void use_v1(const std::string& group) const {
    system_.write("/proc/self/cgroup", "2:memory:" + group + "\n1:cpu,cpuacct:" + group + "\n");
    system_.write("/proc/self/mountinfo",
                  made_up_system::mount("/", "/cg/cpu", "cgroup", "cpu,cpuacct") +
                      made_up_system::mount("/", "/cg/memory", "cgroup", "memory"));
  }

  [[nodiscard]] cpu_limits read() const { return read_cpu_limits(system_.root()); }

  /// As on a machine with many CPUs, so that only the quota matters.
  [[nodiscard]] unsigned workers_of_1000() const {
    cpu_limits limits = read();
    limits.affinity = cpu_set::first_n(1000);
    return limits.workers();
  }

  made_up_system system_;
};

TEST_F(cpu_limits_test, without_groups_the_mask_decides) {
  const cpu_limits limits = read();
  EXPECT_EQ(limits.affinity, get_affinity());
  EXPECT_EQ(limits.quota(), std::nullopt);
  EXPECT_EQ(limits.memory(), std::nullopt);
  EXPECT_EQ(limits.workers(), get_affinity().count());
}

TEST_F(cpu_limits_test, v2_quota_is_rounded_up) {
  use_v2("/a");
  system_.write("/cg/a/cpu.max", "250000 100000\n");
  EXPECT_EQ(read().quota(), 2.5);
  EXPECT_EQ(workers_of_1000(), 3U);
}

TEST_F(cpu_limits_test, whole_quota_is_not_rounded) {
  use_v2("/a");
  system_.write("/cg/a/cpu.max", "300000 100000\n");
  EXPECT_EQ(workers_of_1000(), 3U);
}

TEST_F(cpu_limits_test, tiny_quota_still_gives_one_worker) {
  use_v2("/a");
  system_.write("/cg/a/cpu.max", "1000 100000\n");
  EXPECT_EQ(workers_of_1000(), 1U);
}

TEST_F(cpu_limits_test, quota_larger_than_the_mask_does_not_matter) {
  use_v2("/a");
  system_.write("/cg/a/cpu.max", "900000000 100000\n");
  EXPECT_EQ(read().workers(), get_affinity().count());
}

TEST_F(cpu_limits_test, v2_max_is_no_limit_but_is_told) {
  use_v2("/a");
  system_.write("/cg/a/cpu.max", "max 100000\n");
  const cpu_limits limits = read();
  EXPECT_EQ(limits.quota(), std::nullopt);
  ASSERT_THAT(limits.cpu_quotas, SizeIs(1));
  EXPECT_EQ(limits.cpu_quotas[0].file, (system_.root() / "cg/a/cpu.max").string());
  EXPECT_EQ(limits.cpu_quotas[0].text, "max 100000");
}

TEST_F(cpu_limits_test, ancestors_limit_too) {
  use_v2("/a/b/c");
  system_.write("/cg/a/cpu.max", "150000 100000\n");
  system_.write("/cg/a/b/cpu.max", "max 100000\n");
  system_.write("/cg/a/b/c/cpu.max", "400000 100000\n");
  EXPECT_EQ(read().quota(), 1.5);
  EXPECT_EQ(workers_of_1000(), 2U);
  EXPECT_THAT(read().cpu_quotas, SizeIs(3));
}

TEST_F(cpu_limits_test, groups_beside_the_own_one_do_not_limit) {
  use_v2("/a/b");
  system_.write("/cg/z/cpu.max", "100000 100000\n");
  system_.write("/cg/a/y/cpu.max", "100000 100000\n");
  EXPECT_EQ(read().quota(), std::nullopt);
}

TEST_F(cpu_limits_test, v1_quota_over_period) {
  use_v1("/a");
  system_.write("/cg/cpu/a/cpu.cfs_quota_us", "75000\n");
  system_.write("/cg/cpu/a/cpu.cfs_period_us", "50000\n");
  EXPECT_EQ(read().quota(), 1.5);
  EXPECT_EQ(read().cpu_quotas[0].text, "75000 50000");
  EXPECT_EQ(workers_of_1000(), 2U);
}

TEST_F(cpu_limits_test, v1_minus_one_is_no_limit) {
  use_v1("/a");
  system_.write("/cg/cpu/cpu.cfs_quota_us", "-1\n");
  system_.write("/cg/cpu/cpu.cfs_period_us", "100000\n");
  system_.write("/cg/cpu/a/cpu.cfs_quota_us", "-1\n");
  system_.write("/cg/cpu/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(read().quota(), std::nullopt);
  EXPECT_THAT(read().cpu_quotas, SizeIs(2));
}

TEST_F(cpu_limits_test, v1_ancestors_limit_too) {
  use_v1("/a/b");
  system_.write("/cg/cpu/a/cpu.cfs_quota_us", "200000\n");
  system_.write("/cg/cpu/a/cpu.cfs_period_us", "100000\n");
  system_.write("/cg/cpu/a/b/cpu.cfs_quota_us", "-1\n");
  system_.write("/cg/cpu/a/b/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(workers_of_1000(), 2U);
}

TEST_F(cpu_limits_test, damaged_files_do_not_limit) {
  for (const char* const text : {"",
                                 "\n",
                                 "abc",
                                 "100000",
                                 "100000 0",
                                 "100000 x",
                                 "0 100000",
                                 "-5 100000",
                                 "nan 1",
                                 "inf 1"}) {
    use_v2("/a");
    system_.write("/cg/a/cpu.max", text);
    EXPECT_EQ(read().quota(), std::nullopt) << text;
    EXPECT_EQ(read().workers(), get_affinity().count()) << text;
  }
}

TEST_F(cpu_limits_test, v1_quota_without_its_period_does_not_limit) {
  use_v1("/a");
  system_.write("/cg/cpu/a/cpu.cfs_quota_us", "1000\n");
  EXPECT_EQ(read().quota(), std::nullopt);
  EXPECT_EQ(read().cpu_quotas[0].text, "1000 ?");
}

TEST_F(cpu_limits_test, v2_memory) {
  use_v2("/a/b");
  system_.write("/cg/a/memory.max", "536870912\n");
  system_.write("/cg/a/b/memory.max", "max\n");
  EXPECT_EQ(read().memory(), 536870912U);
  EXPECT_THAT(read().memory_limits, SizeIs(2));
}

TEST_F(cpu_limits_test, v1_memory) {
  use_v1("/a");
  system_.write("/cg/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(read().memory(), std::nullopt);
  system_.write("/cg/memory/a/memory.limit_in_bytes", "1073741824\n");
  EXPECT_EQ(read().memory(), 1073741824U);
}

TEST_F(cpu_limits_test, text_tells_every_value_and_where_it_is_from) {
  use_v2("/a");
  system_.write("/cg/cpu.max", "max 100000\n");
  system_.write("/cg/a/cpu.max", "150000 100000\n");
  cpu_limits limits = read();
  limits.affinity = cpu_set::parse("0-3,8");
  const std::string text = limits.to_string();
  EXPECT_THAT(text, HasSubstr("affinity mask: 5 cpus (0-3,8)\n"));
  EXPECT_THAT(text, HasSubstr("cg/a/cpu.max is \"150000 100000\"\n"));
  EXPECT_THAT(text, HasSubstr("cg/cpu.max is \"max 100000\", no limit\n"));
  EXPECT_THAT(text, HasSubstr("memory limit: no control group sets one\n"));
  EXPECT_THAT(text,
              HasSubstr("workers: 2, the smaller of mask and quota (1.5 cpus, rounded up)\n"));
}

TEST(cpu_limits, of_this_machine) {
  EXPECT_GE(worker_count(), 1U);
  EXPECT_LE(worker_count(), get_affinity().count());
}

TEST(cpu_limits, without_any_cpu_there_is_still_one_worker) {
  EXPECT_EQ(cpu_limits().workers(), 1U);
}

}  // namespace
}  // namespace nuthatch::platform
