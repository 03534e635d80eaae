// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "splicec/complaints.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Whether a keyword of C is a part of an arithmetic type, or `const` or `volatile`.
bool is_word_of_plain_type(std::string_view word);

/// The changes that give keywords of C their names in C++. Complains about words that GCC has in C
/// alone, or with another meaning.
edits words_of_cpp(const source& from, const parsed& c, complaints& wrong);

/// Complains about words in the own headers of the source that GCC has in C alone, and Clang in C++
/// as well. `cpp` is `changed`, the source in C++, which `text` gives the origins of.
void refuse_words_in_headers(const source& changed,
                             const parsed& cpp,
                             const output& text,
                             complaints& wrong);

/// Complains about headers of the system that do not declare the same in C++.
void refuse_headers_of_c(const source& from, const parsed& c, complaints& wrong);

}  // namespace nuthatch::splicec
