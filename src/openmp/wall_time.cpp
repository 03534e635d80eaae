// omp_get_wtime and omp_get_wtick, for C and for Fortran.

#include <ctime>

#include "openmp/exported.hpp"

namespace {

double seconds(const timespec& time) noexcept {
  constexpr double second_per_ns = 1e-9;
  return static_cast<double>(time.tv_sec) + second_per_ns * static_cast<double>(time.tv_nsec);
}

}  // namespace

NUTHATCH_EXPORTED double omp_get_wtime() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds(now);
}

NUTHATCH_EXPORTED double omp_get_wtick() {
  timespec tick{};
  clock_getres(CLOCK_MONOTONIC, &tick);
  return seconds(tick);
}

NUTHATCH_EXPORTED double omp_get_wtime_() {
  return omp_get_wtime();
}

NUTHATCH_EXPORTED double omp_get_wtick_() {
  return omp_get_wtick();
}
