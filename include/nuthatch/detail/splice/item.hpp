// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include <nuthatch/detail/splice/block.hpp>
#include <nuthatch/effects/checking.hpp>
#include <nuthatch/effects/effect.hpp>

namespace nuthatch {

template <effects::effect_type Effect, class Checking = effects::default_checking>
class declarations;

}  // namespace nuthatch

namespace nuthatch::detail {

/// A part of a step over an interval or a block, to be run with others.
struct step_slice {
  const void* payload;
  block part;
};

/// What can be done with a callable of a type that is left behind: a call, a step, or a step over
/// an interval. Those that a kind does not have are null.
template <class Effect>
struct item_operations {
  void (*declare)(const void* payload, declarations<Effect, effects::unchecked>& now);
  void (*run)(const void* payload, const block& part);
  Effect (*effect_of)(const void* payload, const block& part) noexcept;
  void (*run_together)(std::span<const step_slice> slices);
  std::uint32_t size;
};

/// Something that a function has declared; in a list of all that it has.
template <class Effect>
struct spliced_item {
  Effect effect;
  const item_operations<Effect>* what;
  const void* payload;
  block left;            // of a step over an interval or a block
  std::ptrdiff_t slice;  // 0: not over one
  spliced_item* next = nullptr;

  /// How much is delayed of it, or of what it has called. Known to the branch that runs its frame.
  std::uint32_t delayed = 0;

  [[nodiscard]] bool is_call() const noexcept { return what->declare != nullptr; }

  [[nodiscard]] bool is_sliced() const noexcept { return slice != 0; }
};

/// Some items of a list, from one on and before another one.
template <class Effect>
struct item_range {
  spliced_item<Effect>* first;
  spliced_item<Effect>* last;

  struct iterator {
    spliced_item<Effect>* at;

    spliced_item<Effect>& operator*() const noexcept { return *at; }

    iterator& operator++() noexcept {
      at = at->next;
      return *this;
    }

    friend bool operator==(const iterator&, const iterator&) = default;
  };

  [[nodiscard]] iterator begin() const noexcept { return {first}; }

  [[nodiscard]] iterator end() const noexcept { return {last}; }

  [[nodiscard]] bool empty() const noexcept { return first == last; }
};

/// What a function has declared, in program order.
template <class Effect>
struct item_list {
  spliced_item<Effect>* first = nullptr;
  spliced_item<Effect>* newest = nullptr;

  void add(spliced_item<Effect>& one) noexcept {
    (newest == nullptr ? first : newest->next) = &one;
    newest = &one;
  }
};

/// Where a step stands in the program. Those that belong to one step over an interval have one
/// number.
struct step_position {
  unsigned thread;
  std::uint64_t number;
  std::ptrdiff_t part;

  friend constexpr auto operator<=>(const step_position&, const step_position&) = default;
};

}  // namespace nuthatch::detail
