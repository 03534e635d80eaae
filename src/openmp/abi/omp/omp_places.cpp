// SPDX-License-Identifier: Apache-2.0

// Routines for places and for thread affinity.

#include "openmp/abi/fortran.hpp"
#include "openmp/model/thread.hpp"
#include "openmp/team/thread_binding.hpp"

namespace {

using nuthatch::openmp::current_place;
using nuthatch::openmp::env_settings;
using nuthatch::openmp::is_binding_enabled;
using nuthatch::openmp::place_range;
using nuthatch::openmp::settings;
using nuthatch::openmp::this_thread;
using nuthatch::platform::cpu_set;

/// The CPUs of a place, or null if there is no such place.
const cpu_set* cpus_of(int place) noexcept {
  const settings& all = env_settings();
  if (place == 0 && all.unbound_place) {
    return &*all.unbound_place;
  }
  const auto index = static_cast<std::size_t>(place);
  return place >= 0 && index < all.places.size() ? &all.places[index] : nullptr;
}

/// The place that is reported although threads are not bound, or none.
place_range unbound() noexcept {
  return {.first = 0, .count = env_settings().unbound_place ? 1U : 0U};
}

place_range own_partition() noexcept {
  return is_binding_enabled() ? current_place(this_thread()).partition : unbound();
}

template <class Number>
void write_cpus(int place, Number* into) noexcept {
  if (const cpu_set* const cpus = cpus_of(place)) {
    for (const unsigned cpu : cpus->members()) {
      *into++ = static_cast<Number>(cpu);
    }
  }
}

template <class Number>
void write_own_partition(Number* into) noexcept {
  const place_range all = own_partition();
  for (std::uint32_t i = 0; i < all.count; ++i) {
    into[i] = static_cast<Number>(all.first) + static_cast<Number>(i);
  }
}

}  // namespace

NUTHATCH_EXPORTED int omp_get_proc_bind() {
  return static_cast<int>(this_thread().current_task->icvs->bind);
}

NUTHATCH_EXPORTED int omp_get_num_places() {
  return static_cast<int>(env_settings().places.size() + unbound().count);
}

NUTHATCH_EXPORTED int omp_get_place_num_procs(int place) {
  const cpu_set* const cpus = cpus_of(place);
  return cpus != nullptr ? static_cast<int>(cpus->count()) : 0;
}

NUTHATCH_EXPORTED void omp_get_place_proc_ids(int place, int* ids) {
  write_cpus(place, ids);
}

NUTHATCH_EXPORTED int omp_get_place_num() {
  return is_binding_enabled() ? static_cast<int>(current_place(this_thread()).place)
                              : static_cast<int>(unbound().count) - 1;
}

NUTHATCH_EXPORTED int omp_get_partition_num_places() {
  return static_cast<int>(own_partition().count);
}

NUTHATCH_EXPORTED void omp_get_partition_place_nums(int* places) {
  write_own_partition(places);
}

NUTHATCH_FORTRAN_QUERY(int, omp_get_proc_bind)
NUTHATCH_FORTRAN_QUERY(int, omp_get_num_places)
NUTHATCH_FORTRAN_QUERY(int, omp_get_place_num)
NUTHATCH_FORTRAN_QUERY(int, omp_get_partition_num_places)
NUTHATCH_FORTRAN_QUERY_OF(omp_get_place_num_procs)

NUTHATCH_EXPORTED void omp_get_place_proc_ids_(const std::int32_t* place, std::int32_t* ids) {
  omp_get_place_proc_ids(*place, ids);
}

NUTHATCH_EXPORTED void omp_get_place_proc_ids_8_(const std::int64_t* place, std::int64_t* ids) {
  write_cpus(nuthatch::openmp::as_int(*place), ids);
}

NUTHATCH_EXPORTED void omp_get_partition_place_nums_(std::int32_t* places) {
  omp_get_partition_place_nums(places);
}

NUTHATCH_EXPORTED void omp_get_partition_place_nums_8_(std::int64_t* places) {
  write_own_partition(places);
}
