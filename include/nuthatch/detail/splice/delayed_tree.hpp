// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>

#include <nuthatch/detail/splice/delayed.hpp>
#include <nuthatch/detail/splice/shared_state.hpp>

namespace nuthatch::detail {

/// The delayed steps of one spliced thread: a tree like that of its calls, but only of frames that
/// contain delayed steps. The effect of a frame covers everything below it, so a search skips most
/// of the tree.
template <class Effect>
class delayed_tree {
 public:
  explicit delayed_tree(splice_state& shared) noexcept : shared_(&shared) {}

  delayed_tree(const delayed_tree&) = delete;
  delayed_tree& operator=(const delayed_tree&) = delete;

  ~delayed_tree() {
    root_.open = false;
    while (root_.oldest != nullptr) {
      drop(*root_.oldest);
    }
  }

  /// Returns the entry of the thread's first frame.
  [[nodiscard]] delayed_frame<Effect>& root() noexcept { return root_; }

  [[nodiscard]] bool empty() const noexcept { return root_.oldest == nullptr; }

  /// Adds a frame that `call` has created. `number` is that of the first step that is delayed in
  /// it.
  delayed_frame<Effect>& add_frame(delayed_frame<Effect>& within,
                                   spliced_item<Effect>& call,
                                   std::uint64_t number) {
    auto* const made = new delayed_frame<Effect>;
    made->effect = call.effect;
    made->number = number;
    made->bytes = sizeof(delayed_frame<Effect>);
    add(*made, within, &call);
    return *made;
  }

  /// Adds a step, with room for `more` bytes after its payload. Steps over an interval are cut into
  /// several with the same number, which are ordered by their parts.
  delayed_step<Effect>& add_step(delayed_frame<Effect>& within,
                                 spliced_item<Effect>& item,
                                 const spliced_item<Effect>& step,
                                 const step_position& at,
                                 std::size_t more) {
    const std::size_t bytes = sizeof(delayed_step<Effect>) + step.what->size + more;
    auto* const made = new (::operator new(bytes)) delayed_step<Effect>;
    made->effect = step.effect;
    made->number = at.number;
    made->bytes = bytes;
    made->is_step = true;
    made->what = step.what;
    made->left = step.left;
    made->thread = at.thread;
    std::memcpy(made->payload, step.payload, step.what->size);
    add(*made, within, &item);
    if (first_ == nullptr || made->at() < first_->at()) {
      first_ = made;
    }
    return *made;
  }

  /// Removes an entry that has no entries below it.
  void remove(delayed_entry<Effect>& gone) noexcept {
    delayed_frame<Effect>& within = *gone.within;
    unlink(gone);
    shared_->remove(gone.bytes);
    free(gone);
    if (!within.open) {
      shorten(within);
    }
  }

  /// Notes that the function of the frame has ended.
  void close(delayed_frame<Effect>& frame) noexcept {
    frame.open = false;
    shorten(frame);
  }

  /// Calls visit(effect) for the delayed steps of this thread, whose index is `thread`, with
  /// numbers from `from` on and positions before `before`, oldest first, until visit returns true;
  /// then returns that step. Skips frames for whose effect may_be(effect) is false; may_be is not
  /// called for a frame with only one entry.
  template <class MayBe, class Visit>
  delayed_step<Effect>* find_before(
      unsigned thread, std::uint64_t from, const step_position& before, MayBe may_be, Visit visit) {
    constexpr step_position all{std::numeric_limits<unsigned>::max(),
                                std::numeric_limits<std::uint64_t>::max(),
                                std::numeric_limits<std::ptrdiff_t>::max()};
    const step_position end = thread == before.thread ? before : all;
    if (first_ == nullptr || !(first_->at() < end)) {
      return nullptr;
    }
    if (first_->number >= from && visit(first_->effect)) {
      return first_;
    }
    return search(from, end, may_be, visit);
  }

  /// Moves all entries of another tree to the newest end of a frame of this one, adds `numbers` to
  /// their numbers, and calls visit(step) for every step.
  template <class Visit>
  void take_all(delayed_tree& from,
                delayed_frame<Effect>& into,
                std::uint64_t numbers,
                Visit visit) {
    while (delayed_entry<Effect>* const one = from.root_.oldest) {
      spliced_item<Effect>* const item = one->item;
      from.unlink(*one);
      from.first_ = nullptr;
      link_newest(*one, into, item);
      for_each_below(*one, [&](delayed_entry<Effect>& each) {
        each.number += numbers;
        if (each.is_step) {
          visit(static_cast<delayed_step<Effect>&>(each));
        }
      });
    }
    first_ = first_behind(&root_, nullptr);
  }

 private:
  /// Removes a closed frame without entries. If it has only one entry, that replaces it, so that
  /// searches do not walk along chains.
  void shorten(delayed_frame<Effect>& closed) noexcept {
    if (closed.oldest == nullptr) {
      remove(closed);
    } else if (closed.oldest == closed.newest) {
      put_in_place_of(closed, *closed.oldest);
      shared_->remove(closed.bytes);
      free(closed);
    }
  }

  static void put_in_place_of(delayed_frame<Effect>& closed, delayed_entry<Effect>& only) noexcept {
    delayed_frame<Effect>& within = *closed.within;
    only.within = &within;
    only.item = closed.item;  // its count does not change
    only.older = closed.older;
    only.newer = closed.newer;
    (only.older == nullptr ? within.oldest : only.older->newer) = &only;
    (only.newer == nullptr ? within.newest : only.newer->older) = &only;
  }

