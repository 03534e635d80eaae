// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <nuthatch/detail/splice/branch.hpp>

namespace nuthatch::detail {

/// Something that is in the way of a step.
template <class Effect>
struct obstacle {
  watched<Effect>* watchers = nullptr;             // null: nothing was found, or not searched
  const spliced_item<Effect>* of_frame = nullptr;  // if it is an item that a frame has left
};

/// The obstacles that prevent a step from running.
template <class Effect>
struct obstacles {
  unsigned threads;        // threads from this one on to its own do not, and will not
  obstacle<Effect> first;  // of the thread before that
  const Effect* inherited = nullptr;

  [[nodiscard]] bool none() const noexcept { return threads == 0 && inherited == nullptr; }
};

/// The knowledge of a frame about the threads before its own, before a search for a particular
/// step.
template <class Effect>
struct known_of_frame {
  branch<Effect>& of;
  unsigned thread;
  std::size_t frame;

  [[nodiscard]] std::uint32_t from(unsigned p) const noexcept { return of.from(thread, frame, p); }

  [[nodiscard]] std::uint64_t from_number() const noexcept { return 0; }

  void set_from(unsigned /*p*/, std::uint32_t /*frame*/) noexcept {}

  void set_from_number(std::uint64_t /*number*/) noexcept {}
};

/// The same for a delayed step, which stores how far it has searched.
template <class Effect>
struct known_of_delayed {
  delayed_step<Effect>& step;

  static constexpr std::uint32_t nothing_left = 255;

  [[nodiscard]] static std::byte packed(std::uint32_t frame) noexcept {
    return static_cast<std::byte>(std::min(frame, nothing_left - 1));
  }

  [[nodiscard]] std::uint32_t from(unsigned p) const noexcept {
    const auto frame = static_cast<std::uint32_t>(step.from()[p]);
    return frame == nothing_left ? std::numeric_limits<std::uint32_t>::max() : frame;
  }

  [[nodiscard]] std::uint64_t from_number() const noexcept { return step.from_number; }

  void set_from(unsigned p, std::uint32_t frame) noexcept {
    step.from()[p] = frame == std::numeric_limits<std::uint32_t>::max()
                         ? static_cast<std::byte>(nothing_left)
                         : packed(frame);
  }

  void set_from_number(std::uint64_t number) noexcept { step.from_number = number; }
};

}  // namespace nuthatch::detail
