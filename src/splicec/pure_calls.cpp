#include "splicec/pure_calls.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

bool is_floating(CXType type) {
  return type.kind == CXType_Float || type.kind == CXType_Double ||
         type.kind == CXType_LongDouble || type.kind == CXType_Float128 ||
         type.kind == CXType_Half || type.kind == CXType_Float16;
}

/// Whether a value of the type holds an address, as far as can be seen.
bool holds_address(CXType type) {
  type = clang_getCanonicalType(type);
  if (is_reference(type)) {
    type = clang_getCanonicalType(clang_getPointeeType(type));
  }
  if (is_array(type)) {
    return holds_address(clang_getArrayElementType(type));
  }
  if (type.kind == CXType_Record) {
    bool found = false;
    clang_Type_visitFields(
        type,
        [](CXCursor field, CXClientData into) {
          bool& address = *static_cast<bool*>(into);
          const CXType of = clang_getCursorType(field);
          address = is_reference(clang_getCanonicalType(of)) || holds_address(of);
          return address ? CXVisit_Break : CXVisit_Continue;
        },
        &found);
    return found;
  }
  return !is_integer(type) && !is_floating(type) && type.kind != CXType_Bool &&
         type.kind != CXType_Enum;
}

/// `constexpr` among the words before the name, or a macro of a standard library that says so.
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

bool is_constexpr(CXCursor function) {
  if (clang_CXXMethod_isDefaulted(function) != 0) {
    return true;
  }
  const CXCursor pattern = clang_getSpecializedCursorTemplate(function);
  for (const CXCursor& one : {function,
                              clang_getCanonicalCursor(function),
                              clang_getCursorDefinition(function),
                              pattern}) {
    if (clang_Cursor_isNull(one) == 0 && says_constexpr(one)) {
      return true;
    }
  }
  return false;
}

/// A constexpr function may do so where it is not evaluated by the compiler.
bool looks_at_variables(CXCursor function) {
  const CXCursor definition = clang_getCursorDefinition(function);
  return clang_Cursor_isNull(definition) == 0 && any_within(definition, [](CXCursor one) {
           const CXCursor named = clang_getCursorReferenced(one);
           return kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_VarDecl &&
                  clang_Cursor_hasVarDeclGlobalStorage(named) == 1 &&
                  clang_isConstQualifiedType(canonical_type_of(named)) == 0;
         });
}

/// Declared in the class, but by nobody: its place is that of the class.
bool is_implicit(CXCursor member) {
  const CXCursor owner = clang_getCursorSemanticParent(member);
  return clang_equalLocations(clang_getCursorLocation(member), clang_getCursorLocation(owner)) != 0;
}

bool is_in_effects(CXCursor function) {
  std::vector<std::string> scopes;
  for (CXCursor outer = clang_getCursorSemanticParent(function);
       clang_Cursor_isNull(outer) == 0 && kind_of(outer) != CXCursor_TranslationUnit;
       outer = clang_getCursorSemanticParent(outer)) {
    scopes.push_back(name_of(outer));
  }
  const std::size_t depth = scopes.size();
  return depth >= 2 && scopes[depth - 1] == "nuthatch" && scopes[depth - 2] == "effects";
}

}  // namespace

bool is_pure_call(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  const CXCursorKind kind = kind_of(called);
  if (kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod && kind != CXCursor_Constructor &&
      kind != CXCursor_ConversionFunction) {
    return false;
  }
  const std::string name = name_of(called);
  if (is_in_effects(called)) {
    return name != "operator()";  // an element of an array
  }
  if (name == "__builtin_expect") {
    return true;
  }
  if (kind_of(called) == CXCursor_Constructor && is_implicit(called)) {
    return true;
  }
  const std::vector<CXCursor> parts = children_of(call);
  const bool of_object = !parts.empty() && kind_of(parts.front()) == CXCursor_MemberRefExpr &&
                         !children_of(parts.front()).empty();
  if (of_object && holds_address(clang_getCursorType(children_of(parts.front()).front()))) {
    return false;
  }
  for (int i = 0; i < clang_Cursor_getNumArguments(call); ++i) {
    if (holds_address(
            clang_getCursorType(clang_Cursor_getArgument(call, static_cast<unsigned>(i))))) {
      return false;
    }
  }
  return is_constexpr(called) && !looks_at_variables(called);
}

}  // namespace nuthatch::splicec
