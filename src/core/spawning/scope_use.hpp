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

/// Ends the program unless `used` belongs to the task that runs on this stack. Also ends it if the
/// frame of the scope lies in the worker's list behind the frame of a caller, which waits. For
/// uncommon paths.
void require_own(const worker& self,
                 const detail::children_frame& used,
                 detail::scope_use how,
                 const detail::code_place* made = nullptr);

/// The innermost finish that ends after the group that the calling task creates, if the group's
/// address shows one; otherwise null. Any thread.
[[nodiscard]] detail::finish_state* finish_that_contains(
    const detail::group_state& object) noexcept;

/// The pedigree of the task that creates a group, in the part of the group, if the group's address
/// shows that it ends before the recorded region of the task does. Otherwise its task hash is 0.
/// Any thread.
[[nodiscard]] detail::pedigree creator_in_region(const detail::group_state& object) noexcept;

}  // namespace nuthatch::core
