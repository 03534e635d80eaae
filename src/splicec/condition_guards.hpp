// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/directives.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The text of a translation with an `#error` in each branch of a conditional group that the
/// translator left out. The preprocessor of the compiler may select other branches, because
/// `__has_builtin`, `__OPTIMIZE__` and others depend on the compiler and its flags. Code of such
/// branches was not translated.
///
/// Groups that only contain pragmas get no `#error`, and neither do groups of the generated text.
/// A conditional directive of the source that the translation does not contain is a complaint.
///
/// @param compiled   the text as parsed
/// @param directives those of the source
std::string with_condition_guards(const source& from,
                                  const output& text,
                                  const parsed& compiled,
                                  const std::vector<directive>& directives,
                                  complaints& wrong);

}  // namespace nuthatch::splicec
