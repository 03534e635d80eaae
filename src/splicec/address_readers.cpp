// SPDX-License-Identifier: Apache-2.0
#include "splicec/address_readers.hpp"

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
      "printf",  "fprintf", "sprintf", "snprintf", "puts",       "fputs",      "perror",   "fwrite",
      "fopen",   "strlen",  "strnlen", "strcmp",   "strncmp",    "strchr",     "strrchr",  "strstr",
      "strspn",  "strcspn", "strpbrk", "strcat",   "strncat",    "strcpy",     "strncpy",  "strdup",
      "strndup", "strcoll", "memcpy",  "memmove",  "memcmp",     "memchr",     "prefetch", "atoi",
      "atol",    "atoll",   "atof",    "getenv",   "strcasecmp", "strncasecmp"};
  constexpr std::string_view builtin = "__builtin_";
  if (name.starts_with(builtin)) {
    name.remove_prefix(builtin.size());
  }
  return known.contains(name) || name.starts_with("_mm") || name.starts_with("vld1");
}

/// Algorithms of the standard library and functions that name a part of what they get.
bool is_reader_in_std(const std::string& name) {
  static const names known{"addressof",
                           "as_const",
                           "forward",
                           "move",
                           "begin",
                           "end",
                           "cbegin",
                           "cend",
                           "data",
                           "size",
                           "ssize",
                           "empty",
                           "get",
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
  return known.contains(name) || is_reader_in_c(name) || name.starts_with("operator");
}

/// Whether a function of is_reader_in_std() stores a copy of what an argument refers to.
bool stores_argument(const std::string& name) {
  static const names known{
      "exchange", "fill", "fill_n", "make_pair", "make_tuple", "make_optional"};
  return known.contains(name);
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

/// Whether the type is a class of the source or an instance of a template for one.
bool has_class_of_source(CXType type) {
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

/// Whether the function makes a number from its argument, on the heap.
bool makes_scalar(CXCursor function, const std::string& name) {
  return (name == "make_unique" || name == "make_shared") &&
         clang_Cursor_getNumTemplateArguments(function) > 0 &&
         holds_no_address(clang_Cursor_getTemplateArgumentType(function, 0)) &&
         !has_class_of_source(clang_Cursor_getTemplateArgumentType(function, 0));
}

bool has_fields_without_address(CXType type) {
  bool good = true;
  clang_Type_visitFields(
      type,
      [](CXCursor field, CXClientData into) {
        bool& all = *static_cast<bool*>(into);
        all = all && holds_no_address(clang_getCursorType(field));
        return all ? CXVisit_Continue : CXVisit_Break;
      },
      &good);
  return good;
}

bool has_bases(CXCursor declaration) {
  for (const CXCursor& one : children_of(declaration)) {
    if (kind_of(one) == CXCursor_CXXBaseSpecifier) {
      return true;
    }
  }
  return false;
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
    // What such a member constructs from its arguments may be of a class of the source.
    const CXType type = clang_getCursorType(owner);
    return holds_no_address(type) && !is_operation(name_of(owner)) &&
           (!name.starts_with("emplace") || !has_class_of_source(type));
  }
  return pure_functions::is_of_std(function)
             ? is_reader_in_std(name) || makes_scalar(function, name)
             : kind_of(function) == CXCursor_FunctionDecl && is_reader_in_c(name);
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
    if (is_lambda(clang_getCanonicalType(
            clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i))))) {
      return true;
    }
  }
  return is_lambda(type);
}

bool keeps_closures(CXCursor function) {
  static const names known{"function", "move_only_function", "packaged_task"};
  static const names wrappers{"bind", "bind_front", "not_fn", "ref", "cref", "decay_copy"};
  const CXCursor owner = clang_getCursorSemanticParent(function);
  if (known.contains(name_of(owner)) || wrappers.contains(name_of(function))) {
    return true;
  }
  if (has_closures(clang_getCanonicalType(clang_getCursorType(owner)))) {
    return true;
  }
  if (name_of(function) == "operator()") {  // an algorithm or an adaptor
    const std::string around = name_of(clang_getCursorSemanticParent(owner));
    const bool known_namespace = around == "ranges" || around == "views" || around == "__adaptor";
    const std::string algorithm = name_of(owner);
    return known_namespace && algorithm.find("fill") == std::string::npos &&
           algorithm.find("replace") == std::string::npos;
  }
  return only_calls_arguments(function);
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

bool is_understood_operation(CXCursor argument) {
  CXType type = clang_getUnqualifiedType(canonical_type_of(bare(argument)));
  if (type.kind == CXType_Pointer) {
    type = clang_getCanonicalType(clang_getPointeeType(type));
    return type.kind != CXType_FunctionProto || takes_values(type);
  }
  if (type.kind == CXType_FunctionProto) {
    return takes_values(type);
  }
  if (type.kind != CXType_Record) {
    return type.kind != CXType_MemberPointer;
  }
  const CXCursor declaration = clang_getTypeDeclaration(type);
  const std::string name = name_of(declaration);
  return is_in_system(declaration) &&
         (holds_no_address(type) || is_owner(name) || is_operation(name) || name == "identity" ||
          name.ends_with("iterator"));
}

}  // namespace nuthatch::splicec
