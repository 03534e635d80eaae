// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <memory>
#include <type_traits>
#include <utility>
#include <variant>

#include <nuthatch/detail/arch.hpp>

namespace nuthatch::detail {

/// The result type of a callable, with std::monostate for void.
template <class Function, class... Args>
using value_of = std::conditional_t<std::is_void_v<std::invoke_result_t<Function, Args...>>,
                                    std::monostate,
                                    std::decay_t<std::invoke_result_t<Function, Args...>>>;

/// Calls `f` and returns its result, std::monostate for void.
template <class Function>
[[gnu::always_inline]] inline value_of<Function&> call(Function& f) {
  if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
    f();
    return {};
  } else {
    return f();
  }
}

/// For callables that return a reference: calls take(address) with a callable that returns a
/// pointer to what `f` refers to, and returns the reference.
template <class Function, class Take>
std::invoke_result_t<Function&> by_address(Function& f, Take&& take) {
  auto address = [&f] {
    auto&& referred = f();
    return std::addressof(referred);
  };
  return static_cast<std::invoke_result_t<Function&>>(*take(address));
}

/// Storage for a value that another stack constructs. It costs nothing until then. The owner knows
/// whether there is a value, and takes it out once.
template <class Value>
class result_slot {
 public:
  result_slot() noexcept {}  // NOLINT(modernize-use-equals-default): leaves the value unconstructed

  result_slot(const result_slot&) = delete;
  result_slot& operator=(const result_slot&) = delete;

  ~result_slot() {}  // NOLINT(modernize-use-equals-default): take() has destroyed the value

  template <class Function>
  void set_from(Function& f) {
    std::construct_at(std::addressof(value_), detail::call(f));
  }

  /// For a slot of std::exception_ptr, inside of a handler.
  void set_current() noexcept {
    std::construct_at(std::addressof(value_), std::current_exception());
  }

  /// The same as set_from, but moves the value from `other`.
  void set_moved(Value& other) { std::construct_at(std::addressof(value_), std::move(other)); }

  [[nodiscard]] Value& value() noexcept { return value_; }

  Value take() {
    if constexpr (std::is_nothrow_move_constructible_v<Value>) {
      Value out = std::move(value_);
      std::destroy_at(std::addressof(value_));
      return out;
    } else {
      const struct ending {  // NOLINT(*-special-member-functions): it stays where it is
        result_slot& of;

        ~ending() { of.discard(); }
      } whether_moved_or_not{*this};

      return std::move(value_);
    }
  }

  /// The same as discard, but passes on what the destructor throws.
  void end() { std::destroy_at(std::addressof(value_)); }

  void discard() noexcept { std::destroy_at(std::addressof(value_)); }

  /// The same as end(), but returns what the destructor throws.
  std::exception_ptr end_caught() noexcept {
    if constexpr (!std::is_nothrow_destructible_v<Value>) {
      try {
        end();
      } catch (...) {
        return std::current_exception();
      }
    } else {
      discard();
    }
    return nullptr;
  }

 private:
  union {
    Value value_;  // NOLINT(readability-identifier-naming): private, as the union is
  };
};

template <>
class result_slot<std::monostate> {
 public:
  template <class Function>
  void set_from(Function& f) {
    f();
  }

  std::monostate take() noexcept { return {}; }

  void discard() noexcept {}

  std::exception_ptr end_caught() noexcept { return nullptr; }
};

/// Storage for an exception on its way from a handler to code outside of it, where a task may be
/// suspended.
using caught_exception = result_slot<std::exception_ptr>;

/// Calls f(). If it throws, calls failed(caught) outside of the handler, which either does not
/// return or returns a result in place of that of f.
/// The exception is passed by reference, so that the common path has no temporary that needs
/// registers; for the same reason, callers define `failed` as always_inline.
template <class Function, class Failed>
[[gnu::always_inline]] inline value_of<Function&> call_or(Function& f, Failed&& failed) {
  caught_exception caught;
  try {
    return detail::call(f);
  } catch (...) {
    addressed_here(caught).set_current();
  }
  if constexpr (std::is_void_v<decltype(failed(caught))>) {
    failed(addressed_here(caught));
    __builtin_unreachable();
  } else {
    return failed(addressed_here(caught));
  }
}

}  // namespace nuthatch::detail
