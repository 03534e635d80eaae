// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <nuthatch/detail/splice/delayed.hpp>
#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/detail/splice/item_memory.hpp>

namespace nuthatch::detail {

/// A call by one of the threads: what its function has declared, and how far the thread has
/// advanced.
template <class Effect>
struct splice_frame {
  bool open = false;
  spliced_item<Effect>* made_by = nullptr;  // the call; null: a branch's first frame
  spliced_item<Effect>* next = nullptr;     // the first item that the thread has not reached
  spliced_item<Effect>* end = nullptr;      // the branch ends before it; null: it runs all

  /// The branch that takes the row ends before this item.
  spliced_item<Effect>* taken_end = nullptr;

  /// Items before it have ended, with what they had delayed; updated when the thread advances.
  spliced_item<Effect>* unfinished = nullptr;

  delayed_frame<Effect>* delayed = nullptr;  // if something is delayed, in it or below
  watched<Effect> watchers;

  std::uint64_t numbers_used = 0;  // by branches that joined before earlier calls had ended
  item_memory::mark memory;        // the mark before it, if the frame lies alone

  /// Effects whose end the branch cannot observe, and that may interfere with the call; by address.
  std::span<const Effect* const> inherited;

  [[nodiscard]] bool has_next() const noexcept { return next != end; }

  /// Returns the items that the thread has not reached.
  [[nodiscard]] item_range<Effect> left() const noexcept { return {next, end}; }

  /// Returns the items that the thread has reached, and that have perhaps not ended.
  [[nodiscard]] item_range<Effect> begun() const noexcept { return {unfinished, next}; }

  /// Return the items that can be taken, and those that come after them.
  [[nodiscard]] item_range<Effect> to_be_taken() const noexcept { return {next, taken_end}; }

  [[nodiscard]] item_range<Effect> after_taken() const noexcept { return {taken_end, end}; }
};

/// The frames of all threads at one depth.
template <class Effect>
struct splice_row {
  splice_row(const splice_row* next_above, std::size_t threads)
      : above(next_above),
        frames(threads),
        from(threads * threads) {}

  const splice_row* above;
  std::vector<splice_frame<Effect>> frames;  // one per thread

  /// For the threads t and p, at t * threads + p: the first row from which frames of p can
  /// interfere with anything in t's frame here.
  std::vector<std::uint32_t> from;

  std::vector<unsigned> members;   // threads that have come here together
  std::vector<unsigned> left;      // those of them that have something left
  std::vector<unsigned> together;  // those of these that run the next item together
  std::vector<unsigned> others;    // those that come after them
};

}  // namespace nuthatch::detail
