// SPDX-License-Identifier: Apache-2.0
#include "splicec/copyable_types.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"

namespace nuthatch::splicec {

namespace {

CXType element_of(CXType type) {
  return clang_getUnqualifiedType(without_arrays(type));
}

/// Whether the class may be trivially copyable although it is no plain old data.
bool is_in_question(CXType type) {
  return type.kind == CXType_Record && clang_isPODType(type) == 0;
}

/// Whether the type is declared in a function, where no other text can name it.
bool is_local_type(CXType type) {
  const CXCursor declaration = clang_getTypeDeclaration(type);
  for (CXCursor outer = clang_getCursorSemanticParent(declaration);
       clang_Cursor_isNull(outer) == 0 && kind_of(outer) != CXCursor_TranslationUnit;
       outer = clang_getCursorSemanticParent(outer)) {
    if (kind_of(outer) != CXCursor_Namespace && kind_of(outer) != CXCursor_LinkageSpec &&
        kind_of(outer) != CXCursor_StructDecl && kind_of(outer) != CXCursor_ClassDecl) {
      return true;
    }
  }
  return name_of(declaration).empty();
}

std::string spelling_of(CXType type) {
  return taken(clang_getTypeSpelling(type));
}

/// Asks Clang about each of the types, by code behind the source.
std::set<std::string> refused(const unit& all,
                              const std::set<std::string>& types,
                              const char* trait,
                              const std::vector<std::string>& flags) {
  if (types.empty()) {
    return {};
  }
  std::string text = all.from.text() + "\n";
  std::vector<std::pair<std::size_t, std::string>> places;
  for (const std::string& type : types) {
    places.emplace_back(text.size(), type);
    text += fmt::format("static_assert({}({}));\n", trait, type);
  }
  std::set<std::string> found;
  for (const diagnostic& one : parsed(all.from.path(), text, flags).errors()) {
    const auto after = std::ranges::upper_bound(
        places, one.offset, {}, &std::pair<std::size_t, std::string>::first);
    if (one.in_main_file && after != places.begin()) {
      found.insert(std::prev(after)->second);
    }
  }
  return found;
}

/// The types of which values must not be copied, and those of which values must not end early.
struct refused_types {
  std::set<std::string> copies;
  std::set<std::string> ends;
};

/// Whether a template is instantiated for a type of a function.
bool is_of_local_type(CXType type) {
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    const CXType given = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
    if (given.kind == CXType_Invalid) {
      continue;  // a number
    }
    const CXType argument = clang_getCanonicalType(element_of(given));
    const bool is_declared = argument.kind == CXType_Record || argument.kind == CXType_Enum;
    if (is_declared && (is_local_type(argument) || is_of_local_type(argument))) {
      return true;
    }
  }
  return false;
}

/// Whether a macro has a name of those that spell the type.
bool is_spelled_by_macro(const unit& all, const std::string& spelling) {
  std::string word;
  for (const char one : spelling + " ") {
    if (std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_') {
      word += one;
    } else if (!word.empty()) {
      if (all.macros.has(word)) {
        return true;
      }
      word.clear();
    }
  }
  return false;
}

refused_types refused_types_of(const unit& all, const std::vector<std::string>& flags) {
  std::set<std::string> copies;
  std::set<std::string> ends;
  refused_types unknown;  // whose names are others behind the source
  for (const copied_value& one : all.copied) {
    const CXType type = element_of(one.type);
    if (!is_in_question(type) || is_local_type(type)) {
      continue;
    }
    const std::string spelling = spelling_of(type);
    if (is_of_local_type(clang_getCanonicalType(type)) || is_spelled_by_macro(all, spelling)) {
      (one.only_ends ? unknown.ends : unknown.copies).insert(spelling);
    } else {
      (one.only_ends ? ends : copies).insert(spelling);
    }
  }
  unknown.copies.merge(refused(all, copies, "__is_trivially_copyable", flags));
  unknown.ends.merge(refused(all, ends, "__is_trivially_destructible", flags));
  return unknown;
}

/// Whether Clang does not provide the type, or an instance of a template decides what it is.
bool is_unknown(CXType type) {
  return type.kind == CXType_Invalid || type.kind == CXType_Unexposed ||
         type.kind == CXType_Dependent || type.kind == CXType_Auto;
}

/// Checks a value of a class in question that ends before the calls.
void check_end(const unit& all, const copied_value& one, const std::set<std::string>& no) {
  const CXType type = element_of(one.type);
  if (is_unknown(type)) {
    all.wrong.add(one.at,
                  fmt::format("'{}' {} of a type that is not known here, which may end before the "
                              "calls that follow it run; declare it before #pragma splice try(n)",
                              one.name,
                              one.is_kept ? "keeps an object" : "is"));
  } else if (is_local_type(type) || no.contains(spelling_of(type))) {
    all.wrong.add(one.at,
                  fmt::format("'{}' {} a {}, which ends before the calls that follow it run; "
                              "declare it before #pragma splice try(n)",
                              one.name,
                              one.is_kept ? "keeps" : "is",
                              spelling_of(type)));
  }
}

/// Checks a value of a class in question that is copied.
void check_copy(const unit& all, const copied_value& one, const std::set<std::string>& no) {
  const CXType type = element_of(one.type);
  if (is_lambda(type)) {
    all.wrong.add(
        one.at,
        fmt::format("'{}' is a lambda; a step calls those that are declared in it", one.name));
  } else if (is_local_type(type) || no.contains(spelling_of(type))) {
    all.wrong.add(one.at,
                  fmt::format("'{}' is a {}, which cannot be copied as bytes are; use a pointer "
                              "to what outlives the calls",
                              one.name,
                              spelling_of(type)));
  }
}

}  // namespace

void check_copyable(const unit& all, const std::vector<std::string>& flags) {
  const refused_types no = refused_types_of(all, flags);
  for (const copied_value& one : all.copied) {
    const CXType type = element_of(one.type);
    if (!is_in_question(type) && !(one.only_ends && is_unknown(type))) {
      continue;
    }
    if (one.only_ends) {
      check_end(all, one, no.ends);
    } else {
      check_copy(all, one, no.copies);
    }
  }
}

}  // namespace nuthatch::splicec
