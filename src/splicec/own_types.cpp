// SPDX-License-Identifier: Apache-2.0
#include "splicec/own_types.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "splicec/constant_variables.hpp"
#include "splicec/cursors.hpp"
#include "splicec/escaping_types.hpp"
#include "splicec/hidden_calls.hpp"
#include "splicec/kept_addresses.hpp"
#include "splicec/list_conversions.hpp"
#include "splicec/own_entities.hpp"
#include "splicec/plain_types.hpp"
#include "splicec/polymorphic_types.hpp"
#include "splicec/source_templates.hpp"
#include "splicec/template_code.hpp"
#include "splicec/type_identity.hpp"

namespace nuthatch::splicec {

namespace {

bool is_class(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl;
}

bool is_function(CXCursor one) {
  const CXCursorKind kind = kind_of(one);
  return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
         kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction;
}

class search {
 public:
  search(const unit& all, CXCursor function)
      : all_(&all),
        own_(function),
        kept_(all.pure),
        hidden_(all),
        templates_(all, own_, kept_) {}

  /// For code that moves into a lambda.
  search(const unit& all, const span& code)
      : all_(&all),
        own_(code),
        kept_(all.pure),
        hidden_(all),
        templates_(all, own_, kept_, /*only_names=*/true),
        only_names_(true) {}

  search(const search&) = delete;
  search& operator=(const search&) = delete;
  ~search() = default;

