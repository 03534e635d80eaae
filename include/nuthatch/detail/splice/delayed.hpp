// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/splice/item.hpp>

namespace nuthatch::detail {

template <class Effect>
struct delayed_step;

template <class Effect>
struct delayed_frame;

/// The list of delayed steps that wait for something.
template <class Effect>
struct watched {
  delayed_step<Effect>* first = nullptr;

  [[nodiscard]] bool empty() const noexcept { return first == nullptr; }
};

/// A delayed step, or a frame that contains some: an element of a frame's list, which is in program
/// order.
template <class Effect>
struct delayed_entry {
  Effect effect;
  delayed_frame<Effect>* within = nullptr;
  delayed_entry* older = nullptr;
  delayed_entry* newer = nullptr;
  spliced_item<Effect>* item = nullptr;  // of the frame that contains it, while that is open
  std::uint64_t number = 0;              // of a step; of a frame: of its first step
  std::size_t bytes = 0;                 // total size
  bool is_step = false;
};

/// A frame that contains delayed steps. It exists while it does, even after the function's frame
/// has been closed.
template <class Effect>
struct delayed_frame : delayed_entry<Effect> {
  delayed_entry<Effect>* oldest = nullptr;
  delayed_entry<Effect>* newest = nullptr;
  bool open = true;
};

/// A step, a part of one, or a whole call, which something before it prevented from running. It is
/// followed in memory by its payload, and by one entry per earlier thread: from which frame on that
/// thread can be in its way.
template <class Effect>
struct delayed_step : delayed_entry<Effect> {
  const item_operations<Effect>* what = nullptr;
  block left;
  unsigned thread = 0;
  delayed_step* next_watcher = nullptr;
  const spliced_item<Effect>* watched_item = nullptr;  // of a frame: the first to interfere
  watched<Effect> watchers;
  unsigned cleared = 0;  // threads from this one on to its own are not in its way, and will not be
  std::uint64_t from_number = 0;      // in the thread before it, lower ones are not, either
  const Effect* inherited = nullptr;  // it waits for this; its end is not visible here
  alignas(std::max_align_t) std::byte payload[1];  // NOLINT(*-avoid-c-arrays): as many as needed

  [[nodiscard]] std::byte* from() noexcept { return payload + what->size; }

  [[nodiscard]] step_position at() const noexcept { return {thread, this->number, left.first()}; }
};

}  // namespace nuthatch::detail
