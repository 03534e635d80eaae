// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Tells which functions do nothing but calculate: what they return depends on their arguments
/// alone (on the object, too, where they are members), they keep no address, and change nothing.
/// These are known functions of compilers, of the standard library and of Nuthatch, and constexpr
/// functions all of whose code is understood.
class pure_functions {
 public:
  /// Whether the function only looks at what its references and its object refer to.
  [[nodiscard]] bool only_reads(CXCursor function) const;

  /// Whether it is one of nuthatch::effects: these keep no address of what they are given, but may
  /// look at what an array view is of.
  [[nodiscard]] static bool is_of_effects(CXCursor function);

  /// Whether a value of the class can be made without looking at anything: members that are not
  /// mentioned have no initial value, or one that is understood.
  [[nodiscard]] bool has_understood_defaults(CXType type) const;

 private:
  [[nodiscard]] bool is_understood(CXCursor function) const;
  [[nodiscard]] bool is_understood_body(CXCursor definition) const;

  /// By unified symbol names. What is being looked at counts as pure, for functions that recurse.
  mutable std::map<std::string, bool> known_;
  mutable std::vector<std::string> trail_;  ///< those that count as pure, in the order looked at
};

}  // namespace nuthatch::splicec
