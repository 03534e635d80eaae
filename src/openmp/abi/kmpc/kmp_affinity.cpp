// SPDX-License-Identifier: Apache-2.0

// Thread affinity as in LLVM's runtime: a program creates masks of CPUs, fills them, and applies
// them to the calling thread. All functions return 0 on success.

#include <cstddef>
#include <new>

#include <sched.h>

#include "openmp/abi/exported.hpp"
#include "openmp/environment/env_settings.hpp"
#include "platform/affinity.hpp"

namespace {

using mask = cpu_set_t;

constexpr int could_not = -1;

bool is_cpu(int cpu) noexcept {
  return cpu >= 0 && cpu < CPU_SETSIZE;
}

}  // namespace

NUTHATCH_EXPORTED void kmp_create_affinity_mask(mask** made) {
  *made = new (std::nothrow) mask;
  if (*made != nullptr) {
    CPU_ZERO(*made);
  }
}

NUTHATCH_EXPORTED void kmp_destroy_affinity_mask(mask** mask) {
  delete *mask;
  *mask = nullptr;
}

NUTHATCH_EXPORTED int kmp_set_affinity(mask** wanted) {
  return *wanted == nullptr ? could_not : sched_setaffinity(0, sizeof(mask), *wanted);
}

NUTHATCH_EXPORTED int kmp_get_affinity(mask** found) {
  return *found == nullptr ? could_not : sched_getaffinity(0, sizeof(mask), *found);
}

/// Restores the CPUs that the process had when it started.
NUTHATCH_EXPORTED int kmp_set_thread_affinity_mask_initial() {
  try {
    nuthatch::platform::set_affinity(nuthatch::openmp::cpus_at_start());
    return 0;
  } catch (...) {
    return could_not;
  }
}

/// One more than the highest CPU number.
NUTHATCH_EXPORTED int kmp_get_affinity_max_proc() {
  mask all;
  CPU_ZERO(&all);
  int highest = 0;
  if (sched_getaffinity(0, sizeof(all), &all) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      highest = CPU_ISSET(static_cast<std::size_t>(cpu), &all) ? cpu : highest;
    }
  }
  return highest + 1;
}

NUTHATCH_EXPORTED int kmp_set_affinity_mask_proc(int cpu, mask** mask) {
  if (!is_cpu(cpu) || *mask == nullptr) {
    return could_not;
  }
  CPU_SET(static_cast<std::size_t>(cpu), *mask);
  return 0;
}

NUTHATCH_EXPORTED int kmp_unset_affinity_mask_proc(int cpu, mask** mask) {
  if (!is_cpu(cpu) || *mask == nullptr) {
    return could_not;
  }
  CPU_CLR(static_cast<std::size_t>(cpu), *mask);
  return 0;
}

/// Not 0 if the CPU is in the mask.
NUTHATCH_EXPORTED int kmp_get_affinity_mask_proc(int cpu, mask** mask) {
  return is_cpu(cpu) && *mask != nullptr && CPU_ISSET(static_cast<std::size_t>(cpu), *mask) ? 1 : 0;
}
