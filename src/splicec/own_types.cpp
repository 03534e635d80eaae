// SPDX-License-Identifier: Apache-2.0
#include "splicec/own_types.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "splicec/constant_variables.hpp"
#include "splicec/cursors.hpp"
#include "splicec/lambdas.hpp"
#include "splicec/polymorphic_types.hpp"
#include "splicec/type_identity.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether it declares a variable or structured bindings that outlive a call.
bool is_variable(CXCursor one) {
  const bool bindings = kind_of(one) == CXCursor_UnexposedDecl;
  return (bindings || kind_of(one) == CXCursor_VarDecl) &&
         clang_Cursor_hasVarDeclGlobalStorage(one) == 1 && (bindings || !is_constant(one));
}

/// An expression whose result depends on the identity of a type.
bool tells_types_apart(CXCursor one) {
  return kind_of(one) == CXCursor_CXXTypeidExpr || kind_of(one) == CXCursor_CXXDynamicCastExpr;
}

/// Whether a function has its own name, which contains those of types, as a value.
bool names_itself(CXCursor function) {
  const token_list tokens(function);
  return std::ranges::any_of(tokens.all(), [&](const CXToken& one) {
    const std::string text = tokens.text(one);
    return text == "__PRETTY_FUNCTION__" || text == "source_location" ||
           text == "__builtin_FUNCTION";
  });
}

bool is_class(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl;
}

/// The common part of the identities of all types that the function declares.
std::string mark_of(CXCursor function) {
  const std::string identity = identity_of(function);
  const std::size_t begin = identity.rfind("@F@");
  return (begin == std::string::npos ? identity : identity.substr(begin)) + "@";
}

class search {
 public:
  search(const unit& all, CXCursor function)
      : all_(&all),
        function_(span_of(function)),
        mark_(mark_of(function)) {}

  /// For code that moves into a lambda.
  search(const unit& all, const span& code) : all_(&all), function_(code), only_names_(true) {}

  /// Complains about names of types that the code declares, which would contain the lambda.
  void look_for_names(CXCursor one) {
    const CXCursor named = is_expression(one) ? clang_getCursorReferenced(one) : one;
    const CXCursorKind kind = kind_of(named);
    const bool calls =
        is_expression(one) && (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
                               kind == CXCursor_Constructor);
    if ((kind_of(one) == CXCursor_CXXTypeidExpr && names_own_type(one)) ||
        (calls && has_variables(named))) {
      all_->wrong.add(span_of(one).begin,
                      "this names a type or lambda that the statement of a try_splice declares, "
                      "whose name would be another; declare it before the statement");
      return;
    }
    for (const CXCursor& part : children_of(one)) {
      look_for_names(part);
    }
  }

