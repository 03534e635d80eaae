// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include <sched.h>

#include "platform/affinity.hpp"

namespace nuthatch::platform {

/// The mask that Linux's system calls take, for any number of CPUs. Internal to this layer.
class kernel_cpu_set {
 public:
  /// Creates an empty mask with room for CPUs 0 … cpus - 1.
  explicit kernel_cpu_set(unsigned cpus) : cpus_(cpus), mask_(CPU_ALLOC(cpus)) {
    if (mask_ == nullptr) {
      throw std::bad_alloc();
    }
    CPU_ZERO_S(bytes(), mask_.get());
  }

  explicit kernel_cpu_set(const cpu_set& set) : kernel_cpu_set(room_for(set)) {
    for (const unsigned cpu : set.members()) {
      CPU_SET_S(cpu, bytes(), mask_.get());
    }
  }

  [[nodiscard]] std::size_t bytes() const noexcept { return CPU_ALLOC_SIZE(cpus_); }

  [[nodiscard]] cpu_set_t* get() noexcept { return mask_.get(); }

  [[nodiscard]] const cpu_set_t* get() const noexcept { return mask_.get(); }

  [[nodiscard]] cpu_set to_cpu_set() const {
    cpu_set set;
    for (unsigned cpu = 0; cpu < cpus_; ++cpu) {
      if (CPU_ISSET_S(cpu, bytes(), mask_.get())) {
        set.insert(cpu);
      }
    }
    return set;
  }

 private:
  struct deleter {
    void operator()(cpu_set_t* mask) const noexcept { CPU_FREE(mask); }
  };

  static unsigned room_for(const cpu_set& set) {
    const unsigned needed = set.empty() ? 0 : set.members().back() + 1;
    return std::max(needed, static_cast<unsigned>(CPU_SETSIZE));
  }

  unsigned cpus_;
  std::unique_ptr<cpu_set_t, deleter> mask_;
};

}  // namespace nuthatch::platform
