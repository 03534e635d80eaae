// SPDX-License-Identifier: Apache-2.0
#ifndef NUTHATCH_BENCHMARKS_SPLICING_LOOPS_H
#define NUTHATCH_BENCHMARKS_SPLICING_LOOPS_H

/* The programs of the spliced workloads as plain loops, for compilers that find a better order by
   themselves. Each compiler makes its own copy, named by NUTHATCH_LOOP_COMPILER. Sizes are those
   of the workloads' size `default`, edges included: some of these compilers only deal with arrays
   whose sizes they know. Cells of stencils are computed as by the workloads' kernels, to the last
   bit.

   Counters are declared before loops, and expressions repeated instead of named, since one of these
   compilers only reads that. */

#define NUTHATCH_JOIN_NAMES(name, compiler) name##_loops_##compiler
#define NUTHATCH_NAME_OF_LOOPS(name, compiler) NUTHATCH_JOIN_NAMES(name, compiler)
#define NUTHATCH_LOOPS(name) NUTHATCH_NAME_OF_LOOPS(name, NUTHATCH_LOOP_COMPILER)

enum {
  line_cells = 8388608 + 2,
  plane_rows = 2880 + 2,
  plane_columns = 2880 + 2,
  space_side = 200 + 2,
  field_rows = 2880,
  field_columns = 2880,
  mvt_side = 6144,
  mvt_pitch = 6152,
  bicg_rows = 6144,
  bicg_columns = 5120,
  bicg_pitch = 5128
};

#endif
