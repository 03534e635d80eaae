// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include <nuthatch/detail/splice/item_memory.hpp>
#include <nuthatch/detail/splice/row.hpp>
#include <nuthatch/detail/splice/shared_state.hpp>
#include <nuthatch/detail/splice/spliced_thread.hpp>

namespace nuthatch::detail {

/// The part of a group of invocations that one task runs: threads, their frames, and their delayed
/// steps. At first, one branch is the whole group. Other workers may take a row of it, which is a
/// separate branch until it joins.
///
/// Invariants:
///  P1  Whatever a thread will still do is in an item of one of its frames, from `next` on, in
///      `current`, or delayed. So `advance` passes over an item only when what it became is in one
///      of these, or done.
///  P2  What a frame has left only shrinks, and never exceeds the effect of the item that created
///      it: programs declare effects that include those of everything that they declare.
///  P3  While a row can be taken, and until the branch that took it has joined, the row and all
///      rows above it do not change, because that branch reads them. This does not apply to data
///      that only the branch itself uses: watchers, delayed steps, and the count of what is delayed
///      of an item.
template <class Effect>
class branch {
  static_assert(std::is_trivially_destructible_v<Effect> &&
                    std::is_nothrow_copy_constructible_v<Effect>,
                "effects are copied at will and have no memory of their own");

 public:
  explicit branch(splice_state& shared) : shared_(shared) {}

  [[nodiscard]] splice_state& shared() noexcept { return shared_; }

  /// Begins a group of so many threads, all without frames.
  void begin(std::size_t threads) {
    while (threads_.size() < threads) {
      threads_.push_back(std::make_unique<spliced_thread<Effect>>(shared_));
    }
    if (threads > width_) {
      width_ = threads;
      rows_.clear();
    }
  }

  /// Returns the number of threads, including those without frames.
  [[nodiscard]] std::size_t width() const noexcept { return width_; }

  [[nodiscard]] spliced_thread<Effect>& thread(unsigned t) noexcept { return *threads_[t]; }

  [[nodiscard]] std::size_t depth(unsigned t) const noexcept { return threads_[t]->depth; }

  [[nodiscard]] splice_row<Effect>& row(std::size_t at) {
    while (rows_.size() <= at) {
      rows_.push_back(std::make_unique<splice_row<Effect>>(
          rows_.empty() ? nullptr : rows_.back().get(), width_));
    }
    return *rows_[at];
  }

  [[nodiscard]] splice_frame<Effect>& frame(unsigned t, std::size_t at) noexcept {
    return rows_[at]->frames[t];
  }

  /// Returns the first row from which frames of thread p can interfere with anything in the frame
  /// of t.
  [[nodiscard]] std::uint32_t& from(unsigned t, std::size_t at, unsigned p) noexcept {
    return rows_[at]->from[t * width_ + p];
  }

  /// Opens a frame for what is declared from now on.
  splice_frame<Effect>& open_frame(unsigned t, spliced_item<Effect>* made_by) {
    spliced_thread<Effect>& own = *threads_[t];
    own.left_from = std::min(own.left_from, own.depth);
    splice_frame<Effect>& made = row(own.depth).frames[t];
    made = splice_frame<Effect>{};
    made.open = true;
    made.made_by = made_by;
    if (own.depth++ == 0) {
      made.delayed = &own.delayed.root();
    }
    return made;
  }

  /// Sets the items of the newest frame: what it has declared, or, for a taken row, what it has to
  /// run.
  void begin_frame(unsigned t, const item_range<Effect>& items) noexcept {
    spliced_thread<Effect>& own = *threads_[t];
    own.left_from = std::min(own.left_from, own.depth - 1);
    splice_frame<Effect>& in = frame(t, own.depth - 1);
    in.next = in.unfinished = items.first;
    in.end = items.last;
  }

  /// Returns the first frame of a thread that may have something left; the number of its frames if
  /// there is none. Calls may be very deep, and the last thing that each of them does is the next
  /// one.
  [[nodiscard]] std::size_t first_with_left(unsigned t) noexcept {
    spliced_thread<Effect>& own = *threads_[t];
    while (own.left_from < own.depth && !frame(t, own.left_from).has_next()) {
      ++own.left_from;
    }
    return own.left_from;
  }

  /// Closes the newest frame, which has nothing left. Returns the steps that watch it.
  [[nodiscard]] watched<Effect> close_frame(unsigned t) noexcept {
    spliced_thread<Effect>& own = *threads_[t];
    splice_frame<Effect>& ended = frame(t, --own.depth);
    ended.open = false;
    if (own.depth != 0) {
      own.steps = std::max(own.steps, frame(t, own.depth - 1).numbers_used);
      if (ended.delayed != nullptr) {
        own.delayed.close(*ended.delayed);
      }
    }
    return ended.watchers;
  }

  /// Advances a frame past its next item. See P1 for when this is permitted.
  void advance(unsigned t, std::size_t at) noexcept {
    splice_frame<Effect>& in = frame(t, at);
    while (in.unfinished != in.next && in.unfinished->delayed == 0) {
      in.unfinished = in.unfinished->next;
    }
    in.next = in.next->next;
  }

  /// Returns the container of what the frame delays. `number` is that of the next step that it
  /// delays.
  [[nodiscard]] delayed_frame<Effect>& delayed_in(unsigned t,
                                                  std::size_t at,
                                                  std::uint64_t number) {
    splice_frame<Effect>& in = frame(t, at);
    if (in.delayed == nullptr) {
      delayed_frame<Effect>& around = delayed_in(t, at - 1, number);
      in.delayed = &threads_[t]->delayed.add_frame(around, *in.made_by, number);
    }
    return *in.delayed;
  }

  [[nodiscard]] item_memory& memory() noexcept { return memory_; }

 private:
  splice_state& shared_;
  std::vector<std::unique_ptr<spliced_thread<Effect>>> threads_;
  std::size_t width_ = 0;
  std::vector<std::unique_ptr<splice_row<Effect>>> rows_;
  item_memory memory_;
};

}  // namespace nuthatch::detail
