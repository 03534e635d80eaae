// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/waking/waking.hpp"

// Declarations of the OpenMP API, because <omp.h> of GCC is for GCC only.
extern "C" {
void omp_set_num_threads(int threads);
int omp_get_thread_num();
}

namespace {

class openmp_runtime {
 public:
  explicit openmp_runtime(unsigned workers) { omp_set_num_threads(static_cast<int>(workers)); }

  static const char* name() { return NUTHATCH_WAKING_NAME; }

  // A region begins on the thread that encounters it; the second thread has to be woken.
  std::uint64_t from_outside(waking::beginning& b) {
    const std::uint64_t asked = waking::now_ns();
#pragma omp parallel
    {
      if (omp_get_thread_num() == 1) {
        b.note();
      }
    }
    return asked;
  }

  std::uint64_t from_task(waking::beginning& b, unsigned idle_ms) {
    std::uint64_t asked = 0;
#pragma omp parallel
    {
#pragma omp single
      {
        waking::stay_idle(idle_ms);
        asked = waking::now_ns();
#pragma omp task shared(b)
        b.note();
        while (b.at() == 0) {
        }
      }
    }
    return asked;
  }
};

}  // namespace

int main(int argc, char** argv) {
  return waking::measure<openmp_runtime>(argc, argv);
}
