#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// What of a source cannot be translated, each at its place. All of it is told, in the order of the
/// source.
class complaints {
 public:
  explicit complaints(const source& about) : about_(&about) {}

  void add(std::size_t offset, std::string text) { all_.emplace(offset, std::move(text)); }

  [[nodiscard]] bool empty() const { return all_.empty(); }

  /// A line for each: `FILE:LINE:COLUMN: error: TEXT`.
  [[nodiscard]] std::string text() const {
    std::string lines;
    for (const auto& [offset, text] : all_) {
      lines += about_->place_of(offset) + ": error: " + text + "\n";
    }
    return lines;
  }

 private:
  const source* about_;
  std::set<std::pair<std::size_t, std::string>> all_;
};

}  // namespace nuthatch::splicec