  void look_at(CXCursor one) {
    if (is_class(one) && clang_isCursorDefinition(one) != 0) {
      check_functions_of(one);
      if (is_polymorphic(clang_getCursorType(one))) {
        all_->wrong.add(named_at(one),
                        fmt::format("'{}' has virtual functions, which tell its type, and would be "
                                    "two types, one of which is for calls that are spliced; "
                                    "declare it outside of the function",
                                    name_of(one)));
      }
    }
    if (has_type(thrown_or_caught(one))) {
      all_->wrong.add(span_of(one).begin,
                      "this throws or catches an object of a type that would be two, one of which "
                      "is for calls that are spliced; declare it outside of the function");
      return;
    }
    if (is_expression(one) && asks_for_type(clang_getCursorReferenced(one))) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("'{}' may tell types apart, and the types of a function would be "
                                  "two, one of which is for calls that are spliced",
                                  name_of(clang_getCursorReferenced(one))));
      return;
    }
    if (const CXCursor shared = shared_by(one); clang_Cursor_isNull(shared) == 0) {
      all_->wrong.add(
          span_of(one).begin,
          fmt::format("'{}' may have variables for each type, and the types of a function would "
                      "be two, one of which is for calls that are spliced",
                      name_of(shared)));
      return;
    }
    if (tells_types_apart(one) && names_own_type(one)) {
      all_->wrong.add(span_of(one).begin,
                      "this tells types apart, and the types of a function would be two, one of "
                      "which is for calls that are spliced");
      return;
    }
    if (keeps_function(one)) {
      all_->wrong.add(span_of(one).begin,
                      "this keeps the address of a function of a type or lambda that would be two, "
                      "one of which is for calls that are spliced; declare it outside of the "
                      "function");
      return;
    }
    if (const CXCursor kept = constant_kept_by(one); clang_Cursor_isNull(kept) == 0) {
      all_->wrong.add(span_of(one).begin,
                      fmt::format("'{}' would be two variables at two addresses, one of which is "
                                  "for calls that are spliced; declare it outside of the function",
                                  name_of(kept)));
      return;
    }
    for (const CXCursor& part : children_of(one)) {
      look_at(part);
    }
  }

 private:
  /// Whether an expression or a variable holds the address of an instance of a function for a type
  /// of the function, or of a lambda. To give it to a function is not to keep it.
  [[nodiscard]] bool keeps_function(CXCursor one) const {
    const CXCursorKind kind = kind_of(one);
    if (kind != CXCursor_BinaryOperator && kind != CXCursor_VarDecl) {
      return false;
    }
    const auto is_to_function = [](CXType type) {
      return is_pointer(type) &&
             clang_getResultType(clang_getPointeeType(type)).kind != CXType_Invalid;
    };
    return std::ranges::any_of(children_of(one), [&](CXCursor part) {
      if (!is_expression(part) || !is_to_function(canonical_type_of(part))) {
        return false;
      }
      return any_within(part, [this](CXCursor inner) {
        const CXCursor named = clang_getCursorReferenced(inner);
        return kind_of(inner) == CXCursor_LambdaExpr ||
               (kind_of(inner) == CXCursor_DeclRefExpr &&
                (kind_of(named) == CXCursor_FunctionDecl || kind_of(named) == CXCursor_CXXMethod) &&
                (is_here(named) || is_of_type(named)));
      });
    });
  }

  /// The static constant of the function whose address an expression takes, compares or assigns.
  /// The elements of an array are the same at either address, so that a pointer to it may be given
  /// to a function.
  [[nodiscard]] CXCursor constant_kept_by(CXCursor one) const {
    const std::vector<CXCursor> parts = children_of(one);
    const bool address = kind_of(one) == CXCursor_UnaryOperator &&
                         clang_getCursorUnaryOperatorKind(one) == CXUnaryOperator_AddrOf;
    if (!address && kind_of(one) != CXCursor_BinaryOperator) {
      return clang_getNullCursor();
    }
    for (const CXCursor& part : parts) {
      const CXCursor named = clang_getCursorReferenced(bare(part));
      if (kind_of(bare(part)) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_VarDecl &&
          clang_Cursor_hasVarDeclGlobalStorage(named) == 1 && is_here(named) &&
          (address || has_array_type(named))) {
        return named;
      }
    }
    return clang_getNullCursor();
  }

  /// Static variables of member functions. Those that a step declares itself are its business.
  void check_functions_of(CXCursor type) {
    for (const CXCursor& member : children_of(type)) {
      any_within(member, [&](CXCursor one) {
        if (is_variable(one)) {
          all_->wrong.add(named_at(one),
                          fmt::format("'{}' would be two variables, one of which is for calls that "
                                      "are spliced; declare it outside of the function",
                                      name_of(one)));
        }
        return false;
      });
    }
  }

  /// The template that a declaration or an expression needs an instance of which may have variables
  /// for a type of the function; else nothing.
  [[nodiscard]] CXCursor shared_by(CXCursor use) {
    if (is_expression(use)) {
      const CXCursor named = clang_getCursorReferenced(use);
      if (has_variables(named)) {
        return named;
      }
    }
    if (is_expression(use) || kind_of(use) == CXCursor_VarDecl ||
        kind_of(use) == CXCursor_FieldDecl) {
      return shared_class_of(canonical_type_of(use));
    }
    return clang_getNullCursor();
  }

  [[nodiscard]] bool has_variables(CXCursor named) {
    switch (kind_of(named)) {
      case CXCursor_VarDecl:
        return is_variable(named) && !is_here(named) && is_of_type(named);
      case CXCursor_UnexposedDecl:  // an instance of a template of variables, or a binding
        return !is_here(named) && !is_constant(named) && is_of_type(named);
      case CXCursor_FunctionDecl:
      case CXCursor_CXXMethod:
      case CXCursor_Constructor:
      case CXCursor_ConversionFunction:
      case CXCursor_Destructor:
        return is_of_type(named) && function_has_variables(named);
      default:
        return false;
    }
  }

  [[nodiscard]] bool function_has_variables(CXCursor function) {
    if (is_here(function)) {
      return false;
    }
    const std::string identity = identity_of(function);
    if (const auto found = known_.find(identity); found != known_.end() && !identity.empty()) {
      return found->second;
    }
    known_[identity] = false;  // until more is known, if it calls itself
    return known_[identity] = body_has_variables(function);
  }

  [[nodiscard]] bool body_has_variables(CXCursor function) {
    const bool system = is_in_system(function);
    if (only_names_) {
      const CXCursor body = clang_getCursorDefinition(function);
      return clang_Cursor_isNull(body) == 0 &&
             ((!system && names_itself(body)) || any_within(body, [&](CXCursor one) {
                return (!system && kind_of(one) == CXCursor_CXXTypeidExpr) ||
                       (is_expression(one) && has_variables(clang_getCursorReferenced(one)));
              }));
    }
    const CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition) != 0) {
      return !system;
    }
    if (!system && names_itself(definition)) {
      return true;
    }
    return any_within(definition, [&](CXCursor one) {
      return is_variable(one) || (!system && tells_apart(one)) ||
             (is_expression(one) && has_variables(clang_getCursorReferenced(one))) ||
             (!system && clang_Cursor_isNull(shared_class_of(canonical_type_of(one))) == 0);
    });
  }

  /// Whether code of an instance of a template of the source may depend on the identity of a type.
  [[nodiscard]] bool tells_apart(CXCursor one) {
    return tells_types_apart(one) || has_type(thrown_or_caught(one)) ||
           (is_class(one) && is_polymorphic(clang_getCursorType(one))) ||
           (is_expression(one) && asks_for_type(clang_getCursorReferenced(one)));
  }

  /// Whether a function of the library may tell a type of the function from others: it is an
  /// instance for a type that neither its parameters nor its class mention, and is not known to be
  /// the same for all types; or it makes an object that tells the type of what it holds.
  [[nodiscard]] bool asks_for_type(CXCursor named) const {
    const CXCursorKind kind = kind_of(named);
    const bool function = kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
                          kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction;
    if (!function || !is_in_system(named) || !is_of_type(named)) {
      return false;
    }
    const std::string name = name_of(named);
    const CXCursor owner = clang_getCursorSemanticParent(named);
    if (name == "make_exception_ptr" || name == "throw_with_nested" || name == "make_any" ||
        name_of(owner) == "any") {
      return true;
    }
    const CXType type = clang_getCursorType(named);
    for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
      if (has_type(clang_getArgType(type, static_cast<unsigned>(i)))) {
        return false;
      }
    }
    return !has_type(clang_getCursorType(owner)) && !is_understood_instance(name);
  }

  /// The template of a class that is an instance for a type of the function, and has more than
  /// members whose functions Clang shows to have no variables.
  [[nodiscard]] CXCursor shared_class_of(CXType type) {
    type = clang_getCanonicalType(type);
    if (is_pointer(type) || is_reference(type)) {
      return shared_class_of(clang_getPointeeType(type));
    }
    if (is_array(type)) {
      return shared_class_of(clang_getArrayElementType(type));
    }
    const CXCursor instance = clang_getTypeDeclaration(type);
    const CXCursor pattern = clang_getSpecializedCursorTemplate(instance);
    if (clang_Cursor_isNull(pattern) != 0 || is_in_system(pattern) || !is_of_type(instance)) {
      return clang_getNullCursor();
    }
    const bool shared =
        is_polymorphic(type) || any_within(pattern, [&](CXCursor one) {
          const CXCursor named = clang_getCursorReferenced(one);
          const CXCursorKind kind = kind_of(one);
          const bool other = (kind == CXCursor_TemplateRef || kind == CXCursor_OverloadedDeclRef) &&
                             clang_equalCursors(named, pattern) == 0 && !is_in_system(named);
          return other || is_variable(one) || tells_types_apart(one) ||
                 may_depend(thrown_or_caught(one)) ||
                 (kind == CXCursor_CallExpr && clang_Cursor_isNull(named) != 0 &&
                  !calls_object(one));
        });
    return shared ? pattern : clang_getNullCursor();
  }

  /// Whether a call in a template is of an object that the template has, or of a member of one.
  [[nodiscard]] static bool calls_object(CXCursor call) {
    const std::vector<CXCursor> parts = children_of(call);
    if (parts.empty()) {
      return true;  // the initial value of something whose type depends on the template
    }
    const CXCursor callee = bare(parts.front());
    const CXCursorKind named = kind_of(clang_getCursorReferenced(callee));
    return kind_of(callee) == CXCursor_MemberRefExpr || named == CXCursor_ParmDecl ||
           named == CXCursor_VarDecl || named == CXCursor_FieldDecl;
  }

  [[nodiscard]] bool is_here(CXCursor declaration) const {
    return is_in_main_file(declaration) && function_.contains(named_at(declaration));
  }

  [[nodiscard]] bool mentions_type(CXCursor declaration) const {
    return !only_names_ && identity_of(declaration).find(mark_) != std::string::npos;
  }

  [[nodiscard]] bool names_own_type(CXCursor expression) const {
    return any_within(expression, [this](CXCursor one) {
      return kind_of(one) == CXCursor_TypeRef
                 ? is_here(clang_getCursorReferenced(one))
                 : is_expression(one) && has_type(clang_getCursorType(one));
    });
  }

  /// Whether one of the types that a declaration is an instance for is the function's.
  [[nodiscard]] bool is_of_type(CXCursor declaration) const {
    for (int i = 0; i < clang_Cursor_getNumTemplateArguments(declaration); ++i) {
      const auto at = static_cast<unsigned>(i);
      switch (clang_Cursor_getTemplateArgumentKind(declaration, at)) {
        case CXTemplateArgumentKind_Type:
          if (has_type(clang_Cursor_getTemplateArgumentType(declaration, at))) {
            return true;
          }
          break;
        case CXTemplateArgumentKind_Declaration:  // an object: a lambda, perhaps
        case CXTemplateArgumentKind_Invalid:
          if (!is_in_system(declaration)) {
            return true;
          }
          break;
        default:
          break;
      }
    }
    const CXType type = clang_getCursorType(declaration);
    for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
      if (has_type(clang_getArgType(type, static_cast<unsigned>(i)))) {
        return true;
      }
    }
    const CXCursor owner = clang_getCursorSemanticParent(declaration);
    return has_type(type) || has_type(clang_getResultType(type)) ||
           has_type(clang_getCursorType(owner)) || mentions_type(declaration);
  }

  [[nodiscard]] bool has_type(CXType type) const {
    if (type.kind == CXType_Invalid) {
      return false;
    }
    type = clang_getCanonicalType(type);
    if (is_pointer(type) || is_reference(type)) {
      return has_type(clang_getPointeeType(type));
    }
    if (is_array(type)) {
      return has_type(clang_getArrayElementType(type));
    }
    for (int i = 0; i < clang_Type_getNumTemplateArguments(type); ++i) {
      if (has_type(clang_Type_getTemplateArgumentAsType(type, static_cast<unsigned>(i)))) {
        return true;
      }
    }
    const CXCursor declaration = clang_getTypeDeclaration(type);
    return clang_Cursor_isNull(declaration) == 0 &&
           (is_here(declaration) || (is_lambda(type) && is_of_use(declaration)));
  }

  /// Whether the type of a lambda outside of the function is one of those that each use of a
  /// template has for itself.
  [[nodiscard]] bool is_of_use(CXCursor lambda) const {
    if (only_names_ || is_in_system(lambda)) {
      return false;
    }
    const auto [found, added] =
        of_use_.try_emplace({file_of(clang_getCursorLocation(lambda)), named_at(lambda)}, false);
    if (added) {
      found->second = is_made_by_template(lambda);
    }
    return found->second;
  }

  const unit* all_;
  span function_;
  std::string mark_;
  bool only_names_ = false;
  std::map<std::string, bool> known_;  // functions, by whether they have variables
  /// Lambdas, by whether a template makes them.
  mutable std::map<std::pair<std::string, std::size_t>, bool> of_use_;
};

}  // namespace

void check_own_types(const unit& all, CXCursor function) {
  search(all, function).look_at(children_of(function).back());
}

void check_type_names(const unit& all, CXCursor statement, const span& code) {
  search(all, code).look_for_names(statement);
}

}  // namespace nuthatch::splicec
