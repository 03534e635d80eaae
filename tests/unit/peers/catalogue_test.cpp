// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peers/shared/catalogue.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/serial_algorithms.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::peers {
namespace {

using workloads::in_order;
using workloads::in_order_tag;

/// A runtime that claims to solve every problem.
struct everybody {
  explicit everybody(unsigned /*workers*/) {}

  template <class Problem>
  void solve(Problem& /*problem*/) {}
};

/// A runtime that solves problems that are templates over a policy, in one thread.
struct one_thread {
  explicit one_thread(unsigned /*workers*/) {}

  void solve(heat_problem& problem) { problem.run(in_order, problem.block_for(1)); }

  void solve(alignment_problem& problem) {
    problem.pairs.for_each(
        [&](std::size_t first, std::size_t second) { problem.pairs.align(first, second); });
  }

  void solve(floorplan_problem& problem) {
    place_cells_serially(
        problem.search, floorplan(), [&](const floorplan& plan) { problem.search.keep(plan); });
  }

  void solve(algorithm_problem& problem) { problem.run_by(workloads::serial_algorithms()); }

  template <class Problem>
    requires requires(Problem& problem) { problem.run(in_order); }
  void solve(Problem& problem) {
    problem.run(in_order);
  }
};

/// A runtime that also restores the input by loops, if the problem has any.
struct one_looping_thread : one_thread {
  using one_thread::one_thread;

  void reset(heat_problem& problem) { problem.reset(in_order, problem.block_for(1)); }

  template <class Problem>
    requires requires(Problem& problem) { problem.reset(in_order); }
  void reset(Problem& problem) {
    problem.reset(in_order);
  }
};

struct example {
  std::string name;
  std::vector<std::string> changes;
};

const std::vector<example> examples{
    {"heat", {"rows=40", "columns=25", "steps=10", "block=0"}},
    {"heat", {"rows=40", "columns=25", "steps=10", "block=7"}},
    {"heat", {"rows=40", "columns=25", "steps=10", "block=0", "block-columns=4"}},
    {"heat", {"rows=3", "columns=25", "steps=10", "block=3", "block-columns=100"}},
    {"fdtd", {"rows=40", "columns=25", "steps=10", "block-rows=6", "block-columns=4"}},
    {"fdtd", {"rows=3", "columns=3", "steps=10"}},
    {"floyd-warshall", {"n=30", "block-rows=7", "block-columns=4"}},
    {"scan", {"n=1000", "blocks=7"}},
    {"scan", {"n=2", "blocks=7"}},
    {"cg", {"class=S", "tasks=5"}},
    {"mg", {"class=S", "planes=3"}},
    {"lu", {"n=64", "block=16"}},
    {"mergesort", {"n=1000"}},
    {"cilksort", {"n=1000", "cutoff=10", "merge-cutoff=5"}},
    {"strassen", {"n=64", "cutoff=16"}},
    {"sparse-lu", {"n=64", "block=8"}},
    {"health", {"levels=3", "cities=4", "days=30"}},
    {"fft", {"n=256", "cutoff=4"}},
    {"alignment", {"sequences=5", "length=20", "variant=for"}},
    {"floorplan", {"cells=5", "seed=1", "cutoff=0"}},
    {"algorithm", {"n=1000"}},
    {"algorithm", {"n=1000", "call=stable-sort", "elements=pair", "order=few"}},
    {"algorithm", {"n=1000", "call=inclusive-scan", "elements=double", "order=sorted"}},
};

const problem_kind& find(const std::vector<problem_kind>& kinds, const std::string& name) {
  return *std::ranges::find(kinds, name, &problem_kind::name);
}

void expect_right_when_run_only(problem& subject) {
  for (int time = 0; time < 2; ++time) {
    subject.reset();
    EXPECT_NE(subject.verify(), "");
    subject.run();
    EXPECT_EQ(subject.verify(), "");
  }
}

TEST(peers, have_the_parameters_of_the_workloads_but_for_those_only_we_have) {
  for (const problem_kind& kind : kinds_solved_by<everybody>()) {
    const workloads::workload* const same = workloads::find(kind.name);
    ASSERT_NE(same, nullptr) << kind.name;
    settings::values expected;
    for (const workloads::parameter& each : same->list) {
      if (each.as_without.empty()) {
        expected.emplace(each.name, each.by_size.at(1));
      }
    }
    EXPECT_EQ(kind.defaults, expected) << kind.name;
  }
}

TEST(peers, problems_are_right_when_run_only) {
  for (const example& each : examples) {
    for (const auto& kinds :
         {kinds_solved_by<one_thread>(), kinds_solved_by<one_looping_thread>()}) {
      SCOPED_TRACE(each.name + " " + each.changes.front());
      const problem_kind& kind = find(kinds, each.name);
      settings parameters(kind.defaults);
      for (const std::string& change : each.changes) {
        parameters.set(change);
      }
      expect_right_when_run_only(*kind.prepare(parameters, 1));
    }
  }
}

TEST(peers, refuse_parameters_that_make_no_sense) {
  for (const auto& [name, change] : {std::pair("heat", "rows=2"),
                                     std::pair("heat", "block-columns=-1"),
                                     std::pair("fdtd", "block-rows=0"),
                                     std::pair("floyd-warshall", "n=1"),
                                     std::pair("algorithm", "call=merge"),
                                     std::pair("scan", "blocks=0"),
                                     std::pair("cilksort", "merge-cutoff=3"),
                                     std::pair("strassen", "n=101"),
                                     std::pair("sparse-lu", "variant=loop"),
                                     std::pair("sparse-lu", "block=7"),
                                     std::pair("health", "cities=1000"),
                                     std::pair("fft", "n=1000"),
                                     std::pair("alignment", "file=/no/such/file"),
                                     std::pair("alignment", "variant=both"),
                                     std::pair("floorplan", "cells=0")}) {
    const auto kinds = kinds_solved_by<one_thread>();
    settings parameters(find(kinds, name).defaults);
    parameters.set(change);
    EXPECT_THROW(find(kinds, name).prepare(parameters, 1), settings_error) << name << " " << change;
  }
}

}  // namespace
}  // namespace nuthatch::peers
