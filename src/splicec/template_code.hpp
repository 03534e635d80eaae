// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/kept_addresses.hpp"
#include "splicec/own_entities.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Whether it declares a variable or structured bindings that outlive a call.
bool is_variable(CXCursor one);

/// What the code of class templates of the source does for types that exist twice. Implicit
/// functions of a class call those of its bases and members, and Clang shows no such call, so all
/// code of the template counts.
class template_code {
 public:
  /// `only_names`: the types exist once, and their names are other ones. The other arguments have
  /// to outlive the object.
  template_code(const unit& all,
                const own_entities& own,
                kept_addresses& kept,
                bool only_names = false)
      : all_(&all),
        own_(&own),
        kept_(&kept),
        only_names_(only_names) {}

  /// The template of a class that is an instance for one of the types, if its code may have
  /// variables for each type, or tell types apart; else nothing.
  [[nodiscard]] CXCursor shared_class_of(CXType type);

 private:
  [[nodiscard]] CXCursor shared_argument_of(CXType type);
  [[nodiscard]] bool is_shared(CXCursor code, CXCursor pattern);
  [[nodiscard]] bool may_be_shared(CXCursor one, CXCursor pattern);
  [[nodiscard]] bool holds_address(CXCursor member, CXCursor pattern);

  const unit* all_;
  const own_entities* own_;
  kept_addresses* kept_;
  bool only_names_;
};

}  // namespace nuthatch::splicec
