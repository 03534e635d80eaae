// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <clang-c/Index.h>

#include "splicec/cursors.hpp"
#include "splicec/macros.hpp"

namespace nuthatch::splicec {

/// The words of a part of the source.
known_macros::names words_of(const token_list& tokens);

/// Whether the result of an expression depends on the identity of a type.
bool tells_types_apart(CXCursor expression);

/// Whether a function has its own name, which contains those of types, as a value.
bool names_itself(CXCursor function, const known_macros& macros);

/// The type of the object that an expression throws or a handler takes; else an invalid one.
CXType thrown_or_caught(CXCursor one);

/// Whether the type of the object may depend on the types that a template is an instance for.
bool may_depend(CXType thrown);

/// Whether the function makes an object from which the program gets the type of what is in it. In
/// the standard library, these are std::any and std::exception_ptr; std::function, which tells that
/// type as well, has a member of its own for it.
bool makes_object_with_type(CXCursor function);

/// Whether the function of the library, which is an instance for a type that none of its parameters
/// mentions, does the same for any two types of the same text.
bool is_understood_instance(const std::string& name);

/// Whether it is a parameter of a template, of any kind.
bool is_template_parameter(CXCursor one);

/// Whether the lambda is a default argument of a template, or part of an alias template: each use
/// of the template has a type of its own.
bool is_made_by_template(CXCursor lambda);

}  // namespace nuthatch::splicec