  void add(delayed_entry<Effect>& made,
           delayed_frame<Effect>& within,
           spliced_item<Effect>* item) noexcept {
    link_newest(made, within, item);
    while (made.older != nullptr && comes_after(*made.older, made)) {
      swap_with_older(made);
    }
    shared_->add(made.bytes);
  }

  static void link_newest(delayed_entry<Effect>& one,
                          delayed_frame<Effect>& within,
                          spliced_item<Effect>* item) noexcept {
    one.within = &within;
    one.item = item;
    one.newer = nullptr;
    one.older = within.newest;
    (within.newest == nullptr ? within.oldest : within.newest->newer) = &one;
    within.newest = &one;
    ++item->delayed;
  }

  void unlink(delayed_entry<Effect>& one) noexcept {
    delayed_frame<Effect>& within = *one.within;
    if (&one == first_) {
      first_ = first_behind(&within, &one);
    }
    (one.older == nullptr ? within.oldest : one.older->newer) = one.newer;
    (one.newer == nullptr ? within.newest : one.newer->older) = one.older;
    if (within.open) {
      --one.item->delayed;
    }
  }

  static bool is_step_before(const delayed_entry<Effect>& one, std::uint64_t number) noexcept {
    return one.is_step && one.number < number;
  }

  static bool comes_after(const delayed_entry<Effect>& one,
                          const delayed_entry<Effect>& other) noexcept {
    if (one.number != other.number || !one.is_step || !other.is_step) {
      return one.number > other.number;
    }
    return static_cast<const delayed_step<Effect>&>(one).left.first() >
           static_cast<const delayed_step<Effect>&>(other).left.first();
  }

  static void swap_with_older(delayed_entry<Effect>& one) noexcept {
    delayed_frame<Effect>& within = *one.within;
    delayed_entry<Effect>& other = *one.older;
    (other.older == nullptr ? within.oldest : other.older->newer) = &one;
    (one.newer == nullptr ? within.newest : one.newer->older) = &other;
    one.older = other.older;
    other.newer = one.newer;
    one.newer = &other;
    other.older = &one;
  }

  static void free(delayed_entry<Effect>& gone) noexcept {
    if (gone.is_step) {
      static_cast<delayed_step<Effect>&>(gone).~delayed_step<Effect>();
      ::operator delete(&static_cast<delayed_step<Effect>&>(gone));
    } else {
      delete &static_cast<delayed_frame<Effect>&>(gone);
    }
  }

  template <class Visit>
  static void for_each_below(delayed_entry<Effect>& one, Visit visit) {
    if (!one.is_step) {
      for (delayed_entry<Effect>* each = static_cast<delayed_frame<Effect>&>(one).oldest;
           each != nullptr;
           each = each->newer) {
        for_each_below(*each, visit);
      }
    }
    visit(one);
  }

  /// Destroys an entry with everything below it. Only for steps that can no longer run, for lack of
  /// memory.
  void drop(delayed_entry<Effect>& gone) noexcept {
    if (!gone.is_step) {
      auto& frame = static_cast<delayed_frame<Effect>&>(gone);
      frame.open = false;
      while (frame.oldest != nullptr) {
        drop(*frame.oldest);
      }
    }
    unlink(gone);
    shared_->remove(gone.bytes);
    free(gone);
  }

  /// Returns the step that a search finds. It is no recursion, because calls may be very deep.
  template <class MayBe, class Visit>
  delayed_step<Effect>* search(std::uint64_t from,
                               const step_position& before,
                               MayBe& may_be,
                               Visit& visit) {
    delayed_frame<Effect>* in = &root_;
    delayed_entry<Effect>* each = root_.oldest;
    for (;;) {
      if (each == nullptr) {
        if (in == &root_) {
          return nullptr;
        }
        each = in->newer;
        in = in->within;
      } else if (each->number > before.number) {
        return nullptr;
        // NOLINTBEGIN(bugprone-branch-clone): the order of the tests matters
      } else if (each->newer != nullptr ? each->newer->number < from
                                        : is_step_before(*each, from)) {
        // NOLINTEND(bugprone-branch-clone)
        each = each->newer;
      } else if (each->is_step) {
        auto& step = static_cast<delayed_step<Effect>&>(*each);
        if (!(step.at() < before)) {
          return nullptr;
        }
        if (&step != first_ && visit(step.effect)) {
          return &step;
        }
        each = each->newer;
      } else if (auto& frame = static_cast<delayed_frame<Effect>&>(*each);
                 frame.oldest == frame.newest || may_be(frame.effect)) {
        in = &frame;
        each = frame.oldest;
      } else {
        each = each->newer;
      }
    }
  }

  /// Returns the first step behind an entry of a frame; null if there is none. If `behind` is null,
  /// that is the first step of the frame or behind it.
  [[nodiscard]] delayed_step<Effect>* first_behind(delayed_frame<Effect>* in,
                                                   delayed_entry<Effect>* behind) noexcept {
    delayed_entry<Effect>* each = behind == nullptr ? in->oldest : behind->newer;
    while (each == nullptr || !each->is_step) {
      if (each != nullptr) {
        in = static_cast<delayed_frame<Effect>*>(each);
        each = in->oldest;
      } else if (in == &root_) {
        return nullptr;
      } else {
        each = in->newer;
        in = in->within;
      }
    }
    return static_cast<delayed_step<Effect>*>(each);
  }

  splice_state* shared_;
  delayed_frame<Effect> root_;
  delayed_step<Effect>* first_ = nullptr;  // in program order
};

}  // namespace nuthatch::detail
