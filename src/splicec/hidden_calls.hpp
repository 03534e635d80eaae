// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Calls that Clang does not show, of functions of the source that may be instances of templates
/// for certain types.
class hidden_calls {
 public:
  using is_type = std::function<bool(CXType)>;

  explicit hidden_calls(const unit& all) : all_(&all) {}

  /// Whether a statement, expression or declaration itself (not its parts) may call such a function
  /// for a type that `own` selects: the functions of a range that a `for` visits, a placement
  /// `operator new`, or `get` for structured bindings.
  [[nodiscard]] bool may_be_in(CXCursor one, const is_type& own) const;

  /// Whether the text of the source, or of a header of its own, contains the word, or a macro may
  /// make it by `##`.
  [[nodiscard]] bool source_mentions(std::string_view word) const;

 private:
  const unit* all_;
  mutable std::optional<std::string> text_ = {};  ///< of the source and its headers
};

}  // namespace nuthatch::splicec
