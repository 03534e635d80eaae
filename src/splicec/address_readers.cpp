// SPDX-License-Identifier: Apache-2.0
#include "splicec/address_readers.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/pure_functions.hpp"

namespace nuthatch::splicec {

namespace {

using names = std::set<std::string_view>;

/// Functions of C that read what their arguments point to. Some return pointers into it.
bool is_reader_in_c(std::string_view name) {
  static const names known{
      "printf",  "fprintf", "sprintf", "snprintf", "puts",    "fputs",      "perror",     "fwrite",
      "fopen",   "strlen",  "strnlen", "strcmp",   "strncmp", "strchr",     "strrchr",    "strstr",
      "strspn",  "strcspn", "strpbrk", "strcat",   "strncat", "strcpy",     "strncpy",    "strdup",
      "strndup", "strcoll", "memcpy",  "memmove",  "memcmp",  "memchr",     "prefetch",   "atoi",
      "bsearch", "atol",    "atoll",   "atof",     "getenv",  "strcasecmp", "strncasecmp"};
  constexpr std::string_view builtin = "__builtin_";
  if (name.starts_with(builtin)) {
    name.remove_prefix(builtin.size());
  }
  return known.contains(name) || name.starts_with("_mm") || name.starts_with("vld1");
}

/// Functions of the standard library that name a part of what they get.
bool names_part_in_std(const std::string& name) {
  static const names known{"addressof",
                           "as_const",
                           "begin",
                           "end",
                           "cbegin",
                           "cend",
                           "data",
                           "size",
                           "ssize",
                           "empty",
                           "get"};
  return known.contains(name);
}

/// Algorithms that only read what they get, or name a part of it.
constexpr std::array<std::string_view, 50> readers_in_std{"forward",
                                                          "move",
                                                          "distance",
                                                          "next",
                                                          "prev",
                                                          "advance",
                                                          "min",
                                                          "max",
                                                          "clamp",
                                                          "min_element",
                                                          "max_element",
                                                          "find",
                                                          "find_if",
                                                          "find_if_not",
                                                          "find_first_of",
                                                          "adjacent_find",
                                                          "search",
                                                          "count",
                                                          "count_if",
                                                          "all_of",
                                                          "any_of",
                                                          "none_of",
                                                          "for_each",
                                                          "for_each_n",
                                                          "accumulate",
                                                          "reduce",
                                                          "transform_reduce",
                                                          "inner_product",
                                                          "lower_bound",
                                                          "upper_bound",
                                                          "binary_search",
                                                          "is_sorted",
                                                          "equal",
                                                          "lexicographical_compare",
                                                          "copy",
                                                          "copy_n",
                                                          "copy_if",
                                                          "copy_backward",
                                                          "transform",
                                                          "partial_sum",
                                                          "fill",
                                                          "fill_n",
                                                          "exchange",
                                                          "abs",
                                                          "pow",
                                                          "hypot",
                                                          "to_string",
                                                          "make_pair",
                                                          "make_tuple",
                                                          "make_optional"};

/// Functions of the standard library that read what their arguments refer to.
bool is_reader_in_std(const std::string& name) {
  return names_part_in_std(name) ||
         std::ranges::find(readers_in_std, name) != readers_in_std.end() || is_reader_in_c(name) ||
         name.starts_with("operator");
}

/// Whether a function of is_reader_in_std() stores a copy of what an argument refers to.
bool stores_argument(const std::string& name) {
  static const names known{
      "exchange", "fill", "fill_n", "make_pair", "make_tuple", "make_optional"};
  return known.contains(name);
}

/// Whether a format of printf, which is a literal or a constant, has only conversions that do not
/// print an address.
bool prints_no_address(CXCursor literal) {
  literal = bare(literal);
  if (const CXCursor named = clang_getCursorReferenced(literal);
      kind_of(named) == CXCursor_VarDecl && has_array_type(named) &&
      clang_isConstQualifiedType(canonical_type_of(named)) != 0) {
    literal = bare(clang_Cursor_getVarDeclInitializer(named));
  }
  const std::string format = kind_of(literal) == CXCursor_StringLiteral ? name_of(literal) : "";
  for (std::size_t at = format.find('%'); at != std::string::npos; at = format.find('%', at)) {
    at = format.find_first_not_of("-+ #0123456789.*$'hljztLq", at + 1);
    if (at == std::string::npos || format[at] == 'p') {
      return false;
    }
    ++at;
  }
  return !format.empty();
}

/// Whether the function is the call operator of an algorithm in std::ranges.
bool is_of_ranges(CXCursor function) {
  const CXCursor outer = clang_getCursorSemanticParent(clang_getCursorSemanticParent(function));
  return name_of(function) == "operator()" && kind_of(outer) == CXCursor_Namespace &&
         name_of(outer) == "ranges";
}

/// Classes that own what they hold.
bool is_owner(const std::string& name) {
  static const names known{"array",
                           "vector",
                           "deque",
                           "list",
                           "forward_list",
                           "set",
                           "multiset",
                           "map",
                           "multimap",
                           "unordered_set",
                           "unordered_multiset",
                           "unordered_map",
                           "unordered_multimap",
                           "queue",
                           "stack",
                           "priority_queue",
                           "basic_string",
                           "pair",
                           "tuple",
                           "optional",
                           "variant",
                           "complex",
                           "valarray",
                           "atomic",
                           "bitset",
                           "basic_ostream",
                           "basic_ofstream",
                           "basic_ostringstream",
                           "basic_stringstream",
                           "integral_constant"};
  return known.contains(name);
}

/// Classes without state, or whose state is made of the same types as their arguments.
bool is_operation(const std::string& name) {
  static const names known{
      "allocator",   "char_traits",  "less",       "less_equal", "greater",    "greater_equal",
      "equal_to",    "not_equal_to", "plus",       "minus",      "multiplies", "divides",
      "modulus",     "negate",       "hash",       "bit_and",    "bit_or",     "bit_xor",
      "logical_and", "logical_or",   "logical_not"};
  return known.contains(name);
}

bool holds_no_address_as_argument(CXType type) {
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    const CXType part = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
    const bool is_type = part.kind != CXType_Invalid && part.kind != CXType_Void;
    if (is_type && !holds_no_address(part)) {
      return false;
    }
  }
  return true;
}

/// Whether the function makes an object without addresses from its argument, on the heap.
bool makes_value(CXCursor function, const std::string& name) {
  return (name == "make_unique" || name == "make_shared") &&
         clang_Cursor_getNumTemplateArguments(function) > 0 &&
         holds_no_address(clang_Cursor_getTemplateArgumentType(function, 0));
}

bool has_fields_without_address(CXType type) {
  return std::ranges::all_of(
      fields_of(type), [](CXCursor field) { return holds_no_address(clang_getCursorType(field)); });
}

bool has_bases(CXCursor declaration) {
  for (const CXCursor& one : children_of(declaration)) {
    if (kind_of(one) == CXCursor_CXXBaseSpecifier) {
      return true;
    }
  }
  return false;
}

/// Whether no address can be stored in an object of the type, except by its constructor.
bool takes_no_address(CXType type) {
  type = clang_getCanonicalType(type);
  return type.kind == CXType_Void || clang_isConstQualifiedType(type) != 0 ||
         holds_no_address(type);
}

/// Whether no address can be stored through an iterator.
bool leads_to_no_address(CXType type) {
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    CXType part = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
    if (part.kind == CXType_Invalid) {
      continue;
    }
    part = clang_getCanonicalType(part);
    const bool refers = is_pointer(part) || is_reference(part);
    const CXCursor declaration = clang_getTypeDeclaration(part);
    const bool inner = is_in_system(declaration) && name_of(declaration).ends_with("iterator");
    const bool leads = inner ? leads_to_no_address(part)
                             : takes_no_address(refers ? clang_getPointeeType(part) : part);
    if (!leads) {
      return false;
    }
    if (i == 0 && refers) {  // the others name the container
      break;
    }
  }
  return true;
}

