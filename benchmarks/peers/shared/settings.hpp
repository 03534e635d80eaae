// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace nuthatch::peers {

/// A setting is invalid. The text states which values are valid.
class settings_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The parameters of one problem, by name: its defaults, overridden by `--set key=value`.
class settings {
 public:
  using values = std::map<std::string, std::string>;

  explicit settings(values defaults) : values_(std::move(defaults)) {}

  /// Parses one `key=value`. Throws settings_error for a key that the problem does not have.
  void set(std::string_view assignment);

  /// Returns the value as an integer from `lowest` to `highest`; otherwise throws settings_error.
  [[nodiscard]] std::int64_t integer(const std::string& key,
                                     std::int64_t lowest,
                                     std::int64_t highest) const;

  /// The same for bounds that are not negative.
  [[nodiscard]] std::size_t size(const std::string& key,
                                 std::int64_t lowest,
                                 std::int64_t highest) const {
    return static_cast<std::size_t>(integer(key, lowest, highest));
  }

  /// Returns the value as a number from `lowest` to `highest`; otherwise throws settings_error.
  [[nodiscard]] double real(const std::string& key, double lowest, double highest) const;
  [[nodiscard]] const std::string& text(const std::string& key) const;

  /// Returns the element of `all` whose name is the value; throws settings_error if there is none.
  template <class Entry>
  [[nodiscard]] const Entry& entry(const std::string& key, std::span<const Entry> all) const {
    const auto found = std::ranges::find(all, text(key), &Entry::name);
    if (found == all.end()) {
      std::string names;
      for (const Entry& each : all) {
        names += (names.empty() ? "" : ", ") + std::string(each.name);
      }
      throw settings_error(key + "=" + text(key) + ": expected one of " + names);
    }
    return *found;
  }

  [[nodiscard]] const values& all() const { return values_; }

 private:
  template <class Number>
  [[noreturn]] void reject(const std::string& key,
                           const char* kind,
                           Number lowest,
                           Number highest) const;

  values values_;
};

}  // namespace nuthatch::peers
