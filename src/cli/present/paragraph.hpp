// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nuthatch::cli {

/// Lines longer than this are tiring to read, however wide the screen.
inline constexpr std::size_t widest_text = 96;

/// Breaks text between words so that no line is wider than `width` and `widest_text`; every line
/// but the first begins with `indent` spaces. Line ends in the text stay. No line end at the end.
std::string paragraph(std::string_view text, std::size_t width, std::size_t indent = 0);

/// `left`, then `right` as a paragraph that begins in column `column`, or half-way where the screen
/// is narrow; on the next line when `left` is too long. With a line end.
std::string two_columns(std::string_view left,
                        std::string_view right,
                        std::size_t column,
                        std::size_t width);

}  // namespace nuthatch::cli
