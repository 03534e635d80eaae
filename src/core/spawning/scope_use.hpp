// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/group_state.hpp>
#include <nuthatch/detail/scope_use.hpp>

namespace nuthatch::core {

class worker;

[[nodiscard]] inline bool on_stack(const detail::fiber& of, const void* address) noexcept {
  return of.lowest <= address && address < of.highest;
}

/// Ends the program unless `used` belongs to the task that runs on this stack, and what it may have
/// in the worker's list can be reached there without passing over what a caller of this function
/// waits for. For paths that are not common.
void require_own(const worker& self,
                 const detail::children_frame& used,
                 detail::scope_use how,
                 const detail::code_place* made = nullptr);

/// Where the task is that makes a group, in the part of the group, if that is gone before the
/// recorded region ends that the task is in: as far as where it lies tells. Else of task 0. Any
/// thread.
[[nodiscard]] detail::pedigree creator_in_region(const detail::group_state& object) noexcept;

}  // namespace nuthatch::core