/// Whether none of the parameters of a function is a reference or a pointer.
bool takes_values(CXType function) {
  for (int i = 0; i < clang_getNumArgTypes(function); ++i) {
    const CXType type =
        clang_getCanonicalType(clang_getArgType(function, static_cast<unsigned>(i)));
    if (!is_scalar(type) || is_pointer(type)) {
      return false;
    }
  }
  return true;
}

/// The class in std of which the function is a member; else nothing.
CXCursor owner_in_std(CXCursor function) {
  const CXCursor owner = clang_getCursorSemanticParent(function);
  const CXCursorKind kind = kind_of(owner);
  const bool in_class = kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl;
  return in_class && pure_functions::is_of_std(owner) ? owner : clang_getNullCursor();
}

}  // namespace

bool has_class_of_source(CXType type) {
  if (type.kind == CXType_Invalid) {  // an argument of a template that is a number
    return false;
  }
  type = clang_getUnqualifiedType(clang_getCanonicalType(type));
  if (type.kind != CXType_Record) {
    return false;
  }
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    if (has_class_of_source(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)))) {
      return true;
    }
  }
  return !is_in_system(clang_getTypeDeclaration(type));
}

bool holds_no_address(CXType type) {
  type = clang_getUnqualifiedType(clang_getCanonicalType(type));
  if (is_array(type)) {
    return holds_no_address(clang_getArrayElementType(type));
  }
  if (type.kind != CXType_Record) {
    return is_scalar(type) && !is_pointer(type);
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (is_in_system(declaration)) {
    const std::string name = name_of(declaration);
    return pure_functions::is_of_std(declaration) && (is_owner(name) || is_operation(name)) &&
           holds_no_address_as_argument(type);
  }
  return is_plain(type) && !has_bases(class_of(type)) && has_fields_without_address(type);
}

bool only_reads_arguments(CXCursor function) {
  if (!is_in_system(function)) {
    return false;
  }
  const std::string name = name_of(function);
  if (const CXCursor owner = owner_in_std(function); clang_Cursor_isNull(owner) == 0) {
    return holds_no_address(clang_getCursorType(owner)) && !is_operation(name_of(owner));
  }
  return pure_functions::is_of_std(function)
             ? is_reader_in_std(name) || makes_value(function, name)
             : kind_of(function) == CXCursor_FunctionDecl && is_reader_in_c(name);
}

bool only_names_parts(CXCursor function) {
  return is_in_system(function) && names_part_in_std(name_of(function)) &&
         kind_of(function) == CXCursor_FunctionDecl && pure_functions::is_of_std(function);
}

bool may_print_address(CXCursor call, int parameter) {
  const CXCursor called = clang_getCursorReferenced(call);
  const CXType type = clang_getCursorType(called);
  const int count = clang_getNumArgTypes(type);
  if (parameter >= count) {
    const bool has_format = name_of(called).find("printf") != std::string::npos && count > 0;
    return has_format &&
           !prints_no_address(clang_Cursor_getArgument(call, static_cast<unsigned>(count - 1)));
  }
  const CXType to = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(
      clang_getArgType(type, static_cast<unsigned>(std::max(parameter, 0))))));
  const CXCursor owner = owner_in_std(called);
  return parameter >= 0 && clang_Cursor_isNull(owner) == 0 && to.kind == CXType_Void;
}

