// SPDX-License-Identifier: Apache-2.0
#include "splicec/include_meaning.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

/// A declaration, a statement or an expression, and its meaning.
struct element {
  std::string file;  // empty for the source itself
  std::size_t at;
  std::string name;
  std::string facts;
};

/// Identifies a function, an enumeration or the name of a type that headers of the system declare,
/// more than one perhaps, in any order. Empty for everything else.
std::string identity_in_system(CXCursor declaration) {
  const CXCursorKind kind = kind_of(declaration);
  if (!is_in_system(clang_getCanonicalCursor(declaration)) ||
      clang_Cursor_isNull(clang_getSpecializedCursorTemplate(declaration)) == 0) {
    return "";
  }
  const CXCursor around = clang_getCursorSemanticParent(declaration);
  switch (kind) {
    case CXCursor_EnumDecl:
    case CXCursor_FunctionDecl:
      return taken(clang_getCursorUSR(declaration));
    case CXCursor_TypedefDecl:
      return kind_of(around) == CXCursor_TranslationUnit || kind_of(around) == CXCursor_LinkageSpec
                 ? fmt::format("{}={}",
                               name_of(declaration),
                               taken(clang_getTypeSpelling(canonical_type_of(declaration))))
                 : "";
    default:
      return "";
  }
}

/// The definition of a class, which headers may declare before in any order; otherwise the first
/// declaration.
CXCursor only_place_of(CXCursor declaration) {
  const CXCursorKind kind = kind_of(declaration);
  const CXCursor definition = clang_getCursorDefinition(declaration);
  const bool is_class = kind == CXCursor_ClassTemplate || kind == CXCursor_ClassDecl ||
                        kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl;
  return is_class && clang_Cursor_isNull(definition) == 0 ? definition
                                                          : clang_getCanonicalCursor(declaration);
}

bool is_template(CXCursorKind kind) {
  return kind == CXCursor_ClassTemplate || kind == CXCursor_FunctionTemplate ||
         kind == CXCursor_ClassTemplatePartialSpecialization ||
         kind == CXCursor_TypeAliasTemplateDecl || kind == CXCursor_ConceptDecl;
}

/// Whether an expression of this kind tells whether other code compiles, and so which classes are
/// complete.
bool asks_what_compiles(CXCursorKind kind) {
  return kind == CXCursor_ConceptDecl || kind == CXCursor_ConceptSpecializationExpr ||
         kind == CXCursor_RequiresExpr;
}

/// Whether an expression may be a constant whose value depends on what compiles: the answer of a
/// concept, or of a trait, which is a constant or an object that converts to the answer.
bool may_be_answer(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  const CXCursorKind named = kind_of(clang_getCursorReferenced(one));
  const CXType type = canonical_type_of(one);
  return kind == CXCursor_ConceptSpecializationExpr || kind == CXCursor_RequiresExpr ||
         ((is_integer(type) || type.kind == CXType_Bool) &&
          ((kind == CXCursor_CallExpr && named == CXCursor_ConversionFunction) ||
           (kind == CXCursor_DeclRefExpr && clang_isConstQualifiedType(type) != 0 &&
            (named == CXCursor_VarDecl || named == CXCursor_UnexposedDecl))));
}

/// The value of such an expression outside of templates.
std::string value_of_answer(CXCursor one) {
  if (!may_be_answer(one)) {
    return "";
  }
  const CXEvalResult result = clang_Cursor_Evaluate(one);
  if (result == nullptr) {
    return "?";
  }
  const long long value = clang_EvalResult_getAsLongLong(result);
  clang_EvalResult_dispose(result);
  return std::to_string(value);
}

/// The values that an instance of a template is for.
std::string values_of_instance(CXCursor function) {
  std::string values;
  for (int i = 0; i < clang_Cursor_getNumTemplateArguments(function); ++i) {
    const auto at = static_cast<unsigned>(i);
    if (clang_Cursor_getTemplateArgumentKind(function, at) == CXTemplateArgumentKind_Integral) {
      values += fmt::format("<{}>", clang_Cursor_getTemplateArgumentValue(function, at));
    }
  }
  return values;
}

