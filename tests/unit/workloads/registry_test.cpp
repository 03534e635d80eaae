// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "workloads/workload.hpp"

namespace nuthatch::workloads {
namespace {

TEST(registry, lists_every_workload_once) {
  const std::set<std::string> expected{"fib",       "fib-async",
                                       "fj",        "fj-rec",
                                       "nqueens",   "integrate",
                                       "uts",       "quicksort",
                                       "mergesort", "matmul",
                                       "strassen",  "heat",
                                       "sparse-lu", "sor",
                                       "pdfs",      "gc",
                                       "cg",        "mg",
                                       "lu",        "spc",
                                       "bpc",       "treerec",
                                       "wordcount", "fdtd",
                                       "scan",      "floyd-warshall",
                                       "health",    "fft",
                                       "cilksort",  "alignment",
                                       "floorplan", "jacobi-1d",
                                       "jacobi-2d", "jacobi-3d",
                                       "seidel-2d", "fdtd-2d",
                                       "apop",      "mvt",
                                       "bicg",      "quadtree",
                                       "kd-tree",   "algorithm"};
  std::set<std::string> found;
  for (const workload& each : all()) {
    EXPECT_TRUE(found.insert(each.name).second) << each.name;
  }
  EXPECT_EQ(found, expected);
}

TEST(registry, finds_by_name) {
  ASSERT_NE(find("fj-rec"), nullptr);
  EXPECT_EQ(find("fj-rec")->name, "fj-rec");
  EXPECT_EQ(find("sort"), find("mergesort"));
  EXPECT_EQ(find("fj_rec"), nullptr);
  EXPECT_EQ(find(""), nullptr);
}

TEST(registry, describes_every_workload_and_parameter) {
  for (const workload& each : all()) {
    EXPECT_FALSE(each.description.empty()) << each.name;
    EXPECT_FALSE(each.list.empty()) << each.name;
    for (const parameter& knob : each.list) {
      EXPECT_FALSE(knob.description.empty()) << each.name << " " << knob.name;
      for (const std::string& value : knob.by_size) {
        EXPECT_FALSE(value.empty()) << each.name << " " << knob.name;
        EXPECT_TRUE(accepts(knob.accepted, value)) << each.name << " " << knob.name << "=" << value;
      }
    }
  }
}

// So peers can run all of their workloads unless the user sets a parameter that they do not have.
TEST(registry, parameters_of_ours_make_no_difference_if_not_set) {
  std::set<std::string> found;
  for (const workload& each : all()) {
    for (const parameter& knob : each.list) {
      if (!knob.as_without.empty()) {
        EXPECT_EQ(knob.by_size.at(0), knob.as_without) << each.name << " " << knob.name;
        found.insert(each.name + " " + knob.name);
      }
    }
  }
  const std::set<std::string> expected{"cg loops", "mg loops", "mg scheme"};
  EXPECT_EQ(found, expected);
}

/// A mistake of a user, and the part of the message that states what would be valid.
struct mistake {
  std::string workload;
  std::string setting;
  std::string remedy;
};

std::vector<mistake> mistakes() {
  return {
      {"fib", "n=91", "from 0 to 90"},
      {"fj", "tasks=0", "from 1 to"},
      {"fj-rec", "rounds=none", "an integer from 1 to"},
      {"nqueens", "n=18", "from 1 to 17"},
      {"integrate", "epsilon=0", "a number from"},
      {"uts", "tree=T9", "one of T1, T2, T3, T1L, T2L, T3L, T1S, T2S, T3S"},
      {"quicksort", "n=1", "from 2 to"},
      {"mergesort", "cutoff=0", "from 24 to"},
      {"cilksort", "cutoff=3", "from 4 to"},
      {"cilksort", "merge-cutoff=3", "from 4 to"},
      {"cilksort", "insertion=1", "from 2 to"},
      {"matmul", "block=0", "from 4 to"},
      {"strassen", "n=101", "can be halved"},
      {"heat", "rows=2", "from 3 to"},
      {"sparse-lu", "block=7", "a number that divides 384"},
      {"sparse-lu", "variant=loop", "one of single, for"},
      {"sor", "n=2", "from 3 to"},
      {"pdfs", "rows=0", "from 1 to"},
      {"gc", "edges=101", "from 0 to 100"},
      {"health", "levels=0", "from 1 to"},
      {"fft", "n=1000", "a power of two"},
      {"health", "cities=1000", "at most 20000000 patients"},
      {"alignment", "file=/no/such/file", "a file that can be read"},
      {"alignment", "sequences=1", "from 2 to"},
      {"alignment", "variant=both", "one of single, for"},
      {"floorplan", "cells=25", "from 1 to 24"},
      {"cg", "class=B", "one of S, W, A"},
      {"cg", "loops=half", "one of automatic, each, halves"},
      {"mg", "planes=0", "from 1 to"},
      {"mg", "scheme=level", "one of levels, finest"},
      {"lu", "block=100", "a number that divides 512"},
      {"spc", "t=-1", "a number from 0 to"},
      {"bpc", "depth=0", "from 1 to"},
      {"treerec", "poll=x", "a number from 0 to"},
      {"wordcount", "path=/no/such/directory", "a directory that exists"},
      {"jacobi-1d", "n=0", "from 1 to"},
      {"jacobi-1d", "kernel=half", "one of full, empty"},
      {"jacobi-1d", "slice=0", "from 1 to"},
      {"jacobi-2d", "leaf-rows=-1", "an integer from 0 to"},
      {"jacobi-3d", "planes=0", "from 1 to"},
      {"seidel-2d", "group=0", "from 1 to"},
      {"fdtd-2d", "rows=1", "from 2 to"},
      {"apop", "tile-depth=0", "from 1 to"},
      {"mvt", "n=0", "from 1 to"},
      {"bicg", "columns=0", "from 1 to"},
      {"quadtree", "cells=7", "an even number"},
      {"quadtree", "finest=1", "of at least coarsest=2"},
      {"kd-tree", "bucket=1", "from 2 to"},
      {"kd-tree", "balls=65", "from 1 to 64"},
      {"algorithm",
       "call=merge",
       "one of sort, stable-sort, max-element, find, copy-if, transform"},
  };
}

TEST(registry, workloads_reject_parameters_that_make_no_sense) {
  for (const mistake& made : mistakes()) {
    const workload& each = *find(made.workload);
    const std::vector<std::string> overrides{made.setting};
    const parameters chosen(each.name, each.list, problem_size::small, overrides);
    try {
      each.prepare(chosen);
      ADD_FAILURE() << made.workload << " takes " << made.setting;
    } catch (const option_error& problem) {
      const std::string text = problem.what();
      EXPECT_NE(text.find(made.workload + ": parameter " + made.setting), std::string::npos)
          << text;
      EXPECT_NE(text.find(made.remedy), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace nuthatch::workloads
