// SPDX-License-Identifier: Apache-2.0

// Built only if Nuthatch has no hwloc.

#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {
namespace {

TEST(topology_without_hwloc, of_this_machine_is_the_list_of_cpus) {
  EXPECT_EQ(topology::this_machine().cpus(), get_affinity());
}

TEST(topology_without_hwloc, refuses_descriptions) {
  EXPECT_THROW(static_cast<void>(topology::from_synthetic("pack:2 pu:2")), option_error);
  EXPECT_THROW(static_cast<void>(topology::from_xml("machine.xml")), option_error);
}

}  // namespace
}  // namespace nuthatch::platform
