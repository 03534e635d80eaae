// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <exception>
#include <string>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/check/running.hpp>
#include <nuthatch/effects/effect_error.hpp>

namespace nuthatch::detail {

/// The errors of a checked region. After the first error, nothing further of the region runs. Code
/// that runs or declares concurrently may call fail(); all other functions are for the code that
/// began the region.
class findings {
 public:
  findings() : outer_(running_here().load(memory_order_relaxed)) {}

  findings(const findings&) = delete;
  findings& operator=(const findings&) = delete;
  ~findings() = default;

  /// Returns the step in which the region began, or null.
  [[nodiscard]] const running* outer() const noexcept { return outer_; }

  [[nodiscard]] bool failed() const noexcept { return failed_.load(memory_order_relaxed); }

  [[noreturn]] void fail(const std::string& what) {
    const effects::effect_error error(what);
    if (!failed_.exchange(/*value=*/true,
                          memory_order_relaxed)) {  // the end of the region orders the rest
      first_ = std::make_exception_ptr(error);
    }
    throw error;
  }

  /// @throws the first error, if there is one, and resets it.
  void rethrow() {
    failed_.store(/*value=*/false, memory_order_relaxed);
    if (const std::exception_ptr first = std::exchange(first_, nullptr)) {
      std::rethrow_exception(first);
    }
  }

 private:
  const running* const outer_;
  atomic<bool> failed_{/*value=*/false};
  std::exception_ptr first_;
};

}  // namespace nuthatch::detail
