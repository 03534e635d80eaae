#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <nuthatch/detail/splice/delayed_list.hpp>
#include <nuthatch/detail/splice/item.hpp>
#include <nuthatch/detail/splice/payload_stack.hpp>

namespace nuthatch::detail {

/// One of the invocations that run interleaved: its frames, what these have declared and not come
/// to, the step that it is in the middle of, and its delayed steps.
///
/// Invariants:
///  P1  Whatever it will still do is in an item from `next` on of one of its frames, in `current`,
///      or delayed. So an item is passed over (advance) only when what became of it is in one of
///      these, or done.
///  P2  What a frame has left only shrinks, and is never more than what the item said that it was
///      made of: programs declare effects that hold those of all that they declare.
template <class E>
class spliced_thread {
 public:
  struct frame {
    std::uint32_t next;
    std::uint32_t end;
    payload_stack::mark memory;
    watched<E> watchers;
  };

  [[nodiscard]] std::size_t depth() const noexcept { return frames_.size(); }

  [[nodiscard]] bool has_next(std::size_t at) const noexcept {
    return frames_[at].next < frames_[at].end;
  }

  /// A frame for what is declared from now on.
  void open_frame() {
    const auto first = static_cast<std::uint32_t>(items_.size());
    frames_.push_back({first, first, memory_.here(), {}});
  }

  void declare(const spliced_item<E>& one) {
    items_.push_back(one);
    frames_.back().end = static_cast<std::uint32_t>(items_.size());
  }

  /// What the newest frame has declared is forgotten.
  void forget_declared() noexcept {
    frames_.back().end = frames_.back().next;
    drop_items();
  }

  /// Ends the newest frame, which has nothing left. Returns who watches it.
  [[nodiscard]] watched<E> close_frame() noexcept {
    const frame ended = frames_.back();
    frames_.pop_back();
    drop_items();
    memory_.release(ended.memory);
    return ended.watchers;
  }

  [[nodiscard]] const spliced_item<E>& next(std::size_t at) const noexcept {
    return items_[frames_[at].next];
  }

  /// P1.
  void advance(std::size_t at) noexcept { ++frames_[at].next; }

  /// What the frame has not come to.
  [[nodiscard]] std::span<const spliced_item<E>> left_of(std::size_t at) const noexcept {
    return {items_.data() + frames_[at].next, items_.data() + frames_[at].end};
  }

  [[nodiscard]] watched<E>& watchers_of(std::size_t at) noexcept { return frames_[at].watchers; }

  template <class T>
  const T* keep(const T& callable) {
    return memory_.keep(callable);
  }

  /// A step over an interval that has begun, and has something left; its number, and the frame that
  /// declared it.
  std::optional<spliced_item<E>> current;
  std::uint64_t current_number = 0;
  std::size_t current_frame = 0;
  watched<E> current_watchers;

  delayed_list<E> delayed;
  std::uint64_t steps = 0;  // so far: their numbers

 private:
  void drop_items() noexcept {
    const std::size_t kept = frames_.empty() ? 0 : frames_.back().end;
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(kept), items_.end());
  }

  std::vector<frame> frames_;
  std::vector<spliced_item<E>> items_;
  payload_stack memory_;
};

}  // namespace nuthatch::detail
