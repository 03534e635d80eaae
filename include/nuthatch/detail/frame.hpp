// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::detail {

struct finish_state;
struct fork_operations;

/// What a frame without operations of its own is.
enum class frame_kind : std::uint8_t {
  continuation = 1,
  children,
  finish,
  async_continuation,  ///< the child is an async: its fiber's `join` counts it
  same_task            ///< a continuation; what was called goes on with its task on another stack
};

/// What a frame is, a kind or the callable of a fork; and how far it is, three flags. One word,
/// which is unwritten in a frame that was never linked.
///
///     linked(what) --walk()--> walked --publish()--> published
///
/// Only `published` is ever looked at on the fast path, and only by the thread that has written it.
class frame_tag {
 public:
  static constexpr std::uintptr_t published_bit = 1;  ///< known to the assembly
  static constexpr std::uintptr_t flags = 15;         ///< addresses of operations have none of them

  frame_tag() = default;

  /// Of a frame that is being put into a list.
  static constexpr frame_tag linked(frame_kind what) noexcept { return frame_tag(word_of(what)); }

  static frame_tag linked(const fork_operations& what) noexcept {
    return frame_tag(reinterpret_cast<std::uintptr_t>(&what));
  }

  /// Of one that is in no list, where code asks only whether it is in one.
  static constexpr frame_tag unlinked(frame_kind what) noexcept {
    return frame_tag(word_of(what) | published_bit);
  }

  [[nodiscard]] constexpr bool is(frame_kind what) const noexcept {
    return (word_ & ~flags) == word_of(what);
  }

  [[nodiscard]] constexpr bool is_fork() const noexcept { return word_ >= first_address; }

  [[nodiscard]] constexpr bool is_continuation() const noexcept {
    return is(frame_kind::continuation) || is(frame_kind::async_continuation) ||
           is(frame_kind::same_task);
  }

  /// Requires is_fork().
  [[nodiscard]] const fork_operations& operations() const noexcept {
    return *reinterpret_cast<const fork_operations*>(word_ & ~flags);
  }

  /// Whether it has left its list, or was never in one.
  [[nodiscard]] constexpr bool published() const noexcept { return (word_ & published_bit) != 0; }

  /// Whether `newer` and `finish` of its frame mean something; F4.
  [[nodiscard]] constexpr bool walked() const noexcept { return (word_ & walked_bit) != 0; }

  constexpr void walk() noexcept { word_ |= walked_bit; }

  constexpr void publish() noexcept { word_ |= published_bit; }

  /// Whether the position of the task that runs on top of its frame is kept there.
  [[nodiscard]] constexpr bool numbered() const noexcept { return (word_ & numbered_bit) != 0; }

  constexpr void number() noexcept { word_ |= numbered_bit; }

 private:
  static constexpr std::uintptr_t walked_bit = 2;
  static constexpr std::uintptr_t numbered_bit = 4;
  static constexpr unsigned kind_shift = 4;
  static constexpr std::uintptr_t first_address = 4096;  // no object lies further down

  static constexpr std::uintptr_t word_of(frame_kind what) noexcept {
    return static_cast<std::uintptr_t>(what) << kind_shift;
  }

  explicit constexpr frame_tag(std::uintptr_t word) noexcept : word_(word) {}

  std::uintptr_t word_;
};

/// A place on some stack from which work can be published: one pending callable of a fork_join,
/// the children of a scope, or the continuation of a work-first spawn.
///
/// Roles. The worker that executes the stack (the owner) links frames into its list, newest first,
/// and is the only thread that reads or writes them while they are linked.
///
/// Invariants:
///  F1  A linked frame is linked in exactly one worker's list, the list of the worker whose current
///      stack chain contains it. The list ends at null or at the first published frame: all frames
///      behind a published one are published.
///  F2  Frames leave the list at the newest end by the code that linked them, or at the oldest end
///      by being published; publishing sets `published_bit`. So an unpublished frame means: still
///      this worker's, never migrated.
///  F3  When a stack is suspended while its worker's list is not empty, the whole list is
///      published first. So a stack that reaches another worker finds every one of its frames
///      published.
///  F4  `newer` means something only while `walked` is set, and so does `finish`, but for the
///      children of a scope, which run under the finish around the scope wherever they are joined
///      (children.hpp: C1, C2).
///
/// Cost: linking is two stores and a load, unlinking a load and a store; no atomic access.
struct frame {
  frame* older;
  frame_tag tag;
  frame* newer;
  finish_state* finish;

  [[nodiscard]] bool published() const noexcept { return tag.published(); }
};

}  // namespace nuthatch::detail