  /// Complains about names of types that the code declares, which would contain the lambda.
  void look_for_names(CXCursor one) {
    const CXCursor named = is_expression(one) ? clang_getCursorReferenced(one) : one;
    const CXCursorKind kind = kind_of(named);
    const bool calls =
        is_expression(one) && (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
                               kind == CXCursor_Constructor);
    if ((kind_of(one) == CXCursor_CXXTypeidExpr && own_.names_type(one)) ||
        (calls && has_variables(named)) || converts_own(one) || calls_out_of_sight(one) ||
        clang_Cursor_isNull(class_shared_by(one)) == 0) {
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
    if (own_.has_type(thrown_or_caught(one))) {
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
    if (is_expression(one) && converts_lambda(clang_getCursorReferenced(one))) {
      complain_about_function(
          one, fmt::format("'{}' may be what", name_of(clang_getCursorReferenced(one))));
      return;
    }
    if (converts_own(one)) {
      all_->wrong.add(span_of(one).begin,
                      "this list may call a constructor that has variables for each type, and the "
                      "types of a function would be two, one of which is for calls that are "
                      "spliced; convert the values before");
      return;
    }
    if (calls_out_of_sight(one)) {
      all_->wrong.add(span_of(one).begin,
                      "this may call a function, not named here, that has variables for each type, "
                      "and the types of a function would be two, one of which is for calls that "
                      "are spliced");
      return;
    }
    if (is_expression(one)) {
      look_at_instances(clang_getCursorReferenced(one));
    }
    if (const CXCursor shared = shared_by(one); clang_Cursor_isNull(shared) == 0) {
      all_->wrong.add(
          span_of(one).begin,
          fmt::format("'{}' may have variables for each type, and the types of a function would "
                      "be two, one of which is for calls that are spliced",
                      name_of(shared)));
      return;
    }
    if (tells_types_apart(one) && own_.names_type(one)) {
      all_->wrong.add(span_of(one).begin,
                      "this tells types apart, and the types of a function would be two, one of "
                      "which is for calls that are spliced");
      return;
    }
    for (const CXCursor& part : children_of(one)) {
      look_at(part);
    }
  }

  /// Complains about what may keep the address of a constant or a function that is there twice.
  void check_addresses(CXCursor code) {
    for (const address_use& one : kept_in(code)) {
      const std::string who =
          one.callee.empty() ? "this" : fmt::format("'{}' may be what", one.callee);
      if (one.of.is_function || one.of.name.empty()) {  // or a list of functions
        complain_about_function(one.where, who);
        continue;
      }
      all_->wrong.add(
          span_of(one.where).begin,
          fmt::format("'{}' would be two variables at two addresses, one of which is for calls "
                      "that are spliced, and {} keeps or compares its address; declare it outside "
                      "of the function",
                      one.of.name,
                      who));
    }
  }

 private:
  void complain_about_function(CXCursor where, const std::string& who) {
    all_->wrong.add(span_of(where).begin,
                    fmt::format("{} keeps the address of a function of a type or lambda that would "
                                "be two, one of which is for calls that are spliced; declare it "
                                "outside of the function",
                                who));
  }

  /// Whether a list may convert a value of a type of the function, out of sight.
  [[nodiscard]] bool converts_own(CXCursor one) const {
    return kind_of(one) == CXCursor_InitListExpr && is_known_type(canonical_type_of(one)) &&
           list_may_convert(one, all_->pure) && any_within(one, [this](CXCursor value) {
             return is_expression(value) && own_.has_type(canonical_type_of(value));
           });
  }

  /// Whether it calls a function for a type of the function that Clang does not show.
  [[nodiscard]] bool calls_out_of_sight(CXCursor one) const {
    return hidden_.may_be_in(one, [this](CXType type) { return own_.has_type(type); });
  }

  /// Inspects generic lambdas as they are for the types of a call, also of one out of sight.
  void look_at_instances(CXCursor named) {
    if (!is_function(named) || only_names_) {
      return;
    }
    std::vector<CXCursor> instances;
    if (is_instance_of_lambda(named)) {
      instances.push_back(named);
    } else if (own_.is_of_type(named)) {
      instances = kept_.library().generic_lambdas_called_by(named);
    }
    for (const CXCursor& one : instances) {
      const CXCursor definition = clang_getCursorDefinition(one);
      if (own_.is_here(one) && clang_Cursor_isNull(definition) == 0 &&
          instances_.insert(unique_name_of(one)).second) {
        look_at(definition);
        check_addresses(definition);
      }
    }
  }

  /// Whether a function of the library makes a pointer of a lambda, out of sight of the source.
  [[nodiscard]] bool converts_lambda(CXCursor named) {
    return is_function(named) && is_in_system(named) && own_.is_of_type(named) &&
           kept_.library().converts_lambda(named,
                                           [this](CXType one) { return own_.has_type(one); });
  }

  [[nodiscard]] std::vector<address_use> kept_in(CXCursor code) {
    return kept_.uses_in(code, [this](CXCursor one) { return own_.twin_named_by(one); });
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
      if (has_variables(named) || names_variable_for_own(use, named)) {
        return named;
      }
    }
    return class_shared_by(use);
  }

  /// The class template of the type of an expression, variable, member or base, if it may have
  /// variables for a type of the function. Implicit functions of a class call those of its bases
  /// and members, and Clang shows no such call.
  [[nodiscard]] CXCursor class_shared_by(CXCursor use) {
    const CXCursorKind kind = kind_of(use);
    return is_expression(use) || kind == CXCursor_VarDecl || kind == CXCursor_FieldDecl ||
                   kind == CXCursor_CXXBaseSpecifier
               ? templates_.shared_class_of(canonical_type_of(use))
               : clang_getNullCursor();
  }

  /// Whether an expression names an instance of a template of variables for something of the
  /// function, or for a lambda that each use has for itself. Clang shows only what is written.
  [[nodiscard]] bool names_variable_for_own(CXCursor use, CXCursor named) const {
    const bool is_instance = kind_of(named) == CXCursor_UnexposedDecl && !own_.is_here(named) &&
                             !is_in_system(named) && !is_constant(named);
    return is_instance && (own_.names_type(use) || is_made_with_lambda(named));
  }

  /// Whether the text of a template of variables may have a lambda before the variable's name.
  /// Clang does not show default arguments of templates.
  [[nodiscard]] bool is_made_with_lambda(CXCursor variable) const {
    const CXSourceLocation name = clang_getCursorLocation(variable);
    const std::string file = file_of(name);
    return std::ranges::any_of(children_of(all_->tree.root()), [&](CXCursor one) {
      const span whole = span_of(one);
      if (whole.begin > named_at(variable) || whole.end < named_at(variable) ||
          file_of(clang_getCursorLocation(one)) != file) {
        return false;
      }
      const CXSourceLocation begin = clang_getRangeStart(clang_getCursorExtent(one));
      const known_macros::names names =
          words_of(token_list(all_->tree.unit(), clang_getRange(begin, name)));
      const auto begins_lambda = [](const std::vector<token>& macro) {
        return std::ranges::find(macro, "[", &token::text) != macro.end();
      };
      if (!names.contains("template")) {
        return false;  // structured bindings
      }
      return names.contains("[") ||
             std::ranges::any_of(all_->macros.definitions_of(all_->macros.reached_from(names)),
                                 begins_lambda);
    });
  }

  [[nodiscard]] bool has_variables(CXCursor named) {
    switch (kind_of(named)) {
      case CXCursor_VarDecl:
        return is_variable(named) && !own_.is_here(named) && own_.is_of_type(named);
      case CXCursor_UnexposedDecl:  // an instance of a template of variables, or a binding
        return !own_.is_here(named) && !is_constant(named) && own_.is_of_type(named);
      case CXCursor_FunctionDecl:
      case CXCursor_CXXMethod:
      case CXCursor_Constructor:
      case CXCursor_ConversionFunction:
      case CXCursor_Destructor:
        return own_.is_of_type(named) && function_has_variables(named);
      default:
        return false;
    }
  }

  [[nodiscard]] bool function_has_variables(CXCursor function) {
    if (own_.is_here(function)) {
      return false;
    }
    const std::string identity = unique_name_of(function);
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
             ((!system && names_itself(body, all_->macros)) || any_within(body, [&](CXCursor one) {
                return (!system && kind_of(one) == CXCursor_CXXTypeidExpr) ||
                       (!system && calls_out_of_sight(one)) ||
                       (is_expression(one) && has_variables(clang_getCursorReferenced(one))) ||
                       (!system && clang_Cursor_isNull(class_shared_by(one)) == 0);
              }));
    }
    const CXCursor definition = clang_getCursorDefinition(function);
    if (clang_Cursor_isNull(definition) != 0) {
      return !system;
    }
    if (!system && names_itself(definition, all_->macros)) {
      return true;
    }
    if (!system && keeps_addresses(definition)) {
      return true;
    }
    return any_within(definition, [&](CXCursor one) {
      return is_variable(one) || (!system && (tells_apart(one) || calls_out_of_sight(one))) ||
             (is_expression(one) && has_variables(clang_getCursorReferenced(one))) ||
             (!system &&
              clang_Cursor_isNull(templates_.shared_class_of(canonical_type_of(one))) == 0);
    });
  }

