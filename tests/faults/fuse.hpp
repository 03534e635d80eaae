// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <utility>

namespace nuthatch::testing {

/// What can throw of a value that travels with a task.
enum class operation : std::uint8_t { copy, move, call, end };

struct blast {};

/// Throws a blast at one of the operations that are counted, once.
class fuse {
 public:
  void set(operation which, int number) noexcept {
    which_ = which;
    left_ = number;
  }

  [[nodiscard]] bool blown() const noexcept { return left_ <= 0; }

  void count(operation happened) {
    if (happened == which_ && --left_ == 0) {
      throw blast();
    }
  }

 private:
  std::atomic<operation> which_ = operation::copy;
  std::atomic<int> left_ = 1;
};

inline fuse the_fuse;

/// A value that counts its copies, its moves and its instances: a result, or what is moved about.
class charged_result {
 public:
  explicit charged_result(int value) noexcept : value_(value) { ++live_; }

  charged_result(const charged_result& other) : value_(other.value_) {
    the_fuse.count(operation::copy);
    ++live_;
  }

  charged_result(charged_result&& other) : value_(other.value_) {  // NOLINT: it is what is tested
    the_fuse.count(operation::move);
    ++live_;
  }

  charged_result& operator=(const charged_result&) = delete;

  charged_result& operator=(charged_result&& other) {  // NOLINT: it is what is tested
    the_fuse.count(operation::move);
    value_ = other.value_;
    return *this;
  }

  ~charged_result() { --live_; }

  [[nodiscard]] int value() const noexcept { return value_; }

  [[nodiscard]] static int live() noexcept { return live_; }

 private:
  static inline std::atomic<int> live_ = 0;

  int value_;
};

/// The same, but that its end and the use of its value count, too: a callable's or an argument.
class charged : private charged_result {
 public:
  using charged_result::charged_result;
  charged(const charged&) = default;
  charged(charged&&) = default;
  charged& operator=(const charged&) = delete;
  charged& operator=(charged&&) = delete;

  ~charged() noexcept(false) {
    if (std::uncaught_exceptions() == 0) {  // else it would end the program, as in any C++
      the_fuse.count(operation::end);
    }
  }

  [[nodiscard]] int value() const {
    the_fuse.count(operation::call);
    return charged_result::value();
  }
};

}  // namespace nuthatch::testing
