// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The parts of a source that cannot be translated, each with its place. All complaints are
/// reported, in the order of the source.
class complaints {
 public:
  explicit complaints(const source& about) : about_(&about) {}

  void add(std::size_t offset, std::string text) { all_.emplace(offset, std::move(text)); }

  /// Adds a warning about code that is valid but does less than its author may expect.
  void warn(std::size_t offset, std::string text) { warnings_.emplace(offset, std::move(text)); }

  [[nodiscard]] bool empty() const { return all_.empty(); }

  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// One line for each: `FILE:LINE:COLUMN: error: TEXT`.
  [[nodiscard]] std::string text() const { return lines_of(all_, "error"); }

  [[nodiscard]] std::string warnings() const { return lines_of(warnings_, "warning"); }

 private:
  using entries = std::set<std::pair<std::size_t, std::string>>;

  [[nodiscard]] std::string lines_of(const entries& all, const char* kind) const {
    std::string lines;
    for (const auto& [offset, text] : all) {
      lines += about_->place_of(offset) + ": " + kind + ": " + text + "\n";
    }
    return lines;
  }

  const source* about_;
  entries all_;
  entries warnings_;
};

}  // namespace nuthatch::splicec