bool only_calls_arguments(CXCursor function) {
  static const names known{"qsort",
                           "bsearch",
                           "atexit",
                           "at_quick_exit",
                           "pthread_create",
                           "pthread_once",
                           "call_once",
                           "async",
                           "thread",
                           "jthread",
                           "invoke",
                           "apply",
                           "sort",
                           "stable_sort",
                           "partial_sort",
                           "nth_element",
                           "generate",
                           "generate_n",
                           "visit"};
  const std::string name = name_of(function);
  const CXCursor owner = owner_in_std(function);
  return is_in_system(function) &&
         (known.contains(name) || is_of_ranges(function) ||
          (clang_Cursor_isNull(owner) != 0 && pure_functions::is_of_std(function) &&
           is_reader_in_std(name) && !stores_argument(name)));
}

bool has_closures(CXType type) {
  if (type.kind != CXType_Record) {
    return false;
  }
  for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
    const CXType part = clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i));
    if (part.kind != CXType_Invalid && has_closures(clang_getCanonicalType(part))) {
      return true;
    }
  }
  return is_lambda(type);
}

bool is_reading_algorithm(CXCursor call) {
  const CXCursor called = clang_getCursorReferenced(call);
  const CXCursor object = bare(clang_Cursor_getArgument(call, 0));
  return is_in_system(called) && is_of_ranges(called) &&
         is_reader_in_std(name_of(clang_getCursorReferenced(object)));
}

