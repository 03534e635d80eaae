// SPDX-License-Identifier: Apache-2.0
#include "splicec/pure_functions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "splicec/control_code.hpp"
#include "splicec/cursors.hpp"
#include "splicec/list_conversions.hpp"
#include "splicec/locals.hpp"
#include "splicec/plain_types.hpp"

namespace nuthatch::splicec {

namespace {

/// The namespaces and classes around a declaration, outermost first, without inline namespaces.
std::vector<std::string> scopes_of(CXCursor declaration) {
  std::vector<std::string> scopes;
  for (CXCursor outer = clang_getCursorSemanticParent(declaration);
       clang_Cursor_isNull(outer) == 0 && kind_of(outer) != CXCursor_TranslationUnit;
       outer = clang_getCursorSemanticParent(outer)) {
    if (clang_Cursor_isInlineNamespace(outer) == 0 && kind_of(outer) != CXCursor_LinkageSpec) {
      scopes.insert(scopes.begin(), name_of(outer));
    }
  }
  return scopes;
}

bool is_known_builtin(const std::string& name) {
  static const std::set<std::string_view> known{
      "__builtin_expect",     "__builtin_expect_with_probability",
      "__builtin_abs",        "__builtin_labs",
      "__builtin_llabs",      "__builtin_fabs",
      "__builtin_fabsf",      "__builtin_fabsl",
      "__builtin_popcount",   "__builtin_popcountl",
      "__builtin_popcountll", "__builtin_clz",
      "__builtin_clzl",       "__builtin_clzll",
      "__builtin_ctz",        "__builtin_ctzl",
      "__builtin_ctzll",      "__builtin_ffs",
      "__builtin_ffsl",       "__builtin_ffsll",
      "__builtin_parity",     "__builtin_bswap16",
      "__builtin_bswap32",    "__builtin_bswap64",
      "__builtin_huge_val",   "__builtin_inf",
      "__builtin_nan"};
  return known.contains(name);
}

bool is_known_in_std(const std::string& name) {
  static const std::set<std::string_view> known{"abs",
                                                "bit_ceil",
                                                "bit_floor",
                                                "bit_width",
                                                "ceil",
                                                "clamp",
                                                "cmp_equal",
                                                "cmp_greater",
                                                "cmp_less",
                                                "cmp_less_equal",
                                                "cmp_greater_equal",
                                                "cmp_not_equal",
                                                "copysign",
                                                "countl_one",
                                                "countl_zero",
                                                "countr_one",
                                                "countr_zero",
                                                "fabs",
                                                "floor",
                                                "fmax",
                                                "fmin",
                                                "gcd",
                                                "has_single_bit",
                                                "in_range",
                                                "lcm",
                                                "max",
                                                "midpoint",
                                                "min",
                                                "popcount",
                                                "rotl",
                                                "rotr",
                                                "to_underlying",
                                                "trunc"};
  return known.contains(name);
}

/// C functions that do not set errno, and whose results do not depend on the rounding mode.
bool is_known_in_c(CXCursor function) {
  static const std::set<std::string_view> known{
      "abs",   "labs",  "llabs", "fabs",   "fabsf",  "fabsl",    "fmin",      "fminf",
      "fminl", "fmax",  "fmaxf", "fmaxl",  "floor",  "floorf",   "floorl",    "ceil",
      "ceilf", "ceill", "trunc", "truncf", "truncl", "copysign", "copysignf", "copysignl"};
  return known.contains(name_of(function)) && is_in_system(function);
}

bool is_known_of_complex(const std::string& name) {
  static const std::set<std::string_view> known{"real",
                                                "imag",
                                                "norm",
                                                "conj",
                                                "operator+",
                                                "operator-",
                                                "operator*",
                                                "operator/",
                                                "operator==",
                                                "operator!="};
  return known.contains(name);
}

bool is_complex(CXType type) {
  type = clang_getCanonicalType(type);
  if (is_reference(type)) {
    type = clang_getCanonicalType(clang_getPointeeType(type));
  }
  return name_of(clang_getTypeDeclaration(clang_getUnqualifiedType(type))) == "complex";
}

bool takes_complex(CXCursor function) {
  const CXType type = clang_getCursorType(function);
  for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
    if (is_complex(clang_getArgType(type, static_cast<unsigned>(i)))) {
      return true;
    }
  }
  return false;
}

/// Whether all parameters are scalars whose operators belong to the language: those of enumerations
/// may be the source's. A comparison object or a list could do anything or be anywhere.
bool takes_scalars(CXCursor function) {
  const CXType type = clang_getCursorType(function);
  for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
    CXType argument = clang_getCanonicalType(clang_getArgType(type, static_cast<unsigned>(i)));
    if (is_reference(argument)) {
      argument = clang_getPointeeType(argument);
    }
    argument = clang_getCanonicalType(argument);
    const bool has_own_operators =
        argument.kind == CXType_Enum && name_of(function) != "to_underlying";
    const CXTypeKind target = clang_getCanonicalType(clang_getPointeeType(argument)).kind;
    const bool is_function = argument.kind == CXType_MemberPointer ||
                             target == CXType_FunctionProto || target == CXType_FunctionNoProto;
    if (!is_scalar(argument) || has_own_operators || is_function) {
      return false;
    }
  }
  return true;
}

