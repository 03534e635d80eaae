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

/// A call by one of the threads: what its function has declared, and how far the thread has come.
template <class Effect>
struct splice_frame {
  bool open = false;
  spliced_item<Effect>* made_by = nullptr;  // the call; null: a branch's first frame
  spliced_item<Effect>* next = nullptr;     // which the thread has not come to
  spliced_item<Effect>* end = nullptr;      // before which the branch ends; null: it runs all

  /// Before which the one ends who takes the row.
  spliced_item<Effect>* taken_end = nullptr;

  /// Items before it are done, with what they had delayed; as it was when the thread last went on.
  spliced_item<Effect>* unfinished = nullptr;

  delayed_frame<Effect>* delayed = nullptr;  // if something was, in it or below
  watched<Effect> watchers;

  std::uint64_t numbers_used = 0;  // by what has joined before calls were done that come before it
  item_memory::mark memory;        // before it, where the frame lies alone

  /// What the branch cannot see the end of, and the call may interfere with; by address.
  std::span<const Effect* const> inherited;

  [[nodiscard]] bool has_next() const noexcept { return next != end; }

  /// What the thread has not come to.
  [[nodiscard]] item_range<Effect> left() const noexcept { return {next, end}; }

  /// What it has come to, and is perhaps not done.
  [[nodiscard]] item_range<Effect> begun() const noexcept { return {unfinished, next}; }

  /// Of what is left, what can be taken, and what comes after that.
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
  std::vector<splice_frame<Effect>> frames;  // of each thread

  /// Of the threads t and p, at t * threads + p: from which row on frames of p can interfere with
  /// anything in t's frame here.
  std::vector<std::uint32_t> from;

  std::vector<unsigned> members;   // who have come here together
  std::vector<unsigned> left;      // who of them have something left
  std::vector<unsigned> together;  // who of those run the next item together
  std::vector<unsigned> others;    // who come after them
};

}  // namespace nuthatch::detail
