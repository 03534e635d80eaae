// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::detail {

struct finish_state;
struct fork_operations;

/// The kind of a frame without operations of its own.
enum class frame_kind : std::uint8_t {
  continuation = 1,
  children,
  finish,
  async_continuation,  ///< the child is an async: its fiber's `join` counts it
  same_task            ///< a continuation whose callee continues its task on another stack
};

/// The kind of a frame, or the operations of a fork's callable; and three flags for the state of
/// the frame. They share one word, which is uninitialized in a frame that was never linked.
///
///     linked(what) --walk()--> walked --publish()--> published
///
/// The fast path reads only `published`, and only on the thread that wrote it.
class frame_tag {
 public:
  static constexpr std::uintptr_t published_bit = 1;  ///< the assembly depends on it
  static constexpr std::uintptr_t flags = 15;         ///< clear in addresses of operations

  frame_tag() = default;

  /// The tag of a frame that is being linked.
  static constexpr frame_tag linked(frame_kind what) noexcept { return frame_tag(word_of(what)); }

  static frame_tag linked(const fork_operations& what) noexcept {
    return frame_tag(reinterpret_cast<std::uintptr_t>(&what));
  }

  /// The tag of a frame in no list, for code that only tests whether it is in one.
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

  /// Returns whether the frame has left its list, or was never in one.
  [[nodiscard]] constexpr bool published() const noexcept { return (word_ & published_bit) != 0; }

  /// The same, tested in memory: compilers would load the word into a register first.
  [[nodiscard, gnu::always_inline]] bool published_in_memory() const noexcept {
#if defined(__x86_64__)
    using lowest_byte [[gnu::may_alias]] = unsigned char;
    bool is_set;  // NOLINT(cppcoreguidelines-init-variables): the assembly writes it
    asm("testb %2, %1"
        : "=@ccnz"(is_set)
        : "m"(*reinterpret_cast<const lowest_byte*>(&word_)), "i"(published_bit));
    return is_set;
#else
    return published();
#endif
  }

  /// Returns whether `newer` and `finish` of the frame are valid; F4.
  [[nodiscard]] constexpr bool walked() const noexcept { return (word_ & walked_bit) != 0; }

  constexpr void walk() noexcept { word_ |= walked_bit; }

  constexpr void publish() noexcept { word_ |= published_bit; }

  /// Returns whether the pedigree of the task that runs on top of the frame is stored there.
  [[nodiscard]] constexpr bool numbered() const noexcept { return (word_ & numbered_bit) != 0; }

  constexpr void number() noexcept { word_ |= numbered_bit; }

 private:
  static constexpr std::uintptr_t walked_bit = 2;
  static constexpr std::uintptr_t numbered_bit = 4;
  static constexpr unsigned kind_shift = 4;
  static constexpr std::uintptr_t first_address = 4096;  // no object has a lower address

  static constexpr std::uintptr_t word_of(frame_kind what) noexcept {
    return static_cast<std::uintptr_t>(what) << kind_shift;
  }

  explicit constexpr frame_tag(std::uintptr_t word) noexcept : word_(word) {}

  std::uintptr_t word_;
};

/// A place on a stack from which work can be published: the pending callable of a fork_join, the
/// children of a scope, or the continuation of a work-first spawn.
///
/// Roles: the worker that executes the stack (the owner) links frames into its list, newest first.
/// It is the only thread that reads or writes them while they are linked.
///
/// Invariants:
///  F1  A linked frame is linked in exactly one worker's list, the list of the worker whose current
///      stack chain contains it. The list ends at null or at the first published frame: all frames
///      behind a published one are published.
///  F2  Frames leave the list at the newest end by the code that linked them, or at the oldest end
///      by being published; publishing sets `published_bit`. So an unpublished frame means: still
///      this worker's, never migrated.
///  F3  When a stack is suspended while its worker's list is not empty, the whole list is published
///      first. So a stack that reaches another worker finds every one of its frames published.
///  F4  `newer` and `finish` are valid only while `walked` is set. The exception is `finish` of the
///      children of a scope, which run under the finish around the scope wherever they are joined
///      (children.hpp: C1, C2).
///
/// Cost: linking takes two stores and a load, unlinking a load and a store; no atomic access.
struct frame {
  frame* older;
  frame_tag tag;
  frame* newer;
  finish_state* finish;

  [[nodiscard]] bool published() const noexcept { return tag.published(); }
};

}  // namespace nuthatch::detail
