// SPDX-License-Identifier: Apache-2.0
#include "splicec/parsed.hpp"

#include <algorithm>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

std::string formatted(CXDiagnostic one) {
  std::string text = taken(clang_formatDiagnostic(one, clang_defaultDiagnosticDisplayOptions()));
  text += '\n';
  CXDiagnosticSet notes = clang_getChildDiagnostics(one);
  for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); ++i) {
    text += formatted(clang_getDiagnosticInSet(notes, i));
  }
  return text;
}

}  // namespace

parsed::parsed(const std::string& path,
               const std::string& text,
               const std::vector<std::string>& flags)
    : path_(path),
      size_(text.size()),
      index_(clang_createIndex(/*excludeDeclarationsFromPCH=*/0, /*displayDiagnostics=*/0)) {
  std::vector<const char*> arguments;
  arguments.reserve(flags.size());
  for (const std::string& flag : flags) {
    arguments.push_back(flag.c_str());
  }
  CXUnsavedFile contents{path.c_str(), text.data(), text.size()};
  const CXErrorCode error =
      clang_parseTranslationUnit2(index_,
                                  path.c_str(),
                                  arguments.data(),
                                  static_cast<int>(arguments.size()),
                                  &contents,
                                  1,
                                  CXTranslationUnit_DetailedPreprocessingRecord,
                                  &unit_);
  if (error != CXError_Success) {
    clang_disposeIndex(index_);
    throw std::runtime_error(fmt::format(
        "Clang reads no source with these flags of the compiler: {}", fmt::join(flags, " ")));
  }
}

parsed::~parsed() {
  clang_disposeTranslationUnit(unit_);
  clang_disposeIndex(index_);
}

std::vector<diagnostic> parsed::errors() const {
  std::vector<diagnostic> found;
  for (unsigned i = 0; i < clang_getNumDiagnostics(unit_); ++i) {
    CXDiagnostic one = clang_getDiagnostic(unit_, i);
    if (clang_getDiagnosticSeverity(one) >= CXDiagnostic_Error) {
      const CXSourceLocation where = clang_getDiagnosticLocation(one);
      found.push_back({.full = formatted(one),
                       .message = taken(clang_getDiagnosticSpelling(one)),
                       .offset = offset_of(where),
                       .in_main_file = clang_Location_isFromMainFile(where) != 0});
    }
    clang_disposeDiagnostic(one);
  }
  return found;
}

std::vector<token> parsed::tokens_of(CXFile file, std::size_t size) const {
  const CXSourceRange all =
      clang_getRange(clang_getLocationForOffset(unit_, file, 0),
                     clang_getLocationForOffset(unit_, file, static_cast<unsigned>(size)));
  const token_list tokens(unit_, all);
  std::vector<token> found;
  for (const CXToken& one : tokens.all()) {
    const CXTokenKind kind = clang_getTokenKind(one);
    if (kind != CXToken_Comment) {
      const CXSourceRange extent = clang_getTokenExtent(unit_, one);
      found.push_back(
          {{offset_of(clang_getRangeStart(extent)), offset_of(clang_getRangeEnd(extent))},
           kind,
           tokens.text(one)});
    }
  }
  return found;
}

std::vector<span> parsed::skipped_in(const std::string& path) const {
  CXSourceRangeList* const list = clang_getSkippedRanges(unit_, clang_getFile(unit_, path.c_str()));
  std::vector<span> found;
  for (const CXSourceRange& one : std::span(list->ranges, list->count)) {
    found.push_back({offset_of(clang_getRangeStart(one)), offset_of(clang_getRangeEnd(one))});
  }
  clang_disposeSourceRangeList(list);
  return found;
}

}  // namespace nuthatch::splicec
