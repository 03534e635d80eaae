// SPDX-License-Identifier: Apache-2.0
#include "splicec/ended_objects.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/temporaries.hpp"

namespace nuthatch::splicec {

namespace {

std::vector<CXCursor> bindings_of(CXCursor declaration) {
  std::vector<CXCursor> found = children_of(declaration);
  std::erase_if(found, [](CXCursor one) { return kind_of(one) != CXCursor_UnexposedDecl; });
  return found;
}

bool is_list(CXCursor value) {
  return kind_of(value) == CXCursor_InitListExpr;
}

/// Whether the result of a call is a reference, whose object this call does not make.
bool returns_reference(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  if (clang_Cursor_isNull(called) == 0 &&
      is_reference(clang_getCanonicalType(clang_getCursorResultType(called)))) {
    return true;
  }
  const std::vector<CXCursor> parts = children_of(call);
  if (parts.empty()) {
    return false;
  }
  const CXType callee = canonical_type_of(parts.front());
  const CXType function =
      is_pointer(callee) ? clang_getCanonicalType(clang_getPointeeType(callee)) : callee;
  return is_reference(clang_getCanonicalType(clang_getResultType(function)));
}

/// The copied object of `list b = a`, or else the value.
CXCursor without_copy(CXCursor value) {
  const CXCursor call = bare(value);
  const CXCursor called = clang_getCursorReferenced(call);
  const bool copies = kind_of(call) == CXCursor_CallExpr &&
                      kind_of(called) == CXCursor_Constructor &&
                      clang_Cursor_getNumArguments(call) == 1 &&
                      (clang_CXXConstructor_isCopyConstructor(called) != 0 ||
                       clang_CXXConstructor_isMoveConstructor(called) != 0);
  return copies ? clang_Cursor_getArgument(call, 0) : value;
}

/// Whether an operator makes a number from its operands, so that no part of them lives on.
bool is_calculated(CXCursor value) {
  const CXCursorKind kind = kind_of(value);
  const bool selects = is_binary(value, CXBinaryOperator_Comma) ||
                       is_binary(value, CXBinaryOperator_PtrMemD) ||
                       is_binary(value, CXBinaryOperator_PtrMemI);
  return (kind == CXCursor_UnaryOperator || kind == CXCursor_BinaryOperator) && !selects &&
         is_scalar(clang_getCursorType(value));
}

/// Whether the conversion makes a number of another type.
bool is_converted(CXCursor value) {
  const std::vector<CXCursor> parts = children_of(value);
  const CXType to = clang_getUnqualifiedType(canonical_type_of(value));
  return kind_of(value) == CXCursor_UnexposedExpr && parts.size() == 1 && is_scalar(to) &&
         is_scalar(clang_getCursorType(parts[0])) &&
         clang_equalTypes(to, clang_getUnqualifiedType(canonical_type_of(parts[0]))) == 0;
}

/// Whether the expression itself makes no object, but is a part of an operand, or one of them.
bool only_names_parts(CXCursor value) {
  switch (kind_of(value)) {
    case CXCursor_ParenExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_ConditionalOperator:
      return true;
    case CXCursor_UnexposedExpr:
      return children_of(value).size() == 1;
    default:
      return is_binary(value, CXBinaryOperator_Comma);
  }
}

/// Whether a reference to this type is bound to the only value in braces: `const T& a{b}`.
bool names_place(CXCursor list, CXType type) {
  const std::vector<CXCursor> values = children_of(list);
  return values.size() == 1 && is_expression(values[0]) && !may_be_temporary(values[0]) &&
         clang_equalTypes(clang_getUnqualifiedType(type),
                          clang_getUnqualifiedType(canonical_type_of(values[0]))) != 0;
}

class ended_objects {
 public:
  std::vector<ended_type> found;

  void add_variable(CXCursor variable) {
    const CXType type = canonical_type_of(variable);
    const CXCursor value = clang_Cursor_getVarDeclInitializer(variable);
    const bool has_value = clang_Cursor_isNull(value) == 0;
    if (!is_reference(type)) {
      add(type, /*is_own=*/true);
    }
    if (has_value && is_initializer_list(type)) {
      add_list_of(type, value);
    } else if (has_value && keeps_temporaries(type)) {
      add_value(value, type);
    }
    add_bindings(variable);
  }

 private:
  void add(CXType type, bool is_own = false) {
    type = clang_getUnqualifiedType(without_arrays(type));
    if (!is_lambda(type)) {
      found.push_back({type, is_own});
      return;
    }
    for (const CXCursor& field : fields_of(type)) {
      if (const CXType captured = canonical_type_of(field); !is_reference(captured)) {
        add(captured);
      }
    }
  }

  /// Whether the initial value of such a variable may contain temporaries that end with it.
  static bool keeps_temporaries(CXType type) {
    type = without_arrays(type);
    return is_reference(type) || contains_references(type) || is_initializer_list(type) ||
           (type.kind == CXType_Record && contains_lists(type));
  }

