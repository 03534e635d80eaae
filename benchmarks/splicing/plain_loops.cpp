// SPDX-License-Identifier: Apache-2.0
#include "splicing/plain_loops.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "loop_compilers.hpp"  // of the build folder
#include "splicing/loops/loops.h"
#include "splicing/program_of.hpp"

// The loops as compiled by one compiler.
#define NUTHATCH_DECLARE_LOOPS(compiler)                                                          \
  void jacobi_1d_loops_##compiler(long pairs, double* a, double* b);                              \
  void jacobi_2d_loops_##compiler(long pairs, double* a, double* b);                              \
  void jacobi_3d_loops_##compiler(long pairs, double* a, double* b);                              \
  void seidel_2d_loops_##compiler(long steps, double* a);                                         \
  void fdtd_2d_loops_##compiler(long steps, double* ex, double* ey, double* hz);                  \
  void apop_loops_##compiler(                                                                     \
      long pairs, double down, double same, double up, const double* pays, double* a, double* b); \
  void mvt_loops_##compiler(const double* matrix,                                                 \
                            const double* by_rows,                                                \
                            const double* by_columns,                                             \
                            double* of_rows,                                                      \
                            double* of_columns);                                                  \
  void bicg_loops_##compiler(const double* matrix,                                                \
                             const double* by_rows,                                               \
                             const double* by_columns,                                            \
                             double* of_rows,                                                     \
                             double* of_columns);

extern "C" {
NUTHATCH_EACH_LOOP_COMPILER(NUTHATCH_DECLARE_LOOPS)
}

#undef NUTHATCH_DECLARE_LOOPS