bool is_member_reader(CXCursor function) {
  return is_in_system(function) && clang_Cursor_isNull(owner_in_std(function)) == 0;
}

bool is_view(CXType type) {
  const CXCursor declaration =
      clang_getTypeDeclaration(clang_getUnqualifiedType(clang_getCanonicalType(type)));
  static const names known{"basic_string_view", "span", "initializer_list"};
  return known.contains(name_of(declaration)) && pure_functions::is_of_std(declaration);
}

bool leads_to_variables(CXType iterator) {
  const CXCursor declaration = clang_getTypeDeclaration(clang_getCanonicalType(iterator));
  const std::string name = name_of(declaration);
  if (!is_in_system(declaration) || !name.ends_with("iterator") ||
      clang_Type_getNumTemplateArguments(iterator) <= 0) {
    return false;
  }
  const CXType part = clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(iterator, 0));
  if (is_pointer(part)) {
    return clang_isConstQualifiedType(clang_getCanonicalType(clang_getPointeeType(part))) == 0;
  }
  return name.ends_with("insert_iterator") || name == "ostream_iterator" ||
         leads_to_variables(part);
}

bool may_be_called(CXCursor argument) {
  CXType type = clang_getUnqualifiedType(canonical_type_of(bare(argument)));
  if (type.kind == CXType_Pointer) {
    type = clang_getCanonicalType(clang_getPointeeType(type));
  }
  if (type.kind == CXType_FunctionProto || type.kind == CXType_FunctionNoProto) {
    return !takes_values(type);
  }
  if (type.kind != CXType_Record) {
    return type.kind == CXType_MemberPointer;
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  if (is_in_system(declaration)) {
    const std::string name = name_of(declaration);
    return name.find("function") != std::string::npos || name == "reference_wrapper" ||
           name == "packaged_task" || name.starts_with("_Bind");
  }
  return any_within(class_of(type), [](CXCursor one) {
    return name_of(one) == "operator()" || kind_of(one) == CXCursor_CXXBaseSpecifier;
  });
}

bool names_value(CXCursor pointer_to_member) {
  const CXCursor address = bare(pointer_to_member);
  if (kind_of(address) != CXCursor_UnaryOperator) {
    return false;
  }
  const CXCursor member = clang_getCursorReferenced(bare(children_of(address).front()));
  return kind_of(member) == CXCursor_FieldDecl && holds_no_address(clang_getCursorType(member));
}

bool is_understood_operation(CXCursor argument) {
  CXType type = clang_getUnqualifiedType(canonical_type_of(bare(argument)));
  if (type.kind == CXType_Pointer) {
    type = clang_getCanonicalType(clang_getPointeeType(type));
    return type.kind == CXType_FunctionProto ? takes_values(type) : takes_no_address(type);
  }
  if (is_array(type)) {
    return takes_no_address(canonical_type_of(bare(argument)));
  }
  if (type.kind == CXType_FunctionProto) {
    return takes_values(type);
  }
  if (type.kind == CXType_MemberPointer) {
    return names_value(argument);
  }
  if (type.kind != CXType_Record) {
    return true;
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const std::string name = name_of(declaration);
  if (!is_in_system(declaration)) {
    return holds_no_address(type) && !may_be_called(argument);
  }
  return (holds_no_address(type) || is_operation(name) || name == "identity" ||
          (is_owner(name) && clang_isConstQualifiedType(canonical_type_of(bare(argument))) != 0) ||
          (name.ends_with("iterator") && leads_to_no_address(type)));
}

}  // namespace nuthatch::splicec
