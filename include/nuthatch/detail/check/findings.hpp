#pragma once

#include <nuthatch/detail/language.hpp>

#include <deque>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/effects/effect_error.hpp>

namespace nuthatch::detail {

/// What a checked region has found. After the first error nothing of it runs any more. Steps may
/// fail() beside each other; all else is for whoever declares and ends the region.
template <class E>
class findings {
 public:
  findings() = default;
  findings(const findings&) = delete;
  findings& operator=(const findings&) = delete;

  [[nodiscard]] bool failed() const noexcept { return failed_.load(memory_order_relaxed); }

  [[noreturn]] void fail(const std::string& what) {
    const effects::effect_error error(what);
    if (!failed_.exchange(true, memory_order_relaxed)) {  // the end of the region orders the rest
      first_ = std::make_exception_ptr(error);
    }
    throw error;
  }

  /// Everything that was called is done.
  void end() {
    kept_.clear();
    rethrow();
  }

  /// @throws the first error, if there is one. It is forgotten then.
  void rethrow() {
    failed_.store(false, memory_order_relaxed);
    if (const std::exception_ptr first = std::exchange(first_, nullptr)) {
      std::rethrow_exception(first);
    }
  }

  /// Until the end.
  const E* keep(const E& effect) { return &kept_.emplace_back(effect); }

 private:
  atomic<bool> failed_{false};
  std::exception_ptr first_;
  std::deque<E> kept_;
};

/// An effect in what is copied as bytes are.
template <class E>
class kept_effect {
 public:
  kept_effect(const E& effect, findings<E>& in) {
    if constexpr (std::is_trivially_copyable_v<E>) {
      kept_ = effect;
    } else {
      kept_ = in.keep(effect);
    }
  }

  [[nodiscard]] const E& operator*() const noexcept { return *kept_; }

 private:
  std::conditional_t<std::is_trivially_copyable_v<E>, std::optional<E>, const E*> kept_;
};

}  // namespace nuthatch::detail
