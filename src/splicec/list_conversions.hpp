// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

class pure_functions;

/// Whether a braced list may call a constructor or a conversion function that does more than
/// calculate. Clang shows lists as they are written, without the conversions of their values. So
/// the types of the values, and of what is made of them, have to have none.
///
/// @param list  a list that is in no other list.
bool list_may_convert(CXCursor list, const pure_functions& functions);

/// Whether a value, and all that it is calculated from, is of types that no function of the source
/// converts.
bool is_value_of_language(CXCursor value);

/// Whether an array type, or one that it points to, has a length that is calculated where the type
/// is written.
bool is_variably_modified(CXType type);

}  // namespace nuthatch::splicec
