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

/// A part of a step over an interval or a block, to be run together with others.
struct step_slice {
  const void* payload;
  block part;
};

/// The operations of a type-erased callable: a call, a step, or a step over an interval. Operations
/// that a kind does not have are null.
template <class Effect>
struct item_operations {
  void (*declare)(const void* payload, declarations<Effect, effects::unchecked>& now);
  void (*run)(const void* payload, const block& part);
  Effect (*effect_of)(const void* payload, const block& part) noexcept;
  void (*run_together)(std::span<const step_slice> slices);
  std::uint32_t size;
};

/// Something that a function has declared; an element of the list of its declarations.
template <class Effect>
struct spliced_item {
  Effect effect;
  const item_operations<Effect>* what;
  const void* payload;
  block left;            // what is left of a step over an interval or a block
  std::ptrdiff_t slice;  // 0: not a step over an interval
  spliced_item* next = nullptr;

  /// How many delayed entries belong to it, or to what it called. Used only by the branch that runs
  /// its frame.
  std::uint32_t delayed = 0;

  [[nodiscard]] bool is_call() const noexcept { return what->declare != nullptr; }

  [[nodiscard]] bool is_sliced() const noexcept { return slice != 0; }
};

/// The items of a list from `first` up to, but excluding, `last`.
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

/// The declarations of a function, in program order.
template <class Effect>
struct item_list {
  spliced_item<Effect>* first = nullptr;
  spliced_item<Effect>* newest = nullptr;

  void add(spliced_item<Effect>& one) noexcept {
    (newest == nullptr ? first : newest->next) = &one;
    newest = &one;
  }
};

/// The position of a step in the program. The parts of one step over an interval share one number.
struct step_position {
  unsigned thread;
  std::uint64_t number;
  std::ptrdiff_t part;

  friend constexpr auto operator<=>(const step_position&, const step_position&) = default;
};

}  // namespace nuthatch::detail
