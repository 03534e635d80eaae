#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/splice/block.hpp>
#include <nuthatch/effects/effect.hpp>

namespace nuthatch {

template <effects::effect_type E>
class declarations;

}  // namespace nuthatch

namespace nuthatch::detail {

/// What can be done with a callable of a type that is left behind: a call, a step, or a step over
/// an interval. Those that a kind does not have are null.
template <class E>
struct item_operations {
  void (*declare)(const void* payload, declarations<E>& now);
  void (*run)(const void* payload, const block& part);
  E (*effect_of)(const void* payload, const block& part);
  std::uint32_t size;
};

/// Something that a spliced thread has declared, and has not come to yet.
template <class E>
struct spliced_item {
  E effect;
  const item_operations<E>* what;
  const void* payload;
  block left;            // of a step over an interval or a block
  std::ptrdiff_t slice;  // 0: not over one

  [[nodiscard]] bool is_call() const noexcept { return what->declare != nullptr; }

  [[nodiscard]] bool is_sliced() const noexcept { return slice != 0; }
};

/// Where a step stands in the program. Those that belong to one step over an interval have one
/// number.
struct step_position {
  unsigned thread;
  std::uint64_t number;
  std::ptrdiff_t part;

  friend constexpr auto operator<=>(const step_position&, const step_position&) = default;
};

/// Where delayed steps wait for something.
template <class E>
struct watched;

/// A step that something before it kept from running. Behind it lie its payload, and for each
/// thread before its own from which frame on something of that can be in its way.
template <class E>
struct delayed_step;

template <class E>
struct watched {
  delayed_step<E>* first = nullptr;

  [[nodiscard]] bool empty() const noexcept { return first == nullptr; }
};

template <class E>
struct delayed_step {
  E effect;
  const item_operations<E>* what;
  block left;
  unsigned thread;
  std::uint64_t number;  // in program order within its thread
  delayed_step* next_watcher = nullptr;
  delayed_step* older = nullptr;  // in the list of its thread
  delayed_step* newer = nullptr;
  watched<E> watchers;
  unsigned cleared;   // threads from this one on to its own are not in its way, and will not be
  std::size_t bytes;  // all of it
  alignas(std::max_align_t) std::byte payload[1];  // NOLINT(*-avoid-c-arrays): as many as needed

  [[nodiscard]] std::byte* from() noexcept { return payload + what->size; }

  [[nodiscard]] step_position at() const noexcept { return {thread, number, left.first()}; }
};

}  // namespace nuthatch::detail
