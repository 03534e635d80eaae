// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parallel loop of the sorts. It is compiled once for all of them.

#include <algorithm>
#include <cstdint>

#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail::sorting {

/// A function object that does not throw, called through a pointer.
struct part_call {
  void* context;
  void (*call)(void* context, std::uint64_t part) noexcept;

  void operator()(std::uint64_t part) const noexcept { call(context, part); }
};

/// Calls the function for the numbers of so many parts. Its children are spawned help-first, so
/// that none needs a stack of its own, and all parts run in any case.
inline void run_parts(std::uint64_t parts, part_call call) {
  detail::run_loop_anywhere<spawn_policy::help_first, /*Each=*/true>(
      std::uint64_t{0}, parts, call, grain{1}, /*any_size=*/false, when_stopped::runs);
}

/// Calls each(part) for the numbers of so many parts, in parallel. It must not throw.
template <class Each>
void for_each_part(std::uint64_t parts, Each&& each) {
  if (parts == 1) {
    each(0);
    return;
  }
  sorting::run_parts(parts, {&each, [](void* context, std::uint64_t part) noexcept {
                               (*static_cast<std::remove_reference_t<Each>*>(context))(part);
                             }});
}

/// `n` elements in parts of almost equal length.
struct even_parts {
  std::uint64_t n;
  std::uint64_t parts;

  /// At most `most` parts of at least `least` elements, but one if there are fewer.
  even_parts(std::uint64_t elements, std::uint64_t least, std::uint64_t most) noexcept
      : n(elements),
        parts(std::clamp(elements / least, std::uint64_t{1}, most)) {}

  [[nodiscard]] std::uint64_t begin(std::uint64_t part) const noexcept {
    return n / parts * part + std::min(part, n % parts);
  }

  [[nodiscard]] std::uint64_t end(std::uint64_t part) const noexcept { return begin(part + 1); }
};

}  // namespace nuthatch::detail::sorting
