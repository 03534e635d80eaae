// SPDX-License-Identifier: Apache-2.0

// omp_get_wtime and omp_get_wtick, for C and Fortran.

#include <ctime>

#include "openmp/abi/exported.hpp"
#include "platform/clock.hpp"

namespace {

constexpr double second_per_ns = 1e-9;

}  // namespace

NUTHATCH_EXPORTED double omp_get_wtime() {
  return second_per_ns * static_cast<double>(nuthatch::platform::monotonic_ns());
}

NUTHATCH_EXPORTED double omp_get_wtick() {
  timespec tick{};
  clock_getres(CLOCK_MONOTONIC, &tick);
  return static_cast<double>(tick.tv_sec) + second_per_ns * static_cast<double>(tick.tv_nsec);
}

NUTHATCH_EXPORTED double omp_get_wtime_() {
  return omp_get_wtime();
}

NUTHATCH_EXPORTED double omp_get_wtick_() {
  return omp_get_wtick();
}
