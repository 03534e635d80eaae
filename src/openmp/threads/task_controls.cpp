// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/task_controls.hpp"

#include <new>

#include "base/assert.hpp"

namespace nuthatch::openmp {

task_controls task_controls::copy() const noexcept {
  auto* const made = new (std::nothrow) counted{.all = **this};
  if (made == nullptr) {
    base::end_program("openmp: no memory for what a task sets");
  }
  task_controls found(&made->all);
  found.bits_ |= held_bit;
  return found;
}

void task_controls::let_go() noexcept {
  // Its release: what was read of them was read before. Its acquire: who deletes them comes after.
  if (held().holders.fetch_sub(1, detail::memory_order_acq_rel) == 1) {
    delete &held();
  }
}

}  // namespace nuthatch::openmp