  /// Whether an instance of a template may keep or return the address of one of its constants, or
  /// of another instance.
  [[nodiscard]] bool keeps_addresses(CXCursor definition) {
    const span code = span_of(definition);
    const std::string file = file_of(clang_getCursorLocation(definition));
    const auto named_by = [&](CXCursor one) -> std::optional<twin> {
      const CXCursor named = clang_getCursorReferenced(one);
      const bool is_constant_here =
          kind_of(one) == CXCursor_DeclRefExpr && kind_of(named) == CXCursor_VarDecl &&
          clang_Cursor_hasVarDeclGlobalStorage(named) == 1 && code.contains(named_at(named)) &&
          file_of(clang_getCursorLocation(named)) == file;
      return is_constant_here ? std::optional(twin{name_of(named)}) : own_.twin_named_by(one);
    };
    return !kept_.uses_in(definition, named_by).empty();
  }

  /// Whether code of an instance of a template of the source may depend on the identity of a type.
  [[nodiscard]] bool tells_apart(CXCursor one) {
    return (is_expression(one) && converts_lambda(clang_getCursorReferenced(one))) ||
           tells_types_apart(one) || own_.has_type(thrown_or_caught(one)) ||
           (is_class(one) && is_polymorphic(clang_getCursorType(one))) ||
           (is_expression(one) && asks_for_type(clang_getCursorReferenced(one)));
  }

  /// Whether a function of the library may tell a type of the function from others: it is an
  /// instance for a type that neither its parameters nor its class mention, and is not known to be
  /// the same for all types; or it makes an object that tells the type of what it holds.
  [[nodiscard]] bool asks_for_type(CXCursor named) const {
    if (!is_function(named) || !is_in_system(named) || !own_.is_of_type(named)) {
      return false;
    }
    const CXCursor owner = clang_getCursorSemanticParent(named);
    if (makes_object_with_type(named) ||
        (name_of(owner) == "function" && hidden_.source_mentions("target_type"))) {
      return true;
    }
    const CXType type = clang_getCursorType(named);
    for (int i = 0; i < clang_getNumArgTypes(type); ++i) {
      if (own_.has_type(clang_getArgType(type, static_cast<unsigned>(i)))) {
        return false;
      }
    }
    return !own_.has_type(clang_getCursorType(owner)) && !is_understood_instance(name_of(named));
  }

  const unit* all_;
  own_entities own_;
  kept_addresses kept_;
  hidden_calls hidden_;
  template_code templates_;
  bool only_names_ = false;
  std::map<std::string, bool> known_;  // functions, by whether they have variables
  std::set<std::string> instances_;    // generic lambdas that have been inspected
};

/// Complains about the use of a type by other code if some template of the source has a property
/// for each type. Which functions other code calls for the type may be out of sight.
void check_templates(const unit& all,
                     CXCursor use,
                     instance_property property,
                     std::string_view effect) {
  if (clang_Cursor_isNull(use) != 0) {
    return;
  }
  const CXCursor found = template_with(property, all);
  if (clang_Cursor_isNull(found) != 0) {
    return;
  }
  const std::string name = name_of(found);
  all.wrong.add(span_of(use).begin,
                fmt::format("other code uses a type or lambda of the function here, and {} may {}",
                            name.empty() ? "a generic lambda of the source"
                                         : fmt::format("the template '{}' of the source", name),
                            effect));
}

}  // namespace

void check_own_types(const unit& all, CXCursor function) {
  const std::size_t before = all.wrong.size();
  const CXCursor body = children_of(function).back();
  search found(all, function);
  found.look_at(body);
  found.check_addresses(body);
  if (all.wrong.size() == before) {
    check_templates(all,
                    where_type_escapes(body, own_entities(function)),
                    instance_property::any,
                    "differ for types of one name, and those of the function would be two, one of "
                    "which is for calls that are spliced; declare the type outside of the "
                    "function");
  }
}

void check_type_names(const unit& all, CXCursor statement, const span& code) {
  const std::size_t before = all.wrong.size();
  search(all, code).look_for_names(statement);
  if (all.wrong.size() == before) {
    check_templates(all,
                    where_type_escapes(statement, own_entities(code)),
                    instance_property::name,
                    "get the name of the type, which would be another in the statement of a "
                    "try_splice; declare it before the statement");
  }
}

}  // namespace nuthatch::splicec