/// Whether the class is complete that a type is, points to, refers to or is an array of.
bool is_complete(CXType type) {
  while (true) {
    const CXType inner = type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray
                             ? clang_getArrayElementType(type)
                             : clang_getPointeeType(type);
    if (inner.kind == CXType_Invalid) {
      break;
    }
    type = inner;
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  return clang_Cursor_isNull(declaration) != 0 ||
         clang_Cursor_isNull(clang_getCursorDefinition(declaration)) == 0;
}

/// The folder of the headers that come first, as the compiler found it.
std::string folder_of_headers(const parsed& behind) {
  std::string found;
  clang_getInclusions(
      behind.unit(),
      [](CXFile file, CXSourceLocation*, unsigned, CXClientData into) {
        const std::string name = taken(clang_getFileName(file));
        constexpr std::string_view first = "nuthatch/splice.hpp";
        if (name.ends_with(first)) {
          *static_cast<std::string*>(into) =
              name.substr(0, name.size() - first.size()) + "nuthatch/";
        }
      },
      &found);
  return found;
}

/// Lists the elements of a source in order, one tree after the other, and then those of the
/// instances of its function templates that it uses, directly or by templates of the system.
class listing {
 public:
  /// `left_out` is the folder whose headers are not part of the source. `shift` is the number of
  /// bytes before the source in the text.
  listing(const parsed& tree, std::string left_out, std::size_t shift)
      : path_(taken(clang_getTranslationUnitSpelling(tree.unit()))),
        file_name_(std::filesystem::path(path_).filename().string()),
        left_out_(std::move(left_out)),
        shift_(shift) {
    for (const CXCursor& one : children_of(tree.root())) {
      const CXSourceLocation at = clang_getCursorLocation(one);
      if (clang_isDeclaration(kind_of(one)) != 0 && is_own(at) && !is_builtin(one)) {
        add(one);
      }
    }
    add_instances();
  }

  [[nodiscard]] const std::vector<element>& all() const { return all_; }

 private:
  [[nodiscard]] bool is_own(CXSourceLocation where) const {
    return clang_Location_isInSystemHeader(where) == 0 &&
           (left_out_.empty() || !file_of(where).starts_with(left_out_));
  }

  /// Builtins are declared where they are used first, which may be in a header.
  [[nodiscard]] static bool is_builtin(CXCursor declaration) {
    return kind_of(declaration) == CXCursor_FunctionDecl &&
           name_of(declaration).starts_with("__builtin_");
  }

  [[nodiscard]] std::string place_of(CXSourceLocation where) const {
    const std::string file = file_of(where);
    const std::size_t offset = offset_of(where);
    return file == path_ ? fmt::format(":{}", offset - shift_) : fmt::format("{}:{}", file, offset);
  }

  void add(CXCursor one) {
    const bool outer = in_template_;
    const bool asked = in_question_;
    in_template_ = in_template_ || is_template(kind_of(one));
    in_question_ = in_question_ || asks_what_compiles(kind_of(one));
    const CXSourceLocation where = clang_getCursorLocation(one);
    const std::string file = file_of(where);
    const bool own = file == path_;
    note_instance(one);
    all_.push_back({.file = own ? "" : file,
                    .at = own ? offset_of(where) - shift_ : 0,
                    .name = name_of(one),
                    .facts = facts_of(one)});
    for (const CXCursor& part : children_of(one)) {
      add(part);
    }
    in_template_ = outer;
    in_question_ = asked;
  }

  void note_instance(CXCursor use) {
    if (!is_expression(use)) {
      return;
    }
    const CXCursor named = clang_getCursorReferenced(use);
    if (clang_Cursor_isNull(named) != 0 ||
        clang_Cursor_isNull(clang_getSpecializedCursorTemplate(named)) != 0) {
      return;
    }
    const CXCursor definition = clang_getCursorDefinition(named);
    if (clang_Cursor_isNull(definition) == 0 && !is_template(kind_of(definition)) &&
        known_.insert(definition.data[0]).second) {
      instances_.push_back(definition);
    }
  }

  /// The elements of instances, in an order that does not depend on the templates of the system
  /// that use them.
  void add_instances() {
    std::vector<std::vector<element>> found;
    std::vector<element> plain = std::move(all_);
    // NOLINTNEXTLINE(modernize-loop-convert): the loop adds to the list
    for (std::size_t next = 0; next < instances_.size(); ++next) {
      const CXCursor one = instances_[next];
      if (is_own(clang_getCursorLocation(one))) {
        all_.clear();
        add(one);
        found.push_back(std::move(all_));
      } else {
        any_within(one, [this](CXCursor part) {
          note_instance(part);
          return false;
        });
      }
    }
    std::ranges::sort(found, [](const auto& some, const auto& others) {
      return std::ranges::lexicographical_compare(
          some, others, {}, &element::facts, &element::facts);
    });
    all_ = std::move(plain);
    for (std::vector<element>& one : found) {
      std::ranges::move(one, std::back_inserter(all_));
    }
  }

  /// The size of a class, which macros of the library may change. Clang has none in a template.
  [[nodiscard]] long long size_of(CXType type) const {
    const bool complete =
        type.kind == CXType_Record &&
        clang_Cursor_isNull(clang_getCursorDefinition(clang_getTypeDeclaration(type))) == 0;
    return complete && !in_template_ ? clang_Type_getSizeOf(type) : 0;
  }

  [[nodiscard]] std::string facts_of(CXCursor one) const {
    const CXType type = canonical_type_of(one);
    return fmt::format("{} {} {} {} {} {} {} {} {} {} {}",
                       static_cast<int>(kind_of(one)),
                       place_of(clang_getCursorLocation(one)),
                       name_of(one),
                       taken(clang_getTypeSpelling(type)),
                       size_of(type),
                       static_cast<int>(clang_getCursorBinaryOperatorKind(one)),
                       static_cast<int>(clang_getCursorUnaryOperatorKind(one)),
                       value_of_literal(one),
                       named_by(one),
                       in_template_ ? "" : value_of_answer(one),
                       in_question_ && !is_complete(type));
  }

  /// The entity that an expression names, or those that a call of a template may choose from.
  /// Entities are identified by their places: the names of instances for types of the source
  /// contain offsets.
  [[nodiscard]] std::string named_by(CXCursor one) const {
    const CXCursor named = clang_getCursorReferenced(one);
    const unsigned overloads = clang_getNumOverloadedDecls(named);
    if (overloads == 0) {
      return clang_Cursor_isNull(named) != 0
                 ? ""
                 : identity_of(named) + values_of_instance(named) + asm_label_of(named);
    }
    // Additional overloads from the standard library alone do not change the meaning: they are
    // designed for that.
    std::set<std::string> of_std;
    std::set<std::string> candidates;
    for (unsigned i = 0; i < overloads; ++i) {
      const CXCursor candidate = clang_getOverloadedDecl(named, i);
      const bool is_of_std = name_of(clang_getCursorSemanticParent(candidate)) == "std";
      (is_of_std ? of_std : candidates).insert(identity_of(candidate));
    }
    if (!candidates.empty()) {
      candidates.merge(of_std);
    }
    return fmt::format("{}", fmt::join(candidates, " "));
  }

  [[nodiscard]] std::string identity_of(CXCursor declaration) const {
    if (kind_of(declaration) == CXCursor_Namespace) {
      return splicec::identity_of(declaration);  // it may have begun in any header
    }
    if (is_builtin(declaration)) {
      return name_of(declaration);
    }
    // Identities that depend on types of the source may contain its name and offsets.
    if (std::string found = identity_in_system(declaration);
        !found.empty() && found.find(file_name_) == std::string::npos) {
      return found;
    }
    const CXCursor first = only_place_of(declaration);
    if (name_of(first).starts_with("__")) {
      return name_of(first);  // builtins have the location of their first use
    }
    return place_of(clang_getCursorLocation(first)) + "=" + name_of(first);
  }

  std::string path_;
  std::string file_name_;
  std::string left_out_;
  std::size_t shift_;
  bool in_template_ = false;  // whether the element is in a template
  bool in_question_ = false;  // whether it is in a concept or a requires-expression
  std::vector<element> all_;
  std::set<const void*> known_;      // the instances, by what libclang identifies them by
  std::vector<CXCursor> instances_;  // in the order of their first uses
};

/// Macros that configure the standard library have no effect behind its headers.
void refuse_settings_of_library(const parsed& tree, complaints& wrong) {
  for (const CXCursor& one : children_of(tree.root())) {
    if (kind_of(one) != CXCursor_MacroDefinition || is_macro_of_system(one) ||
        is_macro_of_flags(one)) {
      continue;
    }
    const std::string name = name_of(one);
    if (name.starts_with("_GLIBCXX_") || name.starts_with("_LIBCPP_")) {
      const bool own = is_in_main_file(one);
      wrong.add(own ? named_at(one) : 0,
                fmt::format("{}{} configures headers that nuthatch/splice.hpp includes first; "
                            "define it by a flag, -D{}, for the translator and the compiler",
                            own ? "" : file_of(clang_getCursorLocation(one)) + ": ",
                            name,
                            name));
    }
  }
}

}  // namespace

