// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether the function is declared `constexpr` or `consteval`.
bool is_constexpr_function(CXCursor function);

/// Recognizes functions that only calculate. Their results depend only on their arguments and, for
/// member functions, on the object; they keep no address and change nothing. These are known
/// functions of compilers, of the standard library and of Nuthatch, and constexpr functions whose
/// code is understood completely.
class pure_functions {
 public:
  /// Whether the function only reads what its references and its object refer to.
  [[nodiscard]] bool only_reads(CXCursor function) const;

  /// Whether the function and its default arguments only read. This is for constructors and
  /// conversion functions that a list may call, since Clang does not show such calls.
  [[nodiscard]] bool only_reads_unseen(CXCursor function) const;

  /// Whether the function is in nuthatch::effects. Such functions keep no address of their
  /// arguments, but may read what an array view refers to.
  [[nodiscard]] static bool is_of_effects(CXCursor function);

  /// Whether the function is in std itself.
  [[nodiscard]] static bool is_of_std(CXCursor function);

  /// Whether a value of the class can be made without reading anything: members that are not
  /// mentioned have no initial value, or one that is understood.
  [[nodiscard]] bool has_understood_defaults(CXType type) const;

 private:
  [[nodiscard]] bool is_understood(CXCursor function) const;
  [[nodiscard]] bool is_understood_body(CXCursor function, CXCursor definition) const;

  /// By unified symbol name. A function that is being inspected counts as pure, for recursion.
  mutable std::map<std::string, bool> known_;
  mutable std::vector<std::string> trail_;  ///< those that count as pure, in order of inspection
};

}  // namespace nuthatch::splicec
