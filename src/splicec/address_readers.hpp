// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

/// What is known about functions of the library that get addresses.
namespace nuthatch::splicec {

/// Whether a value of the type is a number or text, or consists of such values: no address can be
/// stored in it.
bool holds_no_address(CXType type);

/// Whether the type is a class of the source or an instance of a template for one.
bool has_class_of_source(CXType type);

/// Whether the function neither keeps nor compares the addresses of its arguments with others. What
/// it returns may be such an address if its type is a pointer or a reference.
bool only_reads_arguments(CXCursor function);

/// Whether the function returns what it gets, a part of it, or its size.
bool only_names_parts(CXCursor function);

/// Whether a function of the library may print an argument that is a pointer as an address.
bool may_print_address(CXCursor call, int parameter);

/// Whether the call is one of an algorithm in std::ranges, which is an object, that only reads its
/// arguments.
bool is_reading_algorithm(CXCursor call);

/// Whether it is a member function of a class of the standard library, which keeps no address of a
/// const object.
bool is_member_reader(CXCursor function);

/// Whether pointers that an object of the class returns do not lead into the object.
bool is_view(CXType type);

/// Whether the function calls the functions that it gets pointers to, and does no more with these
/// pointers.
bool only_calls_arguments(CXCursor function);

/// Whether the type is that of a lambda, or an instance of a template for one.
bool has_closures(CXType type);

/// Whether the type is an iterator of the library that writes, and so does not lead to a constant.
bool leads_to_variables(CXType iterator);

/// Whether an argument is a function, or an object that is called as one, that may get a pointer or
/// a reference.
bool may_be_called(CXCursor argument);

/// Whether an expression is `&item::value`, for a member that is a value.
bool names_value(CXCursor pointer_to_member);

/// Whether an argument of an algorithm is one that keeps no address of the elements that the
/// algorithm passes to it. For lambdas, this depends on their code.
bool is_understood_operation(CXCursor argument);

}  // namespace nuthatch::splicec
