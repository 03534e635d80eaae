// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// The type of the object that an expression throws or a handler takes; else an invalid one.
CXType thrown_or_caught(CXCursor one);

/// Whether the type of the object may depend on the types that a template is an instance for.
bool may_depend(CXType thrown);

/// Whether the function of the library, which is an instance for a type that none of its parameters
/// mentions, does the same for any two types of the same text.
bool is_understood_instance(const std::string& name);

/// Whether the lambda is a default argument of a template, or part of an alias template: each use
/// of the template has a type of its own.
bool is_made_by_template(CXCursor lambda);

}  // namespace nuthatch::splicec
