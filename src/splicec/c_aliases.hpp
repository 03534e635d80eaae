// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/complaints.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Complains about conversions between pointers to types that are one type in C, or compatible, and
/// two in C++: enumerations, wchar_t, char16_t and char32_t, and integers. C++ compilers assume
/// that these point to different objects. A pointer that is a `void*` in between, or comes from a
/// union, is not followed.
///
/// @param cpp   the source as C++.
/// @param text  the origins of its parts.
void refuse_aliases(const parsed& cpp, const output& text, complaints& wrong);

}  // namespace nuthatch::splicec
