// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace nuthatch::workloads {

/// How much work a run is: `small` finishes in tens of milliseconds (tests), `standard` in about a
/// second (what users call "default"), `paper` is the size that the literature reports.
enum class problem_size : std::uint8_t { small, standard, paper };

/// "small", "default" or "paper".
std::string_view to_string(problem_size size) noexcept;

/// The inverse of to_string; throws option_error naming the three choices.
problem_size parse_problem_size(std::string_view text);

/// One knob of a workload, with its value at each size (in the order of problem_size).
struct parameter {
  std::string name;
  std::string description;
  std::array<std::string, 3> by_size;

  /// With this value the program is that of runtimes that do not have the parameter: they need not
  /// be told. Empty: all have it.
  std::string as_without = {};
};

/// The values that one run of a workload uses: those of a size, with some replaced.
///
/// Every getter throws option_error when the value is not what it asks for; the message names the
/// workload, the key, the value found and what would be right.
class parameters {
 public:
  /// `overrides` are "key=value"; the last one for a key counts. Throws option_error when one is
  /// not of that form or names no parameter of the list.
  parameters(std::string workload,
             std::span<const parameter> list,
             problem_size size,
             std::span<const std::string> overrides = {});

  [[nodiscard]] std::int64_t get_int(
      std::string_view name,
      std::int64_t lowest = std::numeric_limits<std::int64_t>::min(),
      std::int64_t highest = std::numeric_limits<std::int64_t>::max()) const;
  /// The same for what counts things in memory.
  [[nodiscard]] std::size_t get_size(std::string_view name,
                                     std::size_t lowest,
                                     std::size_t highest) const;
  [[nodiscard]] double get_double(std::string_view name,
                                  double lowest = std::numeric_limits<double>::lowest(),
                                  double highest = std::numeric_limits<double>::max()) const;
  [[nodiscard]] const std::string& get_string(std::string_view name) const;

  /// The entry of `list`, whose entries have a member `name`, that the value names.
  template <class Entry>
  [[nodiscard]] const Entry& get_entry(std::string_view name, std::span<const Entry> list) const {
    std::string names;
    for (const Entry& each : list) {
      if (each.name == get_string(name)) {
        return each;
      }
      names.append(names.empty() ? "one of " : ", ").append(each.name);
    }
    reject(name, names);
  }

  /// All of them, for reports.
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& values() const noexcept {
    return values_;
  }

  /// Throws the option_error of a value that a getter accepted and the workload does not:
  /// `expected` completes the sentence "expected ...".
  [[noreturn]] void reject(std::string_view name, std::string_view expected) const;

 private:
  std::string workload_;
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace nuthatch::workloads
