// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>

namespace nuthatch {

/// The maximal number of calls in a group. The memory for their dependences grows with its square.
inline constexpr std::size_t max_calls_together = 1024;

/// Settings of try_splice(). They affect when steps run, never their results.
struct splice_options {
  /// Memory for delayed steps, in bytes. If a group exceeds it, its invocations are finished one
  /// after the other; later groups are interleaved again.
  std::size_t delayed_bytes = std::size_t{64} << 20U;

  /// If true, an invocation that shares no data with the one before it runs after that one and is
  /// not interleaved with it. If false, all invocations are interleaved.
  bool check_locality = true;

  /// If true, in a task of a runtime with several workers, other workers may run those parts of a
  /// group that are independent of the calls before them. The steps are the same.
  bool parallel = true;

  /// For tests: every step is delayed once, even if it could run at once, and runs from the copy
  /// that delaying makes.
  bool delay_all = false;
};

}  // namespace nuthatch
