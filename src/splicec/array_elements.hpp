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

/// The array and the index of `a[i]`, if `a` is a std::array.
std::optional<array_element> array_element_of(CXCursor expression);

}  // namespace nuthatch::splicec
