// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/complaints.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Makes functions return a value at their end if they may reach it without one. C allows that if
/// no caller uses the value; in C++, the behaviour is undefined. `main` returns 0 in both.
///
/// Functions whose end a macro hides, and those of the source's own headers, are complaints.
///
/// @param c the source as parsed in C
void write_missing_returns(const source& from, const parsed& c, edits& changes, complaints& wrong);

/// Writes a statement behind labels at the ends of blocks, which C++ requires before C++23.
void write_ends_of_blocks(const source& from, const parsed& c, edits& changes);

}  // namespace nuthatch::splicec
