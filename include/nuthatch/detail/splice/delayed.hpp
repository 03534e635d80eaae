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

/// Where delayed steps wait for something.
template <class Effect>
struct watched {
  delayed_step<Effect>* first = nullptr;

  [[nodiscard]] bool empty() const noexcept { return first == nullptr; }
};

/// Something that is delayed, or a frame in which something is: what a frame's list holds, in
/// program order.
template <class Effect>
struct delayed_entry {
  Effect effect;
  delayed_frame<Effect>* within = nullptr;
  delayed_entry* older = nullptr;
  delayed_entry* newer = nullptr;
  spliced_item<Effect>* item = nullptr;  // of the frame that it is within, as long as that is open
  std::uint64_t number = 0;              // of a step; of the first one in a frame
  std::size_t bytes = 0;                 // all of it
  bool is_step = false;
};

/// A frame with something delayed in it. It stays until nothing is, also after the frame is closed.
template <class Effect>
struct delayed_frame : delayed_entry<Effect> {
  delayed_entry<Effect>* oldest = nullptr;
  delayed_entry<Effect>* newest = nullptr;
  bool open = true;
};

/// A step, or a part of one, that something before it kept from running; or a whole call. Behind it
/// lie its payload, and for each thread before its own from which frame on something of that can be
/// in its way.
template <class Effect>
struct delayed_step : delayed_entry<Effect> {
  const item_operations<Effect>* what = nullptr;
  block left;
  unsigned thread = 0;
  delayed_step* next_watcher = nullptr;
  const spliced_item<Effect>* watched_item = nullptr;  // of a frame: the first that interferes
  watched<Effect> watchers;
  unsigned cleared = 0;  // threads from this one on to its own are not in its way, and will not be
  std::uint64_t from_number = 0;      // of the thread before that, lower ones are not, either
  const Effect* inherited = nullptr;  // it waits for that, of which this branch cannot see the end
  alignas(std::max_align_t) std::byte payload[1];  // NOLINT(*-avoid-c-arrays): as many as needed

  [[nodiscard]] std::byte* from() noexcept { return payload + what->size; }

  [[nodiscard]] step_position at() const noexcept { return {thread, this->number, left.first()}; }
};

}  // namespace nuthatch::detail
