// SPDX-License-Identifier: Apache-2.0
#include "platform/cgroup.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/platform/made_up_system.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class find_cgroups_test : public ::testing::Test {
 protected:
  void set_up(const std::string& groups, const std::string& mounts) const {
    system_.write("/proc/self/cgroup", groups);
    system_.write("/proc/self/mountinfo", mounts);
  }

  /// Returns the directories of all chains, relative to the made-up root.
  [[nodiscard]] std::vector<std::string> found(const std::string& controller = "cpu") const {
    std::vector<std::string> all;
    for (const cgroup_chain& chain : find_cgroups(system_.root(), controller)) {
      for (const auto& directory : chain.directories) {
        all.push_back("/" + directory.lexically_relative(system_.root()).string());
      }
    }
    return all;
  }

  made_up_system system_;
};

TEST_F(find_cgroups_test, nothing_in_an_empty_system) {
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(find_cgroups_test, v2_at_the_root) {
  set_up("0::/\n", made_up_system::mount("/", "/sys/fs/cgroup", "cgroup2", "nsdelegate"));
  EXPECT_THAT(found(), ElementsAre("/sys/fs/cgroup"));
  EXPECT_EQ(find_cgroups(system_.root(), "cpu").front().version, cgroup_version::v2);
}

TEST_F(find_cgroups_test, v2_nested_lists_all_ancestors_innermost_first) {
  set_up("0::/a.slice/b.service/c\n", made_up_system::mount("/", "/cg", "cgroup2", "x"));
  EXPECT_THAT(
      found(),
      ElementsAre("/cg/a.slice/b.service/c", "/cg/a.slice/b.service", "/cg/a.slice", "/cg"));
}

TEST_F(find_cgroups_test, v1_by_controller) {
  set_up("3:cpuset:/s\n2:cpu,cpuacct:/c\n1:memory:/m\n",
         made_up_system::mount("/", "/cg/cpuset", "cgroup", "cpuset") +
             made_up_system::mount("/", "/cg/cpu,cpuacct", "cgroup", "cpu,cpuacct") +
             made_up_system::mount("/", "/cg/memory", "cgroup", "memory"));
  EXPECT_THAT(found("cpu"), ElementsAre("/cg/cpu,cpuacct/c", "/cg/cpu,cpuacct"));
  EXPECT_THAT(found("memory"), ElementsAre("/cg/memory/m", "/cg/memory"));
  EXPECT_THAT(found("pids"), IsEmpty());
  EXPECT_EQ(find_cgroups(system_.root(), "cpu").front().version, cgroup_version::v1);
}

TEST_F(find_cgroups_test, both_versions_side_by_side) {
  set_up("1:cpu:/one\n0::/two\n",
         made_up_system::mount("/", "/cg/cpu", "cgroup", "cpu") +
             made_up_system::mount("/", "/cg/unified", "cgroup2", "x"));
  EXPECT_THAT(found(), ElementsAre("/cg/cpu/one", "/cg/cpu", "/cg/unified/two", "/cg/unified"));
}

TEST_F(find_cgroups_test, mount_that_shows_a_part_of_the_hierarchy) {
  set_up("1:cpu:/docker/id/sub\n", made_up_system::mount("/docker/id", "/cg/cpu", "cgroup", "cpu"));
  EXPECT_THAT(found(), ElementsAre("/cg/cpu/sub", "/cg/cpu"));
}

TEST_F(find_cgroups_test, own_group_outside_of_what_is_mounted) {
  set_up("1:cpu:/docker/id\n", made_up_system::mount("/docker/other", "/cg/cpu", "cgroup", "cpu"));
  EXPECT_THAT(found(), ElementsAre("/cg/cpu"));
}

TEST_F(find_cgroups_test, own_group_above_the_cgroup_namespace) {
  set_up("0::/../../x\n", made_up_system::mount("/", "/cg", "cgroup2", "x"));
  EXPECT_THAT(found(), ElementsAre("/cg"));
}

TEST_F(find_cgroups_test, similar_name_is_no_ancestor) {
  set_up("0::/ab/c\n", made_up_system::mount("/a", "/cg", "cgroup2", "x"));
  EXPECT_THAT(found(), ElementsAre("/cg"));
}

TEST_F(find_cgroups_test, of_several_mounts_the_one_that_shows_most) {
  set_up("0::/a/b\n",
         made_up_system::mount("/a/b", "/inner", "cgroup2", "x") +
             made_up_system::mount("/", "/whole", "cgroup2", "x") +
             made_up_system::mount("/z", "/other", "cgroup2", "x"));
  EXPECT_THAT(found(), ElementsAre("/whole/a/b", "/whole/a", "/whole"));
}

TEST_F(find_cgroups_test, blanks_in_the_mount_point) {
  set_up("0::/\n", made_up_system::mount("/", "/my\\040cg\\134x", "cgroup2", "x"));
  EXPECT_THAT(found(), ElementsAre("/my cg\\x"));
}

TEST_F(find_cgroups_test, colons_in_the_group) {
  set_up("0::/a:b\n", made_up_system::mount("/", "/cg", "cgroup2", "x"));
  EXPECT_THAT(found(), ElementsAre("/cg/a:b", "/cg"));
}

TEST_F(find_cgroups_test, damaged_files_are_no_groups) {
  set_up("nonsense\n:\n0\n\n0::\n", "nonsense\n - \n1 2 3 - cgroup2\n - cgroup2 a b\n");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(find_cgroups_test, group_without_its_mount) {
  set_up("0::/a\n1:cpu:/b\n", made_up_system::mount("/", "/proc", "proc", "rw"));
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
}  // namespace nuthatch::platform
