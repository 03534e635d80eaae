// SPDX-License-Identifier: Apache-2.0

// Every workload that can be spliced, compiled with NUTHATCH_CHECK_EFFECTS. It does only what it
// has declared.

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "every_workload.hpp"
#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/spliced.hpp"
#include "workloads/splicing/note_access.hpp"

namespace nuthatch::workloads {
namespace {

static_assert(accesses_are_noted, "this is to be compiled with NUTHATCH_CHECK_EFFECTS");

/// The workloads that are compiled here.
const std::vector<std::string> compiled{"apop",
                                        "bicg",
                                        "fdtd-2d",
                                        "jacobi-1d",
                                        "jacobi-2d",
                                        "jacobi-3d",
                                        "kd-tree",
                                        "mvt",
                                        "quadtree",
                                        "seidel-2d"};

class checked_runs : public ::testing::TestWithParam<std::string> {
 protected:
  using settings = std::vector<std::string>;

  /// Applies those of the settings whose parameter the workload has.
  static void expect_right(const settings& wanted) {
    const workload& chosen = *find(GetParam());
    settings known;
    std::ranges::copy_if(wanted, std::back_inserter(known), [&chosen](const std::string& text) {
      const std::string name = text.substr(0, text.find('='));
      return std::ranges::find(chosen.list, name, &parameter::name) != chosen.list.end();
    });
    const std::unique_ptr<instance> made =
        chosen.prepare(parameters(chosen.name, chosen.list, problem_size::small, known));
    auto& problem = dynamic_cast<instance_with_splicing&>(*made);
    problem.reset();
    EXPECT_NO_THROW(problem.run_spliced(splice_mode::on, {}));
    EXPECT_EQ(problem.verify(), "");
    problem.reset();
    const virtual_runtime workers(options{.workers = 3});
    EXPECT_NO_THROW(workers->run([&] { problem.run_spliced(splice_mode::on, {}); }));
    EXPECT_EQ(problem.verify(), "");
  }
};

TEST_P(checked_runs, declare_what_they_touch) {
  for (const char* group : {"group=2", "group=7"}) {
    for (const char* leaf : {"2", "13", "0"}) {
      for (const char* slice : {"slice=1", "slice=5"}) {
        const std::string size(leaf);
        SCOPED_TRACE(::testing::Message() << group << " leaf " << size << " " << slice);
        expect_right({group,
                      slice,
                      "leaf=" + size,
                      "leaf-planes=" + size,
                      "leaf-rows=" + size,
                      "leaf-columns=" + size,
                      "n=61",
                      "planes=5",
                      "rows=7",
                      "columns=11",
                      "steps=9"});
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(every, checked_runs, ::testing::ValuesIn(compiled), test_name);

// Other workloads would come from the library, which is not checked.
TEST(checked_runs_are, of_all_that_can_be_spliced) {
  std::vector<std::string> names;
  for (const workload& each : all()) {
    if (!each.modes.empty()) {
      names.push_back(each.name);
    }
  }
  std::ranges::sort(names);
  EXPECT_EQ(names, compiled);
}

/// A sweep whose effect is too small. The error is found in all dimensions.
template <std::size_t D>
struct too_little {
  using effect = typename jacobi_sweep<D>::effect;

  jacobi_sweep<D> sweep;

  [[nodiscard]] effect touches(area<D> cells) const {
    --cells[0].last;
    return sweep.touches(cells);
  }

  void operator()(declarations<effect>& now, const area<D>& cells) const {
    now.step(touches(cells), [what = sweep, cells] { what.run(cells); });
  }
};

template <std::size_t D>
void expect_found(const extents<D>& inner) {
  jacobi_grid<D> grid({inner, 1, true});
  grid.start();
  using effect = typename jacobi_sweep<D>::effect;
  EXPECT_THROW(
      try_splice<effect>(1, [&](auto& now) { now.call(too_little<D>{grid.at(0)}, grid.cells()); }),
      effects::effect_error);
}

TEST(checked_runs_find, a_sweep_that_declares_too_little) {
  expect_found<1>({20});
  expect_found<2>({5, 7});
  expect_found<3>({3, 4, 5});
}

}  // namespace
}  // namespace nuthatch::workloads
