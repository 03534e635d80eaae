// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nuthatch::cli {

/// Longer lines are tiring to read, however wide the screen is.
inline constexpr std::size_t widest_text = 96;

/// Breaks text between words so that no line is wider than `width` and `widest_text`. Every line
/// except for the first begins with `indent` spaces. Line breaks in the text stay. The result does
/// not end with one.
std::string paragraph(std::string_view text, std::size_t width, std::size_t indent = 0);

/// `left`, then `right` as a paragraph that begins in column `column`, or half-way if the screen is
/// narrow, and on the next line if `left` is too long. Ends with a line break.
std::string two_columns(std::string_view left,
                        std::string_view right,
                        std::size_t column,
                        std::size_t width);

}  // namespace nuthatch::cli
