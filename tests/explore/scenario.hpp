// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>

#include <nuthatch/nuthatch.hpp>

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// A small program whose result has to be right under every interleaving. It aborts on a wrong
/// result, and leaves nothing running.
struct scenario {
  const char* name;
  const char* about;
  unsigned workers;
  /// Runs on virtual workers whose turns are explored.
  void (*run)(platform::platform& on, unsigned workers);
};

[[nodiscard]] std::span<const scenario> scenarios();

}  // namespace nuthatch::exploring