  static bool contains_lists(CXType type) {
    return std::ranges::any_of(fields_of(type),
                               [](CXCursor field) {
                                 const CXType of = without_arrays(clang_getCursorType(field));
                                 return is_initializer_list(of) ||
                                        (of.kind == CXType_Record && contains_lists(of));
                               }) ||
           std::ranges::any_of(children_of(class_of(type)), [](CXCursor one) {
             return kind_of(one) == CXCursor_CXXBaseSpecifier &&
                    keeps_temporaries(canonical_type_of(one));
           });
  }

  void add_list_of(CXType type, CXCursor value) {
    if (may_be_temporary(without_copy(value))) {
      add(clang_Type_getTemplateArgumentAsType(type, 0));
    }
  }

  /// Adds the temporaries that a variable or member of this type keeps.
  void add_value(CXCursor value, CXType type) {
    if (is_list(bare(value))) {
      if (is_reference(type)) {
        type = clang_getCanonicalType(clang_getPointeeType(type));
        if (names_place(bare(value), type)) {
          return;
        }
        add(type);
      }
      add_members(bare(value), type);
    } else {
      add_temporaries(value);
    }
  }

  /// Adds the temporaries that the members of an object in braces keep.
  void add_members(CXCursor list, CXType type) {
    const std::vector<CXCursor> values = children_of(list);
    type = without_arrays(type);
    const bool is_class = type.kind == CXType_Record;
    const bool is_complete =
        !is_class ||
        (values.size() == fields_of(type).size() &&
         std::ranges::none_of(values, [](CXCursor one) { return is_list(bare(one)); }));
    if (!is_complete) {  // it is unknown which members have which values
      add_kept_by(type);
    }
    for (const CXCursor& one : values) {
      const CXCursor value = names_member(one) ? children_of(one).back() : one;
      if (is_list(bare(value))) {
        add_members(bare(value), canonical_type_of(bare(value)));
      } else {
        add_temporaries(value);
      }
    }
  }

  /// Adds everything that the references and lists in an object may keep.
  void add_kept_by(CXType type) {
    type = without_arrays(type);
    if (is_reference(type)) {
      add(clang_getPointeeType(type));
      return;
    }
    if (type.kind != CXType_Record || !keeps_temporaries(type)) {
      return;
    }
    if (is_initializer_list(type)) {
      add(clang_Type_getTemplateArgumentAsType(type, 0));
      return;
    }
    for (const CXCursor& field : fields_of(type)) {
      add_kept_by(canonical_type_of(field));
    }
    for (const CXCursor& one : children_of(class_of(type))) {
      if (kind_of(one) == CXCursor_CXXBaseSpecifier) {
        add_kept_by(canonical_type_of(one));
      }
    }
  }

  /// Adds the complete objects that an expression may make and a reference to a part of them keeps.
  void add_temporaries(CXCursor value) {
    if (!is_expression(value) || !may_be_temporary(value) || is_calculated(value)) {
      return;
    }
    const CXType type = canonical_type_of(value);
    const bool calls = kind_of(value) == CXCursor_CallExpr;
    if (calls && returns_reference(value)) {
      return;
    }
    if (is_list(value)) {
      add_members(value, type);
    }
    if (is_list(value) ? is_known_type(type) : !only_names_parts(value)) {
      add(type);
    }
    if (is_list(value) || kind_of(value) == CXCursor_LambdaExpr || is_converted(value)) {
      return;
    }
    if (!calls) {
      for (const CXCursor& part : children_of(value)) {
        add_temporaries(part);
      }
    } else if (const CXCursor copied = without_copy(value);
               clang_equalCursors(copied, value) == 0) {
      add_temporaries(copied);
    }
  }

  /// Bindings to a class that is like a tuple keep the values that its `get` returns.
  void add_bindings(CXCursor declaration) {
    const std::vector<CXCursor> bindings = bindings_of(declaration);
    CXType type = canonical_type_of(declaration);
    if (is_reference(type)) {
      type = clang_getCanonicalType(clang_getPointeeType(type));
    }
    if (bindings.empty() || type.kind != CXType_Record ||
        is_in_system(clang_getTypeDeclaration(type)) || fields_of(type).size() == bindings.size()) {
      return;
    }
    for (const CXCursor& one : bindings) {
      if (const CXType bound = canonical_type_of(one); !is_reference(bound)) {
        add(bound);
      }
    }
  }
};

}  // namespace

bool is_variable_or_bindings(CXCursor declaration) {
  return kind_of(declaration) == CXCursor_VarDecl ||
         (kind_of(declaration) == CXCursor_UnexposedDecl && !bindings_of(declaration).empty());
}

std::vector<ended_type> types_ending_with(CXCursor variable) {
  ended_objects all;
  all.add_variable(variable);
  return all.found;
}

std::string name_of_ended(CXCursor variable) {
  std::vector<std::string> names;
  for (const CXCursor& one : bindings_of(variable)) {
    names.push_back(name_of(one));
  }
  return names.empty() ? name_of(variable) : fmt::format("[{}]", fmt::join(names, ", "));
}

/// Clang prints attributes as it understands them, whatever macros made them.
bool has_cleanup(CXCursor variable) {
  return printed(variable).find("cleanup") != std::string::npos &&
         std::ranges::any_of(children_of(variable),
                             [](CXCursor one) { return clang_isAttribute(kind_of(one)) != 0; });
}

}  // namespace nuthatch::splicec
