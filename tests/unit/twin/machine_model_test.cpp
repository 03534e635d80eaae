// SPDX-License-Identifier: Apache-2.0
#include "twin/machine_model.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

namespace nuthatch::twin {
namespace {

TEST(machine_model_test, nodes_and_cpus) {
  const machine_model machine = machine_model::from("2x3");
  EXPECT_EQ(machine.cpus(), 6U);
  EXPECT_EQ(machine.name(), "2x3");
  EXPECT_EQ(machine.between(0, 2), nearness::same_cache);
  EXPECT_EQ(machine.between(0, 3), nearness::same_machine);
  EXPECT_EQ(machine.between(5, 3), nearness::same_cache);
  EXPECT_EQ(machine.shape().groups(platform::topology_level::numa_node).size(), 2U);
}

TEST(machine_model_test, workers_have_cpus_of_their_own) {
  const machine_model machine = machine_model::from("3x2");
  for (unsigned worker = 0; worker < machine.cpus(); ++worker) {
    EXPECT_EQ(machine.cpu_of(worker), worker);
  }
}

TEST(machine_model_test, flat_is_one_cache) {
  const machine_model machine = machine_model::flat(5);
  EXPECT_EQ(machine.cpus(), 5U);
  EXPECT_EQ(machine.between(0, 4), nearness::same_cache);
}

TEST(machine_model_test, wrong_texts_are_named) {
  for (const std::string text : {"0x4", "4x0", "5000x1", "70000x70000"}) {
    try {
      static_cast<void>(machine_model::from(text));
      ADD_FAILURE() << text << " was taken";
    } catch (const option_error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("'" + text + "'"));
    }
  }
  for (const std::string text : {"", "x", "2x", "x2", "2x3x4", "two", "-1x2"}) {
    EXPECT_THROW(static_cast<void>(machine_model::from(text)), option_error) << text;
  }
}

}  // namespace
}  // namespace nuthatch::twin