namespace nuthatch::benchmarks {

namespace {

using two_arrays = void(long pairs, double* a, double* b);
using products = void(const double* matrix,
                      const double* by_rows,
                      const double* by_columns,
                      double* of_rows,
                      double* of_columns);

struct loop_functions {
  const char* compiler;
  two_arrays* jacobi_1d;
  two_arrays* jacobi_2d;
  two_arrays* jacobi_3d;
  void (*seidel_2d)(long steps, double* a);
  void (*fdtd_2d)(long steps, double* ex, double* ey, double* hz);
  void (*apop)(
      long pairs, double down, double same, double up, const double* pays, double* a, double* b);
  products* mvt;
  products* bicg;
};

#define NUTHATCH_LOOP_FUNCTIONS(compiler)    \
  loop_functions{#compiler,                  \
                 jacobi_1d_loops_##compiler, \
                 jacobi_2d_loops_##compiler, \
                 jacobi_3d_loops_##compiler, \
                 seidel_2d_loops_##compiler, \
                 fdtd_2d_loops_##compiler,   \
                 apop_loops_##compiler,      \
                 mvt_loops_##compiler,       \
                 bicg_loops_##compiler},

const std::vector<loop_functions>& compiled() {
  static const std::vector<loop_functions> all{
      NUTHATCH_EACH_LOOP_COMPILER(NUTHATCH_LOOP_FUNCTIONS)};
  return all;
}

#undef NUTHATCH_LOOP_FUNCTIONS

/// For each program: whether the loops are compiled for its sizes, how they run it, and, if the
/// program itself cannot verify the result, what is wrong with it.
template <class Program>
struct loops_of;

template <std::size_t D>
struct loops_of<workloads::jacobi_grid<D>> {
  using program = workloads::jacobi_grid<D>;

  static bool fit(program& of) {
    constexpr workloads::extents<D> expected = [] {
      if constexpr (D == 1) {
        return workloads::extents<D>{line_cells};
      } else if constexpr (D == 2) {
        return workloads::extents<D>{plane_rows, plane_columns};
      } else {
        return workloads::extents<D>{space_side, space_side, space_side};
      }
    }();
    return of.at(0).sizes == expected && of.sweeps() % 2 == 0;
  }

  static void run(const loop_functions& loops, program& of) {
    two_arrays* const steps = D == 1 ? loops.jacobi_1d : D == 2 ? loops.jacobi_2d : loops.jacobi_3d;
    steps(static_cast<long>(of.sweeps() / 2), of.at(1).to, of.at(0).to);
  }
};

template <>
struct loops_of<workloads::seidel_grid> {
  static bool fit(workloads::seidel_grid& of) {
    return of.at(0).row == plane_columns && of.cells()[0].last == plane_rows - 1;
  }

  static void run(const loop_functions& loops, workloads::seidel_grid& of) {
    loops.seidel_2d(static_cast<long>(of.sweeps()), of.at(0).grid);
  }
};

template <>
struct loops_of<workloads::wave_field> {
  static bool fit(workloads::wave_field& of) {
    const auto [rows, columns] = of.cells();
    return rows.last == field_rows && columns.last == field_columns;
  }

  static void run(const loop_functions& loops, workloads::wave_field& of) {
    const auto sweep = of.at(0);
    constexpr std::size_t sweeps_of_step = 3;
    loops.fdtd_2d(static_cast<long>(of.sweeps() / sweeps_of_step),
                  sweep.ex.data(),
                  sweep.ey.data(),
                  sweep.hz.data());
  }
};

template <>
struct loops_of<workloads::option_prices> {
  static bool fit(workloads::option_prices& of) {
    return of.cells()[0].last == line_cells - 1 && of.sweeps() % 2 == 0;
  }

  static void run(const loop_functions& loops, workloads::option_prices& of) {
    const auto sweep = of.at(0);
    loops.apop(static_cast<long>(of.sweeps() / 2),
               sweep.weights->down,
               sweep.weights->same,
               sweep.weights->up,
               sweep.pays,
               of.at(1).to,
               sweep.to);
  }
};

/// The compiler determines the order of the additions, and the sums are not stored in the program.
template <>
struct loops_of<workloads::matrix_and_transpose> {
  using program = workloads::matrix_and_transpose;

  static bool is_mvt(program& of) {
    const auto [rows, columns] = of.cells();
    return rows.last == mvt_side && columns.last == mvt_side && of.at(0).pitch == mvt_pitch;
  }

  static bool fit(program& of) {
    const auto [rows, columns] = of.cells();
    return is_mvt(of) ||
           (rows.last == bicg_rows && columns.last == bicg_columns && of.at(0).pitch == bicg_pitch);
  }

  static std::vector<double> run(const loop_functions& loops, program& of) {
    std::vector<double> sums(of.result().begin(), of.result().end());
    products* const round = is_mvt(of) ? loops.mvt : loops.bicg;
    double* to = sums.data();
    for (std::size_t k = 0; k < of.sweeps(); k += 2) {
      double* const of_rows = to;
      double* const of_columns = of_rows + of.cells()[0].last;
      round(of.at(k).matrix, of.at(k).by, of.at(k + 1).by, of_rows, of_columns);
      to = of_columns + of.cells()[1].last;
    }
    return sums;
  }

  static std::string compare(workloads::instance_with_splicing& problem,
                             program& of,
                             const std::vector<double>& found) {
    problem.reset();
    problem.run_serial();
    const double tolerance =
        1e-12 * static_cast<double>(std::max(of.cells()[0].last, of.cells()[1].last));
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!(std::abs(found[i] - of.result()[i]) <= tolerance)) {
        return fmt::format("sum {}: expected about {}, found {}", i, of.result()[i], found[i]);
      }
    }
    return {};
  }
};

template <class Program>
compiled_loops loops_on(const loop_functions& loops, Program& program) {
  using of = loops_of<Program>;
  if constexpr (std::is_void_v<decltype(of::run(loops, program))>) {
    return {loops.compiler,
            [&loops, &program](workloads::instance_with_splicing&) { of::run(loops, program); },
            {}};
  } else {
    const auto found = std::make_shared<std::vector<double>>();
    return {loops.compiler,
            [&loops, &program, found](workloads::instance_with_splicing&) {
              *found = of::run(loops, program);
            },
            [&program, found](workloads::instance_with_splicing& problem) {
              return of::compare(problem, program, *found);
            }};
  }
}

}  // namespace

std::vector<compiled_loops> plain_loops_of(workloads::instance_with_splicing& problem) {
  std::vector<compiled_loops> all;
  with_program(problem, [&all]<class Program>(Program& program) {
    if (loops_of<Program>::fit(program)) {
      for (const loop_functions& loops : compiled()) {
        all.push_back(loops_on(loops, program));
      }
    }
  });
  return all;
}

std::vector<std::string> absent_loop_compilers() {
  return {NUTHATCH_ABSENT_LOOP_COMPILERS};
}

}  // namespace nuthatch::benchmarks
