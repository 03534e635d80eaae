// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// A number, an enumeration, a pointer: what is copied by a load and a store. Not volatile, not
/// atomic.
bool is_scalar(CXType type);

/// A scalar, or an array or a class of plain values that is copied and ended as its members are:
/// without virtual functions, `mutable`, or functions of its own that copy or end it.
bool is_plain(CXType type);

/// Whether a list in braces makes such a value from scalars alone: no member is a reference or has
/// a constructor of its own, which might keep what it gets.
bool is_made_of_scalars(CXType type);

/// Whether Clang tells the type of an expression. It does not for lists within lists.
bool is_known_type(CXType canonical);

/// Whether a class has a member that is a reference. Of other types, false.
bool has_reference_member(CXType type);

/// A copy of a plain value, by a constructor that nobody wrote.
bool copies_plainly(CXCursor call);

/// The same by an assignment.
bool assigns_plainly(CXCursor call);

/// The declaration that has the members of a class; of an instance of a template, that of the
/// template.
CXCursor class_of(CXType type);

/// A constructor that is a template may be chosen where nobody expects it.
bool is_constructor_template(CXCursor one);

/// Whether nobody wrote the function: it does to each member what members do by themselves.
bool is_implicit(CXCursor function);

}  // namespace nuthatch::splicec
