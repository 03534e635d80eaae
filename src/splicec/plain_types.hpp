// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether a value is copied by a load and a store: a number, an enumeration or a pointer that is
/// neither volatile nor atomic.
bool is_scalar(CXType type);

/// Whether the type is a scalar, or an array or class of plain values that is copied and destroyed
/// memberwise: without virtual functions, `mutable` members, or its own functions for copying or
/// destruction.
bool is_plain(CXType type);

/// Whether a braced list makes a value of the type from scalars alone: no member is a reference or
/// has its own constructor, which might keep what it gets.
bool is_made_of_scalars(CXType type);

/// Whether an array type, or one that it points to, has a length that is calculated where the type
/// is written.
bool is_variably_modified(CXType type);

/// Whether Clang provides the type of an expression. It does not for nested lists.
bool is_known_type(CXType canonical);

/// Whether a class has a member that is a reference. False for other types.
bool has_reference_member(CXType type);

/// Whether the call copies a plain value by an implicit constructor.
bool copies_plainly(CXCursor call);

/// The same for an assignment.
bool assigns_plainly(CXCursor call);

/// The declaration that has the members of a class; for an instance of a template, that of the
/// template.
CXCursor class_of(CXType type);

/// A constructor template, which overload resolution may choose unexpectedly.
bool is_constructor_template(CXCursor one);

/// Whether a class is an instance of a template, in whose code Clang shows no conversions: their
/// types depend on the instance.
bool is_instance_of_template(CXType type);

/// Whether the type, which is canonical, is a std::initializer_list, which points to an array.
bool is_initializer_list(CXType type);

/// Whether the constructor takes a std::initializer_list first: braces prefer it.
bool is_list_constructor(CXCursor member);

/// Whether the function is implicit: it does memberwise what members do by themselves.
bool is_implicit(CXCursor function);

}  // namespace nuthatch::splicec
