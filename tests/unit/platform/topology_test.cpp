// SPDX-License-Identifier: Apache-2.0
#include "platform/topology.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_up_machine.hpp"
#include "platform/affinity.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using testing::put;
using testing::two_packages;

TEST(topology, orders_cpus_along_the_machine) {
  EXPECT_THAT(two_packages().ordered_cpus(),
              ElementsAre(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
}

TEST(topology, finds_the_group_of_a_cpu) {
  const topology machine = two_packages();
  EXPECT_EQ(machine.group_of(topology_level::core, 9), 1U);
  EXPECT_EQ(machine.group_of(topology_level::package, 4), 1U);
  EXPECT_EQ(machine.group_of(topology_level::l2, 4), std::nullopt);
  EXPECT_EQ(machine.group_of(topology_level::core, 16), std::nullopt);
  EXPECT_EQ(machine.groups(topology_level::l3).size(), 4U);
  EXPECT_THAT(machine.groups(topology_level::l1), IsEmpty());
}

TEST(topology, names_what_two_cpus_share) {
  const topology machine = two_packages();
  EXPECT_EQ(machine.shared_level(0, 8), topology_level::core);
  EXPECT_EQ(machine.shared_level(0, 9), topology_level::l3);
  EXPECT_EQ(machine.shared_level(0, 3),
            topology_level::numa_node);  // precedes the package: the innermost of equals
  EXPECT_EQ(machine.shared_level(0, 4), std::nullopt);
  EXPECT_EQ(machine.shared_level(0, 99), std::nullopt);
}

TEST(topology, distance_grows_outwards) {
  const topology machine = two_packages();
  EXPECT_EQ(machine.distance(0, 0), 0U);
  EXPECT_EQ(machine.distance(0, 8), 2U);
  EXPECT_EQ(machine.distance(0, 1), 4U);
  EXPECT_EQ(machine.distance(0, 2), 8U);
  EXPECT_EQ(machine.distance(0, 7), 16U);
  EXPECT_EQ(machine.distance(7, 0), 16U);
}

TEST(topology, by_distance_begins_with_the_sibling_and_goes_round) {
  EXPECT_THAT(two_packages().by_distance(1),
              ElementsAre(9, 0, 8, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15));
  EXPECT_THAT(two_packages().by_distance(15),
              ElementsAre(7, 6, 14, 4, 12, 5, 13, 0, 8, 1, 9, 2, 10, 3, 11));
}

// On old machines several packages share one memory. The package is then the nearer level.
TEST(topology, package_inside_a_numa_node) {
  topology::groups_by_level groups;
  put(groups, topology_level::core, {"0", "1", "2", "3"});
  put(groups, topology_level::package, {"0-1", "2-3"});
  put(groups, topology_level::numa_node, {"0-3"});
  const topology machine("test", "", std::move(groups));
  EXPECT_EQ(machine.shared_level(0, 1), topology_level::package);
  EXPECT_EQ(machine.shared_level(0, 2), topology_level::numa_node);
  EXPECT_LT(machine.distance(0, 1), machine.distance(0, 2));
}

TEST(topology, memory_without_cpus_belongs_to_no_cpu) {
  topology::groups_by_level groups;
  put(groups, topology_level::core, {"0", "1"});
  put(groups, topology_level::numa_node, {"", "0-1", "0-1"});
  const topology machine("test", "", std::move(groups));
  EXPECT_EQ(machine.group_of(topology_level::numa_node, 0), 1U);
  EXPECT_EQ(machine.groups(topology_level::numa_node).size(), 3U);
}

TEST(topology, flat_has_one_core_per_cpu_and_one_package) {
  const topology machine = topology::flat(cpu_set::parse("1,3-4"));
  EXPECT_EQ(machine.cpus(), cpu_set::parse("1,3-4"));
  EXPECT_EQ(machine.groups(topology_level::core).size(), 3U);
  EXPECT_EQ(machine.shared_level(1, 4), topology_level::package);
  EXPECT_THAT(machine.by_distance(3), ElementsAre(4, 1));
}

TEST(topology, of_this_machine_has_all_cpus_of_the_mask) {
  const topology machine = topology::this_machine();
  EXPECT_THAT(machine.cpus().members(), IsSupersetOf(get_affinity().members()));
  EXPECT_FALSE(machine.to_string().empty());
}

TEST(topology_death_test, refuses_cpus_in_no_core_or_in_two) {
  topology::groups_by_level twice;
  put(twice, topology_level::core, {"0-1", "1-2"});
  EXPECT_DEATH(topology("test", "", twice), "a cpu is in two cores");
  topology::groups_by_level coreless;
  put(coreless, topology_level::core, {"0"});
  put(coreless, topology_level::package, {"0-1"});
  EXPECT_DEATH(topology("test", "", coreless), "a cpu is in no core");
  EXPECT_DEATH(topology("test", "", {}), "a machine without cpus");
}

TEST(pin_order, takes_one_thread_per_core_first) {
  EXPECT_THAT(pin_order(two_packages(), cpu_set::first_n(16)),
              ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

TEST(pin_order, keeps_to_the_allowed_cpus) {
  EXPECT_THAT(pin_order(two_packages(), cpu_set::parse("8-9,4,1,12")), ElementsAre(8, 1, 4, 9, 12));
  EXPECT_THAT(pin_order(two_packages(), cpu_set::parse("3,77")), ElementsAre(3, 77));
  EXPECT_THAT(pin_order(two_packages(), cpu_set()), IsEmpty());
}

TEST(topology_text, draws_what_encloses_what) {
  EXPECT_EQ(two_packages().to_string(),
            "machine (from test): 2 packages, 2 NUMA nodes, 4 L3s, 8 cores, 16 cpus\n"
            "  package 0, NUMA node 0: cpus 0-3,8-11\n"
            "    L3 0: cpus 0-1,8-9\n"
            "      2 times core: cpus 0,8 | 1,9\n"
            "    L3 1: cpus 2-3,10-11\n"
            "      2 times core: cpus 2,10 | 3,11\n"
            "  package 1, NUMA node 1: cpus 4-7,12-15\n"
            "    L3 2: cpus 4-5,12-13\n"
            "      2 times core: cpus 4,12 | 5,13\n"
            "    L3 3: cpus 6-7,14-15\n"
            "      2 times core: cpus 6,14 | 7,15\n");
}

TEST(topology_text, draws_sizes_and_memory_without_cpus) {
  topology::groups_by_level groups;
  put(groups, topology_level::core, {"0"});
  put(groups, topology_level::l2, {"0"});
  put(groups, topology_level::numa_node, {"0", ""});
  groups[static_cast<std::size_t>(topology_level::l2)][0].bytes = 1280U << 10U;
  groups[static_cast<std::size_t>(topology_level::numa_node)][1].bytes = std::uint64_t{96} << 30U;
  const topology machine("test", "Some CPU", std::move(groups));
  EXPECT_EQ(machine.to_string(),
            "Some CPU (from test): 2 NUMA nodes, 1 core, 1 cpu\n"
            "  NUMA node 0, L2 0 (1.2 MiB), core 0: cpus 0\n"
            "  NUMA node 1 (96 GiB): no cpus\n");
}

TEST(topology_text, leaves_out_the_middle_of_many_cores) {
  EXPECT_THAT(topology::flat(cpu_set::first_n(192)).to_string(),
              ::testing::HasSubstr("    192 times core: cpus 0 | 1 | 2 | ... | 191\n"));
}

TEST(topology_text, draws_packages_without_anything_around_them) {
  topology::groups_by_level groups;
  put(groups, topology_level::core, {"0", "1"});
  put(groups, topology_level::package, {"0", "1"});
  EXPECT_EQ(topology("test", "", std::move(groups)).to_string(),
            "machine (from test): 2 packages, 2 cores, 2 cpus\n"
            "  2 times package, core: cpus 0 | 1\n");
}

TEST(topology_text, draws_a_flat_machine) {
  EXPECT_EQ(topology::flat(cpu_set::first_n(3)).to_string(),
            "machine (from list of cpus only): 1 package, 3 cores, 3 cpus\n"
            "  package 0: cpus 0-2\n"
            "    3 times core: cpus 0 | 1 | 2\n");
}

}  // namespace
}  // namespace nuthatch::platform
