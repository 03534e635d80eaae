// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Whether the name is that of a C source: it ends in `.c`.
bool is_c_source(const std::string& path);

/// Compares what a C source means in C with what it means in C++, into which it is translated:
/// every expression has to have the same type and to call the same function. Where C++ would choose
/// another function of the same name, as `sqrt` for a float, the result names the right one;
/// complaints are about everything else.
///
/// What does not compile in one of the languages is left to who compiles it.
/// @returns the source, changed so that it means the same in C++
source made_cpp(const source& from,
                const std::vector<std::string>& c_flags,
                const std::vector<std::string>& cpp_flags,
                complaints& wrong);

}  // namespace nuthatch::splicec
