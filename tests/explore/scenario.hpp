// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>

#include <nuthatch/nuthatch.hpp>

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// A small program whose every interleaving has to give the right answer. It aborts when it does
/// not, and ends with nothing left running.
struct scenario {
  const char* name;
  const char* about;
  unsigned workers;
  /// On virtual workers whose turns are explored.
  void (*run)(platform::platform& on, unsigned workers);
};

[[nodiscard]] std::span<const scenario> scenarios();

}  // namespace nuthatch::exploring
