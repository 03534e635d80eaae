// SPDX-License-Identifier: Apache-2.0

// Runs the tests of splicing again, with checks. All of their declarations are right.
#define NUTHATCH_CHECK_EFFECTS
#include "splice/parallel_nest_test.cpp"  // NOLINT(bugprone-suspicious-include)
#include "splice/pipeline_test.cpp"       // NOLINT(bugprone-suspicious-include)
#include "splice/random_nest_test.cpp"    // NOLINT(bugprone-suspicious-include)
#include "splice/splice_test.cpp"         // NOLINT(bugprone-suspicious-include)
