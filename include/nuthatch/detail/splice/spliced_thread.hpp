// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <nuthatch/detail/splice/delayed_tree.hpp>
#include <nuthatch/detail/splice/item.hpp>

namespace nuthatch::detail {

/// One of the invocations that run interleaved. Its frames are in rows.
template <class Effect>
struct spliced_thread {
  explicit spliced_thread(splice_state& shared) : delayed(shared) {}

  std::size_t depth = 0;             // number of its frames
  std::size_t left_from = 0;         // frames before this one have nothing left
  std::uint64_t steps = 0;           // the number of the next step
  std::uint64_t highest_number = 0;  // the highest of steps that have joined out of turn

  /// A step over an interval that has begun, and has something left; its number, and the frame that
  /// declared it.
  std::optional<spliced_item<Effect>> current;
  spliced_item<Effect>* current_item = nullptr;
  std::uint64_t current_number = 0;
  std::size_t current_frame = 0;
  watched<Effect> current_watchers;

  /// Returns the step that has begun. Requires that there is one.
  [[nodiscard]] spliced_item<Effect>& current_step() noexcept {
    return *current;  // NOLINT(bugprone-unchecked-optional-access)
  }

  [[nodiscard]] const spliced_item<Effect>& current_step() const noexcept {
    return *current;  // NOLINT(bugprone-unchecked-optional-access)
  }

  delayed_tree<Effect> delayed;

  /// Nothing of earlier threads interferes with this effect, nor will, except steps over intervals
  /// that these have begun.
  std::optional<Effect> clear;
};

}  // namespace nuthatch::detail
