// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/task_icvs.hpp"

#include <new>

#include "openmp/diagnostics/messages.hpp"

namespace nuthatch::openmp {

task_icvs task_icvs::copy() const noexcept {
  auto* const copy = new (std::nothrow) counted{.all = **this};
  if (copy == nullptr) {
    abort_program("no memory for the ICVs of a task");
  }
  task_icvs result(&copy->all);
  result.bits_ |= counted_bit;
  return result;
}

void task_icvs::release() noexcept {
  // Release: orders the reads of the copy before. Acquire: orders the deletion after.
  if (counted_copy().ref_count.fetch_sub(1, detail::memory_order_acq_rel) == 1) {
    delete &counted_copy();
  }
}

}  // namespace nuthatch::openmp
