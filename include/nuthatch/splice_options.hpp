// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>

namespace nuthatch {

/// Calls of a group at most. What is known of them for each other takes memory of their square.
inline constexpr std::size_t most_calls_together = 1024;

/// How try_splice() goes about it. All of these change when steps run, never what they come to.
struct splice_options {
  /// Memory for delayed steps, in bytes. When it is passed, the invocations of the group are
  /// finished one after the other; groups after it are interleaved again.
  std::size_t delayed_bytes = std::size_t{64} << 20U;

  /// An invocation that shares no data with the one before it runs after it, and is not interleaved
  /// with it. Without this check all are.
  bool check_locality = true;

  /// In a task of a runtime with several workers others may run parts of a group: what functions
  /// have left that is independent of the calls before it. The steps are the same.
  bool parallel = true;

  /// For tests: every step is delayed once, also where nothing is in its way, and runs from the
  /// copy that delaying makes.
  bool delay_all = false;
};

}  // namespace nuthatch
