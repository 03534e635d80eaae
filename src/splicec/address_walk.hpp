// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/kept_addresses.hpp"

namespace nuthatch::splicec {

/// Follows addresses through the code of one function. From each expression that names a twin, or a
/// variable that may refer to one, it climbs to the expressions and statements around it:
///
/// | around it                                   | what it becomes                                |
/// |---------------------------------------------|------------------------------------------------|
/// | a conversion that reads the value           | understood                                     |
/// | `sizeof` and other unevaluated code         | understood                                     |
/// | a statement, which discards it              | understood                                     |
/// | `.member`, `*p`, `p[i]`, casts, `c ? a : b` | still a place                                  |
/// | `&x`, the name of an array, `p + i`         | a pointer                                      |
/// | a local pointer, a reference, a loop        | that variable is followed                      |
/// | an argument of a call                       | what the function does to its parameter        |
/// | everything else                             | kept                                           |
class address_walk {
 public:
  using fate = kept_addresses::fate;

  address_walk(kept_addresses& all, CXCursor root, kept_addresses::naming twins)
      : all_(&all),
        root_(root),
        twins_(std::move(twins)) {}

  /// Follows a parameter. Comparisons are understood then: no address that the program has kept is
  /// one of a twin.
  void follow_parameter(CXCursor parameter, const twin& of);

  /// Follows the object for which a member function is called.
  void follow_object(const twin& of);

  /// Inspects the code, repeatedly, until all variables that are to follow are known.
  void run();

  [[nodiscard]] const std::vector<address_use>& kept() const { return kept_; }

  /// Whether the function may return an address.
  [[nodiscard]] bool returns() const { return returns_; }

  /// The other parameters with which the address is compared by more than equality.
  [[nodiscard]] const std::set<int>& compared() const { return compared_; }

 private:
  /// What an expression becomes in the one around it. The default is a use that keeps it.
  struct step {
    bool understood = false;
    std::optional<reference_form> as = std::nullopt;
    std::string callee = {};
    std::size_t up = 1;                        ///< how many expressions further up it becomes that
    std::optional<twin> other = std::nullopt;  ///< what it leads to, if that is another twin
  };

  static step understood() { return {.understood = true}; }

  static step becomes(reference_form as) { return {.as = as}; }

  static step becomes(const twin& other) { return {.as = other.as, .other = other}; }

  static step kept_by(std::string callee) { return {.callee = std::move(callee)}; }

  /// Whether a variable holds an address only as long as the call runs.
  [[nodiscard]] static bool is_local_pointer(CXCursor variable);

  /// Whether an object of a list, or a member of one, gets the value of a place, not its address,
  /// and no address that is this value.
  [[nodiscard]] static bool is_read_into(CXType made, CXType place, const twin& of);

  /// Whether a part of a declaration that is no value belongs to its type, as the length of an
  /// array does. An argument of a template may be an address.
  [[nodiscard]] static bool is_part_of_type(CXCursor declaration);

  void visit(CXCursor one);
  void visit_captured(CXCursor lambda, CXCursor captured);
  [[nodiscard]] std::vector<std::pair<std::string, twin>> closures_with_addresses() const;
  void check_bytes_of_closures();
  [[nodiscard]] static bool captures(CXCursor lambda, CXCursor variable);
  [[nodiscard]] std::optional<twin> named_by(CXCursor one) const;
  void climb(const twin& from);
  [[nodiscard]] step step_from(const twin& of, std::size_t at);
  [[nodiscard]] step into_conversion(const twin& of, CXCursor child, CXCursor parent) const;
  [[nodiscard]] static step into_value(const twin& of, CXType from, CXType to);
  [[nodiscard]] static step into_pointer(reference_form as, CXType from, CXType to);
  [[nodiscard]] step into_cast(reference_form as, CXCursor parent) const;
  [[nodiscard]] static step into_unary(reference_form as, CXCursor parent);
  [[nodiscard]] step into_binary(const twin& of, CXCursor child, CXCursor parent);
  [[nodiscard]] step into_arithmetic(CXBinaryOperatorKind kind, CXCursor other);
  [[nodiscard]] step into_assignment(const twin& of, CXCursor to);
  [[nodiscard]] step into_member(const twin& of, std::size_t at);
  [[nodiscard]] static step into_list(const twin& of, CXCursor child, CXCursor parent);
  [[nodiscard]] step into_variable(const twin& of, CXCursor child, CXCursor parent);
  [[nodiscard]] step into_bindings(const twin& of, CXCursor parent);
  [[nodiscard]] step into_loop(const twin& of, CXCursor child, CXCursor parent);
  [[nodiscard]] step into_call(const twin& of, CXCursor child, CXCursor call);
  [[nodiscard]] step into_argument(const twin& of, CXCursor call, int parameter);
  [[nodiscard]] step into_result(const twin& of, CXCursor call, bool returned) const;
  [[nodiscard]] step into_copy(const twin& of, CXCursor variable);
  [[nodiscard]] step into_template(CXCursor name) const;
  [[nodiscard]] step into_statement(reference_form as, CXCursor child, std::size_t at);
  [[nodiscard]] bool is_followed(CXCursor expression) const;
  [[nodiscard]] bool is_of_same_object(CXCursor expression);
  [[nodiscard]] bool may_become_pointer(CXCursor one) const;
  [[nodiscard]] bool keeps_none_when_called(const twin& of, CXCursor argument);
  [[nodiscard]] bool understands_operations(const twin& of, CXCursor call, int at);
  [[nodiscard]] bool understands_operation(const twin& of, CXCursor argument);
  [[nodiscard]] bool follows_parameters(const twin& of, CXCursor lambda);
  void follow(CXCursor declaration, reference_form as, const twin& of);

  kept_addresses* all_;
  CXCursor root_;
  kept_addresses::naming twins_;
  std::vector<std::pair<CXCursor, twin>> followed_;  // variables
  std::optional<twin> object_;
  bool of_parameters_ = false;
  bool returns_ = false;
  std::set<int> compared_;
  std::vector<CXCursor> path_;  // the expression that is inspected, and what is around it
  std::vector<address_use> kept_;
};

}  // namespace nuthatch::splicec
