// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether objects of the class tell their type at run time: the class or one of its bases has a
/// virtual function. A class with a base that Clang does not show counts as one. False for types
/// that are no classes.
bool is_polymorphic(CXType type);

}  // namespace nuthatch::splicec
