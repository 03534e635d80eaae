// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// An element of a std::array.
struct array_element {
  CXCursor array;
  CXCursor index;
};

/// What `a[i]` of a std::array is made of.
std::optional<array_element> array_element_of(CXCursor expression);

}  // namespace nuthatch::splicec