/// Whether the first parameter is an array or a std::array. The size() of another class may do
/// anything.
bool takes_array(CXCursor function) {
  CXType argument = clang_getCanonicalType(clang_getArgType(clang_getCursorType(function), 0));
  if (is_reference(argument)) {
    argument = clang_getCanonicalType(clang_getPointeeType(argument));
  }
  const CXCursor owner = clang_getTypeDeclaration(clang_getUnqualifiedType(argument));
  return is_array(argument) ||
         (name_of(owner) == "array" && scopes_of(owner) == std::vector<std::string>{"std"});
}

bool is_known_of_effects(CXCursor function, const std::string& owner) {
  const std::string name = name_of(function);
  return kind_of(function) == CXCursor_Constructor
             ? owner == "range" || owner == "basic_interval" || owner == "array_view"
             : owner == "basic_interval" || (owner == "array_view" && name == "size");
}

bool is_known_of_library(CXCursor function) {
  const std::vector<std::string> scopes = scopes_of(function);
  const std::string name = name_of(function);
  if (scopes.empty()) {
    return is_known_in_c(function) && takes_scalars(function);
  }
  if (scopes == std::vector<std::string>{"std"}) {
    return ((name == "size" || name == "ssize") && takes_array(function)) ||
           (is_known_in_std(name) && takes_scalars(function)) ||
           (is_known_of_complex(name) && takes_complex(function));
  }
  if (scopes.size() == 2 && scopes[0] == "std") {
    return (scopes[1] == "numeric_limits" && is_in_system(function)) ||
           (scopes[1] == "array" && (name == "size" || name == "empty" || name == "max_size")) ||
           (scopes[1] == "complex" && (name == "real" || name == "imag") &&
            clang_CXXMethod_isConst(function) != 0);
  }
  if (scopes.size() >= 2 && scopes[0] == "nuthatch" && scopes[1] == "effects") {
    return is_known_of_effects(function, scopes.back());
  }
  return false;
}

