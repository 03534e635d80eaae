// SPDX-License-Identifier: Apache-2.0
#include "splicec/region_rules.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_type(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl ||
         kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl;
}

/// Adds the types of the main file that have this name, with their scopes.
void add_types(CXCursor within,
               const std::string& scope,
               std::string_view name,
               std::set<std::string>& found) {
  for (const CXCursor& one : children_of(within)) {
    if (!is_in_main_file(one) && kind_of(one) != CXCursor_Namespace) {
      continue;
    }
    const std::string own = scope + name_of(one);
    if (is_type(one) && is_in_main_file(one) && name_of(one) == name) {
      found.insert(own);
    }
    if (kind_of(one) == CXCursor_Namespace || kind_of(one) == CXCursor_StructDecl ||
        kind_of(one) == CXCursor_ClassDecl) {
      const bool unnamed = clang_Cursor_isAnonymous(one) != 0 || name_of(one).empty();
      add_types(one, unnamed ? scope : own + "::", name, found);
    }
  }
}

std::string last_name_of(const std::string& region) {
  const std::size_t at = region.rfind("::");
  return at == std::string::npos ? region : region.substr(at + 2);
}

/// Whether `what` compiles behind the source.
bool holds(const source& from, const std::string& what, const std::vector<std::string>& flags) {
  const std::string before = "#include <nuthatch/splice.hpp>\n" + from.text() + "\n";
  const std::vector<diagnostic> errors = parsed(from.path(), before + what + "\n", flags).errors();
  return std::ranges::none_of(errors, [&before](const diagnostic& one) {
    return one.in_main_file && one.offset >= before.size();
  });
}

}  // namespace

std::string refused_region(const source& from,
                           const parsed& tree,
                           const std::string& region,
                           const std::vector<std::string>& flags) {
  if (!holds(from, fmt::format("using nuthatch_regions = {};", region), flags)) {
    std::set<std::string> others;
    add_types(tree.root(), "", last_name_of(region), others);
    return fmt::format("--region: there is no type {} in {}; {}",
                       region,
                       from.path(),
                       others.empty()
                           ? "it is named as at the end of the file, with all its namespaces"
                           : fmt::format("did you mean {}?", fmt::join(others, " or ")));
  }
  if (!holds(from, fmt::format("static_assert(::nuthatch::effects::region<{}>);", region), flags)) {
    return fmt::format(
        "--region: {} is no type of regions: these are copied, and have a member bool "
        "overlaps(const {}&) const",
        region,
        last_name_of(region));
  }
  return {};
}

}  // namespace nuthatch::splicec
