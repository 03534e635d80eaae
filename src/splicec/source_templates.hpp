// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// What of the instances of a template would be another for another type of the same text.
enum class instance_property {
  any,   ///< variables, addresses, identities and names of types
  name,  ///< names of types alone
};

/// The first template of the source, or of a header of its own, whose instances may have the
/// property; a null cursor if there is none. A template counts if any part of it might, also a part
/// that no instance uses.
CXCursor template_with(instance_property property, const unit& all);

}  // namespace nuthatch::splicec
