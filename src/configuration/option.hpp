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

/// The member of options that stores an option. Its type determines the possible values.
using member = std::variant<bool options::*,
                            std::uint32_t options::*,
                            std::uint64_t options::*,
                            std::string options::*,
                            spawn_policy options::*,
                            steal_amount options::*>;

enum class value_kind : std::uint8_t { yes_or_no, number, bytes, word, text };

/// A range that includes both ends.
struct number_range {
  std::uint64_t first = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
};

/// The description of one option. Environment, command line, checks, reports, help and reference
/// are derived from it. runtime/option_list.cpp lists the options for all schedulers; schedulers
/// register their own.
struct option {
  /// The name of the member and of the JSON field; flag and variable are derived from it.
  std::string_view name;
  member where;
  /// The placeholder for its value in help, such as "BYTES"; empty for a yes_or_no.
  std::string_view placeholder = {};
  /// What the option does, without its default.
  std::string_view about = {};
  /// The meaning of 0, or of an empty text; empty if that is an ordinary value.
  std::string_view nothing = {};
  /// The unit of a number. "bytes" are read and shown with K, M and G.
  std::string_view unit = {};
  /// The range of a number.
  number_range allowed = {};
  /// If true, a runtime raises the value to the number of its workers.
  bool at_least_workers = false;
  /// The valid texts; null if any text may be valid.
  std::vector<std::string> (*known)() = nullptr;
  /// If the texts cannot be listed: whether a text is valid, and a description of the valid ones,
  /// which follows "it must be". A runtime may still reject a text that does not fit its machine.
  bool (*allows)(std::string_view text) = nullptr;
  std::string_view right = {};

  [[nodiscard]] value_kind kind() const noexcept;

  /// Returns the flag, for example "--stack-size" for stack_size.
  [[nodiscard]] std::string flag() const;

  /// Returns the environment variable, for example "NUTHATCH_STACK_SIZE" for stack_size.
  [[nodiscard]] std::string variable() const;

  /// Returns all values if they are words or known texts, otherwise nothing.
  [[nodiscard]] std::vector<std::string> names() const;

  /// Returns whether that text is valid, as far as it can be determined.
  [[nodiscard]] bool knows(std::string_view text) const;

  /// Returns a description such as "a whole number from 0 to 4096, 0 for automatic", which follows
  /// "it must be".
  [[nodiscard]] std::string right_values() const;

  /// Returns the default for display, such as "1 MiB" or "0 (automatic)".
  [[nodiscard]] std::string usual() const;

  /// Returns the value in `of`, in the form that set() accepts.
  [[nodiscard]] std::string shown(const options& of) const;

  /// Changes the value in `of`. Known texts are checked only by check(), which a runtime calls.
  /// @throws option_error, which names `what`, the text and the valid values.
  void set(options& of, std::string_view text, std::string_view what) const;

  /// @throws option_error, which names the member, its value and the valid values, if it is
  ///         invalid.
  void check(const options& of) const;

  /// Raises the value in `of`, a number, to `least` if it is lower.
  void raise(options& of, std::uint32_t least) const;

  /// Returns visit(value of the member), with the member's type.
  template <class Visit>
  [[nodiscard]] decltype(auto) with_value(const options& of, Visit visit) const {
    return std::visit([&](auto pointer) { return visit(of.*pointer); }, where);
  }
};

}  // namespace nuthatch::configuration
