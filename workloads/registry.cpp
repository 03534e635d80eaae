// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "workloads/workload.hpp"

// The only list: a workload named here is defined in its own file as a function NAME_workload().
#define NUTHATCH_WORKLOADS(WORKLOAD) \
  WORKLOAD(fib)                      \
  WORKLOAD(fib_async)                \
  WORKLOAD(fj)                       \
  WORKLOAD(fj_rec)                   \
  WORKLOAD(nqueens)                  \
  WORKLOAD(integrate)                \
  WORKLOAD(uts)                      \
  WORKLOAD(quicksort)                \
  WORKLOAD(mergesort)                \
  WORKLOAD(cilksort)                 \
  WORKLOAD(matmul)                   \
  WORKLOAD(strassen)                 \
  WORKLOAD(heat)                     \
  WORKLOAD(fdtd)                     \
  WORKLOAD(floyd_warshall)           \
  WORKLOAD(scan)                     \
  WORKLOAD(sparse_lu)                \
  WORKLOAD(sor)                      \
  WORKLOAD(pdfs)                     \
  WORKLOAD(gc)                       \
  WORKLOAD(health)                   \
  WORKLOAD(alignment)                \
  WORKLOAD(floorplan)                \
  WORKLOAD(fft)                      \
  WORKLOAD(cg)                       \
  WORKLOAD(mg)                       \
  WORKLOAD(lu)                       \
  WORKLOAD(spc)                      \
  WORKLOAD(bpc)                      \
  WORKLOAD(treerec)                  \
  WORKLOAD(wordcount)                \
  WORKLOAD(jacobi_1d)                \
  WORKLOAD(jacobi_2d)                \
  WORKLOAD(jacobi_3d)                \
  WORKLOAD(seidel_2d)                \
  WORKLOAD(fdtd_2d)                  \
  WORKLOAD(apop)                     \
  WORKLOAD(mvt)                      \
  WORKLOAD(bicg)                     \
  WORKLOAD(quadtree)                 \
  WORKLOAD(kd_tree)                  \
  WORKLOAD(algorithm)

namespace nuthatch::workloads {

#define NUTHATCH_DECLARE_WORKLOAD(name) workload name##_workload();
NUTHATCH_WORKLOADS(NUTHATCH_DECLARE_WORKLOAD)
#undef NUTHATCH_DECLARE_WORKLOAD

const std::vector<workload>& all() {
#define NUTHATCH_CALL_WORKLOAD(name) name##_workload(),
  static const std::vector<workload> list{NUTHATCH_WORKLOADS(NUTHATCH_CALL_WORKLOAD)};
#undef NUTHATCH_CALL_WORKLOAD
  return list;
}

}  // namespace nuthatch::workloads
