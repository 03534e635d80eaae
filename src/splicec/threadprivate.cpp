// SPDX-License-Identifier: Apache-2.0
#include "splicec/threadprivate.hpp"

#include <algorithm>
#include <string_view>

#include "splicec/compiler_meaning.hpp"
#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// Adds the variables that have an instance for each thread.
void add_variables(CXCursor within, std::set<std::string>& to) {
  any_within(within, [&to](CXCursor one) {
    if (kind_of(one) == CXCursor_VarDecl && clang_getCursorTLSKind(one) != CXTLS_None) {
      to.insert(identity_of(one));
    }
    return false;
  });
}

}  // namespace

threadprivate_variables::threadprivate_variables(const source& from,
                                                 const parsed& tree,
                                                 const std::vector<std::string>& flags) {
  constexpr std::string_view word = "threadprivate";
  if (std::ranges::none_of(own_files(from, tree), [word](const auto& one) {
        return without_line_splices(one.second).find(word) != std::string::npos;
      })) {
    return;
  }
  std::vector<std::string> with_openmp = flags;
  with_openmp.emplace_back("-fopenmp");
  const parsed seen(from.path(), from.text(), with_openmp);
  for (const CXCursor& one : children_of(seen.root())) {
    if (!is_in_system(one)) {
      add_variables(one, all_);
    }
  }
}

bool threadprivate_variables::has(CXCursor variable) const {
  return !all_.empty() && all_.contains(identity_of(variable));
}

}  // namespace nuthatch::splicec
