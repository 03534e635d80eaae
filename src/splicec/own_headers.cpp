// SPDX-License-Identifier: Apache-2.0
#include "splicec/own_headers.hpp"

#include <algorithm>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "splicec/cursors.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether a file is one of the headers of Nuthatch, which have the same meaning for all compilers.
bool is_of_nuthatch(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code none;
  for (fs::path folder = fs::path(path).parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (folder.filename() == "nuthatch" && fs::exists(folder / "splice.hpp", none)) {
      return true;
    }
  }
  return false;
}

struct inclusion {
  CXFile file;
  std::size_t at;
};

struct inclusions {
  CXTranslationUnit unit;
  std::vector<inclusion> all;
};

void note_inclusion(CXFile file, CXSourceLocation* stack, unsigned depth, CXClientData into) {
  auto& found = *static_cast<inclusions*>(into);
  const std::span<CXSourceLocation> places(stack, depth);
  const auto place = std::ranges::find_if(
      places, [](CXSourceLocation one) { return clang_Location_isFromMainFile(one) != 0; });
  if (depth == 0 ||
      clang_Location_isInSystemHeader(clang_getLocation(found.unit, file, 1, 1)) != 0) {
    return;
  }
  found.all.push_back({file, place == places.end() ? 0 : offset_of(*place)});
}

}  // namespace

std::vector<own_header> own_headers(const parsed& tree) {
  inclusions included{.unit = tree.unit(), .all = {}};
  clang_getInclusions(tree.unit(), note_inclusion, &included);
  std::vector<own_header> found;
  for (const inclusion& one : included.all) {
    std::string path = taken(clang_getFileName(one.file));
    if (std::ranges::find(found, path, &own_header::path) != found.end() || is_of_nuthatch(path)) {
      continue;
    }
    std::size_t size = 0;
    const char* const contents = clang_getFileContents(tree.unit(), one.file, &size);
    std::string text = contents == nullptr ? std::string() : std::string(contents, size);
    std::vector<token> tokens = tree.tokens_of(one.file, size);
    std::vector<directive> directives = find_directives(source(path, text), tokens, {});
    found.push_back({.path = std::move(path),
                     .text = std::move(text),
                     .tokens = std::move(tokens),
                     .directives = std::move(directives),
                     .included_at = one.at});
  }
  return found;
}

}  // namespace nuthatch::splicec
