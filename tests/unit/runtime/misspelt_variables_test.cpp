// SPDX-License-Identifier: Apache-2.0
#include "runtime/misspelt_variables.hpp"

#include <cstdlib>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "environment_variable.hpp"

namespace nuthatch {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::vector<std::string> known{
    "NUTHATCH_WORKERS", "NUTHATCH_SCHEDULER", "NUTHATCH_STACK_SIZE", "NUTHATCH_SEED"};

TEST(misspelt_variables_test, the_likely_variable_is_named) {
  EXPECT_THAT(misspelling("NUTHATCH_WORKER", known), HasSubstr("did you mean NUTHATCH_WORKERS?"));
  EXPECT_THAT(misspelling("NUTHATCH_WROKERS", known), HasSubstr("did you mean NUTHATCH_WORKERS?"));
  EXPECT_THAT(misspelling("NUTHATCH_STACKSIZE", known),
              HasSubstr("did you mean NUTHATCH_STACK_SIZE?"));
  EXPECT_THAT(misspelling("NUTHATCH_NUM_THREADS", known),
              HasSubstr("did you mean NUTHATCH_WORKERS?"));
  EXPECT_THAT(misspelling("NUTHACH_SCHEDULER", known),
              HasSubstr("did you mean NUTHATCH_SCHEDULER?"));
  EXPECT_THAT(misspelling("nuthatch_workers", known), HasSubstr("did you mean NUTHATCH_WORKERS?"));
}

TEST(misspelt_variables_test, nothing_is_said_of_others) {
  for (const char* const name : {"NUTHATCH_WORKERS",
                                 "NUTHATCH_TEST_SEED",
                                 "NUTHATCH_PEER_DIR",
                                 "NUTHATCH_OMP_STATS",
                                 "NUMBA_NUM_THREADS",
                                 "NUMEXPR_MAX_THREADS",
                                 "HOME",
                                 ""}) {
    EXPECT_THAT(misspelling(name, known), IsEmpty()) << name;
  }
}

TEST(misspelt_variables_death_test, a_program_is_told_when_it_reads_its_options) {
  const testing::environment_variable wrong("NUTHATCH_WORKRES", "3");
  EXPECT_EXIT(
      {
        static_cast<void>(options::from_environment());
        std::exit(0);  // NOLINT(concurrency-mt-unsafe)
      },
      ::testing::ExitedWithCode(0),
      "NUTHATCH_WORKRES is unknown and has no effect; did you mean NUTHATCH_WORKERS");
}

}  // namespace
}  // namespace nuthatch
