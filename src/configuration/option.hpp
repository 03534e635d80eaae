// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nuthatch/options.hpp>

namespace nuthatch::configuration {

/// The member of options that holds an option. Its type says what values there are.
using member = std::variant<bool options::*,
                            std::uint32_t options::*,
                            std::uint64_t options::*,
                            std::string options::*,
                            spawn_policy options::*,
                            steal_amount options::*>;

enum class value_kind : std::uint8_t { yes_or_no, number, bytes, word, text };

/// Both ends are allowed.
struct number_range {
  std::uint64_t first = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
};

/// All that is known of one option, in one place: environment, command line, checks, reports, help
/// and reference are made of these. The lists of them are runtime/option_list.cpp, for any
/// scheduler, and those that schedulers register.
struct option {
  /// Of the member and of the field in JSON; flag and variable follow from it.
  std::string_view name;
  member where;
  /// What stands for its value in help, as "BYTES"; empty for a yes_or_no.
  std::string_view placeholder = {};
  /// What it does, without its default.
  std::string_view about = {};
  /// What 0, or an empty text, stands for; empty where it is a value as any other.
  std::string_view nothing = {};
  /// Of numbers. "bytes" are read and shown with K, M and G.
  std::string_view unit = {};
  /// Of numbers.
  number_range allowed = {};
  /// Whether a runtime raises it to the number of its workers.
  bool at_least_workers = false;
  /// The texts that are right; null: all may be.
  std::vector<std::string> (*known)() = nullptr;
  /// Where they cannot be listed: whether a text is right, and which are, in words that come after
  /// "it must be". A runtime may still refuse one that does not fit its machine.
  bool (*allows)(std::string_view text) = nullptr;
  std::string_view right = {};

  [[nodiscard]] value_kind kind() const noexcept;

  /// "--stack-size" for stack_size.
  [[nodiscard]] std::string flag() const;

  /// "NUTHATCH_STACK_SIZE" for stack_size.
  [[nodiscard]] std::string variable() const;

  /// All values, where they are words or known texts; else empty.
  [[nodiscard]] std::vector<std::string> names() const;

  /// Whether that text is right, as far as can be said.
  [[nodiscard]] bool knows(std::string_view text) const;

  /// "a whole number from 0 to 4096, 0 for automatic"; comes after "it must be".
  [[nodiscard]] std::string right_values() const;

  /// The default, for people: "1 MiB", "0 (automatic)".
  [[nodiscard]] std::string usual() const;

  /// The value in `of`, as set() takes it.
  [[nodiscard]] std::string shown(const options& of) const;

  /// Changes the value in `of`. Known texts are left to check(), which a runtime calls.
  /// @throws option_error naming `what`, the text and what would be right.
  void set(options& of, std::string_view text, std::string_view what) const;

  /// @throws option_error naming the member, its value and what would be right, unless it is.
  void check(const options& of) const;

  /// Raises the value in `of`, a number, to `least` when it is lower.
  void raise(options& of, std::uint32_t least) const;

  /// visit(value of the member), with the member's type.
  template <class Visit>
  [[nodiscard]] decltype(auto) with_value(const options& of, Visit visit) const {
    return std::visit([&](auto pointer) { return visit(of.*pointer); }, where);
  }
};

}  // namespace nuthatch::configuration
