// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Whether the path names a C source: it ends in `.c`.
bool is_c_source(const std::string& path);

/// Compares the meaning of a C source in C with its meaning in C++, into which it is translated.
/// Every expression has to have the same type and to call the same function. Where C++ would choose
/// another function of the same name, as `sqrt` for a float, the result names the right one. All
/// other differences are complaints.
///
/// Functions keep their C linkage, except those of the names `with_cpp_linkage`.
///
/// Code that does not compile in one of the languages is left to the compiler's diagnostics.
/// @returns the source, changed so that it has the same meaning in C++
source made_cpp(const source& from,
                const std::vector<std::string>& c_flags,
                const std::vector<std::string>& cpp_flags,
                const std::set<std::string>& with_cpp_linkage,
                complaints& wrong);

}  // namespace nuthatch::splicec
