// SPDX-License-Identifier: Apache-2.0

// Built only if Nuthatch has hwloc.

#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"
#include "unit/platform/made_up_system.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::HasSubstr;

template <class Read>
std::string complaint_of(Read read) {
  try {
    read();
  } catch (const option_error& refused) {
    return refused.what();
  }
  return "accepted";
}

TEST(synthetic_topology, has_the_levels_that_were_asked_for) {
  const topology machine = topology::from_synthetic("pack:2 l3:2 core:4 pu:2");
  EXPECT_EQ(machine.groups(topology_level::package).size(), 2U);
  EXPECT_EQ(machine.groups(topology_level::l3).size(), 4U);
  EXPECT_EQ(machine.groups(topology_level::core).size(), 16U);
  EXPECT_EQ(machine.cpus(), cpu_set::first_n(32));
  EXPECT_EQ(machine.shared_level(0, 1), topology_level::core);
  EXPECT_EQ(machine.shared_level(0, 7), topology_level::l3);
  EXPECT_EQ(machine.shared_level(0, 15), topology_level::package);
  EXPECT_EQ(machine.distance(0, 31), 32U);
}

TEST(synthetic_topology, has_sizes) {
  const topology machine = topology::from_synthetic(
      "pack:1 numa:2(memory=8GiB) l3:1(size=16MiB) l2:2(size=1MiB) core:1 pu:1");
  EXPECT_EQ(machine.groups(topology_level::l3)[0].bytes, 16U << 20U);
  EXPECT_EQ(machine.groups(topology_level::l2).size(), 4U);
  EXPECT_EQ(machine.groups(topology_level::numa_node)[1].bytes, std::uint64_t{8} << 30U);
  EXPECT_EQ(machine.groups(topology_level::numa_node)[1].cpus, cpu_set::parse("2-3"));
}

TEST(synthetic_topology, of_80_and_192_cores) {
  EXPECT_EQ(topology::from_synthetic("pack:8 core:10 pu:1").cpus().count(), 80U);
  const topology large = topology::from_synthetic("pack:2 l3:12 core:8 pu:1");
  EXPECT_EQ(large.cpus().count(), 192U);
  EXPECT_EQ(large.by_distance(100).size(), 191U);
  EXPECT_EQ(large.by_distance(100).front(), 101U);
}

TEST(synthetic_topology, beyond_1024_cpus) {
  const topology machine = topology::from_synthetic("pack:16 core:128 pu:2");
  EXPECT_EQ(machine.cpus().count(), 4096U);
  EXPECT_EQ(machine.distance(4094, 4095), 2U);
}

TEST(synthetic_topology, without_cores_every_unit_is_one) {
  const topology machine = topology::from_synthetic("pack:1 pu:3");
  EXPECT_EQ(machine.groups(topology_level::core).size(), 3U);
}

TEST(synthetic_topology, nonsense_is_refused_by_name) {
  for (const char* const text : {"", "nonsense", "pack:0 pu:1", "pack:2 core", "pu:2 pack:2"}) {
    EXPECT_THAT(complaint_of([&] { static_cast<void>(topology::from_synthetic(text)); }),
                HasSubstr("'" + std::string(text) + "' is no machine"))
        << text;
  }
}

TEST(xml_topology, is_read) {
  const made_up_system files;
  files.write("/machine.xml", R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE topology SYSTEM "hwloc2.dtd">
<topology version="2.0">
  <object type="Machine" os_index="0" cpuset="0x3" complete_cpuset="0x3" allowed_cpuset="0x3"
          nodeset="0x1" complete_nodeset="0x1" allowed_nodeset="0x1" gp_index="1">
    <info name="CPUModel" value="Test CPU"/>
    <object type="NUMANode" os_index="0" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1"
            complete_nodeset="0x1" gp_index="2" local_memory="1073741824"/>
    <object type="Core" os_index="4" cpuset="0x3" complete_cpuset="0x3" nodeset="0x1"
            complete_nodeset="0x1" gp_index="3">
      <object type="PU" os_index="0" cpuset="0x1" complete_cpuset="0x1" nodeset="0x1"
              complete_nodeset="0x1" gp_index="4"/>
      <object type="PU" os_index="1" cpuset="0x2" complete_cpuset="0x2" nodeset="0x1"
              complete_nodeset="0x1" gp_index="5"/>
    </object>
  </object>
</topology>
)");
  const topology machine = topology::from_xml((files.root() / "machine.xml").string());
  EXPECT_EQ(machine.model(), "Test CPU");
  EXPECT_EQ(machine.groups(topology_level::core).size(), 1U);
  EXPECT_EQ(machine.groups(topology_level::core)[0].index, 4U);
  EXPECT_EQ(machine.groups(topology_level::numa_node)[0].bytes, 1U << 30U);
  EXPECT_EQ(machine.cpus(), cpu_set::first_n(2));
}

TEST(xml_topology, missing_and_damaged_files_are_refused_by_name) {
  const made_up_system files;
  files.write("/damaged.xml", "<topology><object");
  for (const char* const name : {"damaged.xml", "missing.xml"}) {
    const std::string path = (files.root() / name).string();
    EXPECT_THAT(complaint_of([&] { static_cast<void>(topology::from_xml(path)); }),
                HasSubstr("'" + path + "' cannot be read"));
  }
}

}  // namespace
}  // namespace nuthatch::platform