void check_meaning_behind(const std::string& before,
                          const source& from,
                          const parsed& alone,
                          const std::vector<std::string>& flags,
                          complaints& wrong) {
  refuse_settings_of_library(alone, wrong);
  const parsed behind(from.path(), before + from.text(), flags);
  if (const std::vector<diagnostic> errors = behind.errors(); !errors.empty()) {
    const diagnostic& first = errors.front();
    wrong.add(
        first.in_main_file && first.offset >= before.size() ? first.offset - before.size() : 0,
        fmt::format("behind nuthatch/splice.hpp, which the translation includes first, this "
                    "does not compile: {}",
                    first.message));
    return;
  }
  const std::string headers = folder_of_headers(behind);
  const listing one(alone, headers, 0);
  const listing other(behind, headers, before.size());
  const auto [changed, now] =
      std::ranges::mismatch(one.all(), other.all(), {}, &element::facts, &element::facts);
  if (changed == one.all().end() && now == other.all().end()) {
    return;
  }
  const element& what = changed != one.all().end() ? *changed : *now;
  const bool same_name = changed != one.all().end() && now != other.all().end() &&
                         changed->name == now->name && !what.name.empty();
  wrong.add(what.at,
            fmt::format("{}behind nuthatch/splice.hpp, which the translation includes first, "
                        "{} means something else, since that includes more headers of the system; "
                        "rename what is yours, or include what it needs",
                        what.file.empty() ? "" : what.file + ": ",
                        same_name ? "'" + what.name + "'" : "this"));
}

}  // namespace nuthatch::splicec
