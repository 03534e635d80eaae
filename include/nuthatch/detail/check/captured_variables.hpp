// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <source_location>
#include <string>
#include <type_traits>

#include <nuthatch/effects/effect_error.hpp>
#include <nuthatch/runtime.hpp>

/// Checks variables that steps have captured by reference. Code that collects calls must not change
/// them before the steps have run. Only steps may change them, in program order.

namespace nuthatch::detail {

/// A variable as it was when a step was declared. Its bytes are compared by a hash.
struct captured_variable {
  const char* name;
  const void* at;
  std::size_t size;
  std::uint64_t hash;
};

[[nodiscard]] inline std::uint64_t hash_of_bytes(const void* at, std::size_t size) noexcept {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  const auto* const bytes = static_cast<const unsigned char*>(at);
  for (std::size_t i = 0; i < size; ++i) {
    hash = (hash ^ bytes[i]) * 1099511628211U;
  }
  return hash;
}

/// The hashes of variables as the steps of this thread last left them.
class left_by_steps {
 public:
  static left_by_steps& of_this_thread() {
    static thread_local left_by_steps own;
    return own;
  }

  [[nodiscard]] bool has(const captured_variable& one, std::uint64_t hash) const {
    const auto found = hashes_.find(one.at);
    return found != hashes_.end() && found->second == hash;
  }

  void note(const captured_variable& one) { hashes_[one.at] = hash_of_bytes(one.at, one.size); }

 private:
  std::map<const void*, std::uint64_t> hashes_;
};

/// The body of a step, with the variables that it has captured by reference. If several workers run
/// steps, these may change variables at any time, and nothing is compared.
template <std::size_t Size, class Body>
struct step_that_captures {
  std::array<captured_variable, Size> variables;
  std::source_location where;
  Body body;

  template <class... Args>
  void operator()(const Args&... arguments) {
    if (this_worker() != nullptr && workers() > 1) {
      body(arguments...);
      return;
    }

    struct notes_at_end {
      const std::array<captured_variable, Size>* all;

      ~notes_at_end() {
        for (const captured_variable& one : *all) {
          left_by_steps::of_this_thread().note(one);
        }
      }
    };

    compare();
    const notes_at_end notes{&variables};
    body(arguments...);
  }

 private:
  void compare() const {
    for (const captured_variable& one : variables) {
      const std::uint64_t now = hash_of_bytes(one.at, one.size);
      if (now != one.hash && !left_by_steps::of_this_thread().has(one, now)) {
        throw effects::effect_error(std::string("'") + one.name + "' changed after the step at " +
                                    where.file_name() + ":" + std::to_string(where.line()) +
                                    " was declared, which uses it, and before that ran");
      }
    }
  }
};

}  // namespace nuthatch::detail
