// SPDX-License-Identifier: Apache-2.0

// Every workload: its answer is right after a serial and a parallel run, and wrong if it did not
// run.

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "every_workload.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {
namespace {

TEST_P(every_workload, is_right_when_run_serially_and_again) {
  const std::unique_ptr<instance> problem = prepare();
  problem->reset();
  problem->run_serial();
  EXPECT_EQ(problem->verify(), "");
  const std::string answer = problem->answer();
  problem->reset();
  problem->run_serial();
  EXPECT_EQ(problem->verify(), "");
  EXPECT_EQ(problem->answer(), answer);
}

TEST_P(every_workload, is_wrong_when_nothing_was_run) {
  const std::unique_ptr<instance> problem = prepare();
  problem->reset();
  EXPECT_NE(problem->verify(), "");
  problem->run_serial();
  EXPECT_EQ(problem->verify(), "");
  problem->reset();
  EXPECT_NE(problem->verify(), "");
}

TEST_P(every_workload, gives_the_serial_answer_under_every_policy_and_number_of_workers) {
  const std::unique_ptr<instance> problem = prepare();
  problem->reset();
  problem->run_serial();
  const std::string answer = problem->answer();
  for (const unsigned workers : {1U, 2U, 3U, 8U}) {
    options wanted;
    wanted.workers = workers;
    runtime team(wanted);
    for (const spawn_policy policy :
         {spawn_policy::adaptive, spawn_policy::work_first, spawn_policy::help_first}) {
      SCOPED_TRACE(::testing::Message()
                   << workers << " workers, policy " << static_cast<int>(policy));
      problem->reset();
      team.run([&] { problem->run_parallel(policy); });
      EXPECT_EQ(problem->verify(), "");
      EXPECT_EQ(problem->answer(), answer);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(workloads, every_workload, ::testing::ValuesIn(names_of_all()), test_name);

// Parameters that change how the work is divided must not change the answer.
class splitting : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(splitting, does_not_change_the_answer) {
  const auto& [name, setting] = GetParam();
  const workload& chosen = *find(name);
  const std::vector<std::string> overrides{setting};
  const std::unique_ptr<instance> problem =
      chosen.prepare(parameters(chosen.name, chosen.list, problem_size::small, overrides));
  runtime team(options{.workers = 2});
  problem->reset();
  team.run([&] { problem->run_parallel(spawn_policy::adaptive); });
  EXPECT_EQ(problem->verify(), "");
}

INSTANTIATE_TEST_SUITE_P(workloads,
                         splitting,
                         ::testing::Values(std::tuple("fib", "n=0"),
                                           std::tuple("fib", "n=1"),
                                           std::tuple("fj", "tasks=1"),
                                           std::tuple("fj", "work=50"),
                                           std::tuple("fj-rec", "tasks=1000"),
                                           std::tuple("fj-rec", "work=50"),
                                           std::tuple("nqueens", "n=1"),
                                           std::tuple("nqueens", "n=2"),
                                           std::tuple("nqueens", "cutoff=3"),
                                           std::tuple("nqueens", "cutoff=17"),
                                           std::tuple("integrate", "n=1"),
                                           std::tuple("uts", "tree=T2S"),
                                           std::tuple("uts", "tree=T3S"),
                                           std::tuple("quicksort", "n=2"),
                                           std::tuple("quicksort", "cutoff=24"),
                                           std::tuple("quicksort", "cutoff=1000000"),
                                           std::tuple("mergesort", "n=2"),
                                           std::tuple("cilksort", "n=2"),
                                           std::tuple("cilksort", "n=99991"),
                                           std::tuple("cilksort", "cutoff=4"),
                                           std::tuple("cilksort", "merge-cutoff=4"),
                                           std::tuple("cilksort", "cutoff=1000000"),
                                           std::tuple("sparse-lu", "block=384"),
                                           std::tuple("sparse-lu", "block=1"),
                                           std::tuple("sparse-lu", "variant=for"),
                                           std::tuple("fib", "cutoff=10"),
                                           std::tuple("fib", "cutoff=90"),
                                           std::tuple("heat", "block-columns=7"),
                                           std::tuple("heat", "block-columns=1000"),
                                           std::tuple("fdtd", "rows=3"),
                                           std::tuple("fdtd", "block-rows=1"),
                                           std::tuple("fdtd", "block-columns=100000"),
                                           std::tuple("floyd-warshall", "n=2"),
                                           std::tuple("floyd-warshall", "block-columns=3"),
                                           std::tuple("scan", "n=1"),
                                           std::tuple("scan", "n=17"),
                                           std::tuple("scan", "blocks=1"),
                                           std::tuple("scan", "blocks=1000"),
                                           std::tuple("sor", "n=3"),
                                           std::tuple("sor", "n=4"),
                                           std::tuple("sor", "blocks=1"),
                                           std::tuple("sor", "blocks=1000"),
                                           std::tuple("pdfs", "rows=1"),
                                           std::tuple("pdfs", "columns=2"),
                                           std::tuple("pdfs", "rows=200"),
                                           std::tuple("gc", "vertices=1"),
                                           std::tuple("gc", "colours=3"),
                                           std::tuple("gc", "edges=60"),
                                           std::tuple("gc", "cutoff=3"),
                                           std::tuple("gc", "cutoff=16"),
                                           std::tuple("fft", "n=1"),
                                           std::tuple("fft", "n=2"),
                                           std::tuple("fft", "cutoff=1"),
                                           std::tuple("fft", "cutoff=100000"),
                                           std::tuple("health", "levels=1"),
                                           std::tuple("health", "cities=1"),
                                           std::tuple("health", "days=1"),
                                           std::tuple("health", "cutoff=1"),
                                           std::tuple("health", "seed=0"),
                                           std::tuple("alignment", "variant=for"),
                                           std::tuple("alignment", "sequences=2"),
                                           std::tuple("alignment", "length=1"),
                                           std::tuple("floorplan", "cells=1"),
                                           std::tuple("floorplan", "cells=2"),
                                           std::tuple("floorplan", "cutoff=0"),
                                           std::tuple("floorplan", "cutoff=24"),
                                           std::tuple("floorplan", "seed=4"),
                                           std::tuple("cg", "tasks=0"),
                                           std::tuple("cg", "tasks=1"),
                                           std::tuple("cg", "tasks=1000"),
                                           std::tuple("cg", "loops=halves"),
                                           std::tuple("lu", "block=512"),
                                           std::tuple("lu", "n=336"),
                                           std::tuple("mg", "planes=1"),
                                           std::tuple("mg", "planes=5"),
                                           std::tuple("mg", "planes=256"),
                                           std::tuple("mg", "loops=halves"),
                                           std::tuple("mg", "scheme=finest"),
                                           std::tuple("spc", "n=1"),
                                           std::tuple("spc", "poll=1"),
                                           std::tuple("bpc", "depth=1"),
                                           std::tuple("bpc", "poll=0.5"),
                                           std::tuple("treerec", "n=0"),
                                           std::tuple("treerec", "poll=10"),
                                           std::tuple("mergesort", "cutoff=24"),
                                           std::tuple("mergesort", "n=99991"),
                                           std::tuple("matmul", "n=131"),
                                           std::tuple("matmul", "block=7"),
                                           std::tuple("matmul", "block=1000"),
                                           std::tuple("strassen", "n=200"),
                                           std::tuple("strassen", "cutoff=4"),
                                           std::tuple("heat", "block=0"),
                                           std::tuple("heat", "block=1000"),
                                           std::tuple("heat", "rows=3"),
                                           std::tuple("heat", "columns=77"),
                                           std::tuple("mvt", "n=1"),
                                           std::tuple("mvt", "n=131"),
                                           std::tuple("mvt", "leaf-rows=1"),
                                           std::tuple("mvt", "leaf-rows=0"),
                                           std::tuple("bicg", "rows=1"),
                                           std::tuple("bicg", "columns=1"),
                                           std::tuple("bicg", "rows=129"),
                                           std::tuple("bicg", "rows=1025"),
                                           std::tuple("quadtree", "leaf=0"),
                                           std::tuple("quadtree", "leaf=7"),
                                           std::tuple("quadtree", "coarsest=0"),
                                           std::tuple("quadtree", "fronts=0"),
                                           std::tuple("quadtree", "cells=2"),
                                           std::tuple("quadtree", "seed=77"),
                                           std::tuple("algorithm", "call=stable-sort"),
                                           std::tuple("algorithm", "call=max-element"),
                                           std::tuple("algorithm", "call=find"),
                                           std::tuple("algorithm", "call=copy-if"),
                                           std::tuple("algorithm", "call=transform"),
                                           std::tuple("algorithm", "call=reduce"),
                                           std::tuple("algorithm", "call=inclusive-scan"),
                                           std::tuple("algorithm", "elements=u32"),
                                           std::tuple("algorithm", "elements=double"),
                                           std::tuple("algorithm", "elements=pair"),
                                           std::tuple("algorithm", "elements=string"),
                                           std::tuple("algorithm", "order=few"),
                                           std::tuple("algorithm", "n=2"),
                                           std::tuple("kd-tree", "points=1"),
                                           std::tuple("kd-tree", "leaf=1"),
                                           std::tuple("kd-tree", "leaf=0"),
                                           std::tuple("kd-tree", "bucket=2"),
                                           std::tuple("kd-tree", "balls=64"),
                                           std::tuple("kd-tree", "radius=3")));

}  // namespace
}  // namespace nuthatch::workloads
