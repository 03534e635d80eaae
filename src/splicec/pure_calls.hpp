#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether what is called is constexpr, names no variable and gets no pointer to anything: then all
/// that it does depends on its arguments. Regions and intervals of Nuthatch only calculate, too.
bool is_pure_call(CXCursor call);

}  // namespace nuthatch::splicec