/// Whether `constexpr` is among the words before the name, or a library macro that stands for it.
bool says_constexpr(CXCursor function) {
  const token_list tokens(function);
  const std::string name = name_of(function);
  for (const CXToken& one : tokens.all()) {
    const std::string text = tokens.text(one);
    if (text == name || text == "{" || text == ";") {
      return false;
    }
    if (text == "constexpr" || text == "consteval" || text.ends_with("_CONSTEXPR")) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_constexpr_function(CXCursor function) {
  for (const CXCursor& one : {function,
                              clang_getCanonicalCursor(function),
                              clang_getCursorDefinition(function),
                              clang_getSpecializedCursorTemplate(function)}) {
    if (clang_Cursor_isNull(one) == 0 && says_constexpr(one)) {
      return true;
    }
  }
  return false;
}

namespace {

/// Whether the value of a member of a template may call functions of an instance, out of sight.
/// `fields` are those of the instance.
bool hides_conversions(CXCursor member, CXCursor value, const std::vector<CXCursor>& fields) {
  const bool is_empty_list =
      kind_of(bare(value)) == CXCursor_InitListExpr && children_of(bare(value)).empty();
  const auto instance = std::ranges::find(fields, name_of(member), name_of);
  const bool is_of_scalars =
      instance != fields.end() && is_made_of_scalars(clang_getCursorType(*instance));
  return !is_empty_list && (!is_of_scalars || !is_value_of_language(value));
}

}  // namespace

bool pure_functions::only_reads(CXCursor function) const {
  const CXCursorKind kind = kind_of(function);
  if (kind == CXCursor_FunctionDecl && is_known_builtin(name_of(function))) {
    return true;
  }
  if (kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod && kind != CXCursor_Constructor &&
      kind != CXCursor_ConversionFunction) {
    return false;
  }
  return is_known_of_library(function) || is_understood(function);
}

bool pure_functions::only_reads_unseen(CXCursor function) const {
  const function_locals none(clang_getCursorSemanticParent(function), *this);
  const control_code code = control_code::of_pure_function(none);
  const auto has_understood_arguments = [&code](CXCursor declaration) {
    return std::ranges::none_of(children_of(declaration), [&code](CXCursor parameter) {
      return kind_of(parameter) == CXCursor_ParmDecl &&
             std::ranges::any_of(children_of(parameter), [&code](CXCursor value) {
               return is_expression(value) && code.fault_of(value).has_value();
             });
    });
  };
  const CXCursor definition = clang_getCursorDefinition(function);
  return only_reads(function) && has_understood_arguments(function) &&
         has_understood_arguments(clang_getCanonicalCursor(function)) &&
         (clang_Cursor_isNull(definition) != 0 || has_understood_arguments(definition));
}

bool pure_functions::is_of_effects(CXCursor function) {
  const std::vector<std::string> scopes = scopes_of(function);
  return scopes.size() >= 2 && scopes[0] == "nuthatch" && scopes[1] == "effects";
}

bool pure_functions::is_of_std(CXCursor function) {
  return scopes_of(function) == std::vector<std::string>{"std"};
}

bool pure_functions::is_understood(CXCursor function) const {
  const std::string name = unique_name_of(function);
  if (name.empty()) {
    return false;
  }
  if (const auto [found, fresh] = known_.emplace(name, true); !fresh) {
    return found->second;
  }
  const std::size_t before = trail_.size();
  trail_.push_back(name);
  const CXCursor definition = clang_getCursorDefinition(function);
  const bool good = clang_Cursor_isNull(definition) == 0 && is_constexpr_function(function) &&
                    clang_CXXMethod_isVirtual(function) == 0 && !is_weak(definition) &&
                    is_understood_body(function, definition);
  if (!good) {  // functions inspected meanwhile may rely on it
    for (std::size_t i = before; i < trail_.size(); ++i) {
      known_.erase(trail_[i]);
    }
    trail_.resize(before);
    known_[name] = false;
  }
  return good;
}

bool pure_functions::is_understood_body(CXCursor function, CXCursor definition) const {
  const bool makes = kind_of(definition) == CXCursor_Constructor;
  const CXType result = clang_getCanonicalType(clang_getCursorResultType(definition));
  const CXCursor owner = clang_getCursorSemanticParent(function);
  if (makes ? !has_understood_defaults(clang_getCursorType(owner)) ||
                  has_reference_member(clang_getCursorType(owner))
            : !(is_plain(result) || result.kind == CXType_Void)) {
    return false;
  }
  const function_locals locals(definition, *this);
  const control_code code = control_code::of_pure_function(locals);
  return std::ranges::all_of(children_of(definition), [&](CXCursor part) {
    const CXCursorKind kind = kind_of(part);
    return clang_isDeclaration(kind) != 0 || clang_isAttribute(kind) != 0 ||
           !code.fault_of_statement(part);
  });
}

bool pure_functions::has_understood_defaults(CXType type) const {
  type = clang_getCanonicalType(type);
  if (is_array(type)) {
    return has_understood_defaults(clang_getArrayElementType(type));
  }
  if (type.kind != CXType_Record) {
    return true;
  }
  const CXCursor declaration = class_of(type);
  const function_locals none(declaration, *this);
  const control_code code = control_code::of_pure_function(none);
  const bool is_instance = is_instance_of_template(type);
  // Clang shows the actual types of an instance's members; their initial values are in the
  // template.
  const std::vector<CXCursor> fields = fields_of(type);
  return std::ranges::all_of(fields,
                             [this](CXCursor field) {
                               return has_understood_defaults(clang_getCursorType(field));
                             }) &&
         std::ranges::all_of(children_of(declaration), [&](CXCursor one) {
           if (kind_of(one) == CXCursor_CXXBaseSpecifier) {
             return canonical_type_of(one).kind == CXType_Record &&
                    has_understood_defaults(clang_getCursorType(one));
           }
           if (is_constructor_template(one) || is_list_constructor(one)) {
             return false;
           }
           if (kind_of(one) == CXCursor_Constructor) {
             return clang_CXXConstructor_isDefaultConstructor(one) == 0 || is_implicit(one) ||
                    (!is_instance && only_reads_unseen(one));
           }
           if (kind_of(one) != CXCursor_FieldDecl) {
             return true;
           }
           const bool binds = is_reference(canonical_type_of(one));
           return std::ranges::none_of(children_of(one), [&](CXCursor value) {
             return is_expression(value) &&
                    (binds || (is_instance && hides_conversions(one, value, fields)) ||
                     code.fault_of(value).has_value());
           });
         });
}

}  // namespace nuthatch::splicec
