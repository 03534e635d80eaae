// SPDX-License-Identifier: Apache-2.0

// The tests of splicing once more, with checks: all that they declare is right.
#define NUTHATCH_CHECK_EFFECTS
#include "splice/parallel_nest_test.cpp"  // NOLINT(bugprone-suspicious-include)
#include "splice/pipeline_test.cpp"       // NOLINT(bugprone-suspicious-include)
#include "splice/random_nest_test.cpp"    // NOLINT(bugprone-suspicious-include)
#include "splice/splice_test.cpp"         // NOLINT(bugprone-suspicious-include)
