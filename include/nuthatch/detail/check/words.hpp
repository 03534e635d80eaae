// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <nuthatch/detail/check/running.hpp>
#include <nuthatch/detail/source_location.hpp>
#include <nuthatch/effects/describe.hpp>

/// The phrases that messages consist of.

namespace nuthatch::detail {

/// The place where a call or a step is declared, and the declaring function, which is none in the
/// body of try_splice.
struct declared_at {
  source_location where;
  std::string_view by;
};

/// A call of a function.
struct declared_call {
  std::string_view function;
  declared_at at;
};

[[nodiscard]] inline std::string quoted(std::string_view name) {
  return "'" + std::string(name) + "'";
}

/// Returns, for example, " at jacobi.cpp:41 in 'time_step'".
[[nodiscard]] inline std::string words(const declared_at& at) {
  std::string all;
  if (at.where.line() != 0) {
    all += " at " + std::string(at.where.file_name()) + ":" + std::to_string(at.where.line());
  }
  return all + (at.by.empty() ? "" : " in " + quoted(at.by));
}

[[nodiscard]] inline std::string words(const declared_call& call) {
  return "call of " + quoted(call.function) + words(call.at);
}

/// Returns, for example, ", which has 10 by 20 elements," if an index is outside of the view.
[[nodiscard]] inline std::string words_of_sizes(const accessed& what) {
  bool outside = false;
  std::string all;
  for (std::size_t d = 0; d < what.index.size(); ++d) {
    outside = outside || what.index[d] < 0 || what.index[d] >= what.sizes[d];
    all += (d == 0 ? ", which has " : " by ") + std::to_string(what.sizes[d]);
  }
  return outside ? all + " elements," : "";
}

/// Returns, for example, "reads element (3, 4) of view 'a' at 0x1f40" or "writes bytes [0x1f40,
/// 0x1f80)".
[[nodiscard]] inline std::string words(const accessed& what) {
  std::string all = what.how ? effects::describe(*what.how) : "touches";
  if (what.index.empty()) {
    return all + " " + effects::describe_bytes(what.bytes);
  }
  const char* before = " element (";
  for (const std::ptrdiff_t i : what.index) {
    all += before + std::to_string(i);
    before = ", ";
  }
  all += ") of " + (what.view == nullptr ? "a view" : "view " + quoted(what.view));
  return all + words_of_sizes(what) + " at " + effects::describe_address(what.bytes.first);
}

}  // namespace nuthatch::detail
