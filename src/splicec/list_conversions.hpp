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

}  // namespace nuthatch::splicec
