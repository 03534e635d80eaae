// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/library_code.hpp"

namespace nuthatch::splicec {

class pure_functions;

/// How an expression refers to an object or a function.
enum class reference_form {
  place,    ///< it names the object, or a part of it
  pointer,  ///< its value is the address
  holder,   ///< it names a local variable that holds the address
};

/// An object or a function that is at another address in the second text of a function.
struct twin {
  std::string name;
  bool is_function = false;
  reference_form as = reference_form::place;  ///< how the expression that names it refers to it
  bool holds_addresses = false;  ///< whether values in it may be addresses of other twins
};

/// What a pointer refers to that a constant holds.
twin twin_at_pointer(std::string name, CXType pointer);

/// A use of a twin that may tell its address from another one.
struct address_use {
  CXCursor where;
  twin of;
  std::string callee;  ///< the function that may do so; empty if the code itself may
};

/// Follows addresses of twins from each name to what becomes of them. The address does not matter
/// if the value at it is read, the function at it is called, or the expression is not evaluated.
/// Local pointers and references, and parameters of functions whose code Clang shows, may hold it
/// and are followed as well. Any other use may keep the address or compare it with one that the
/// program has kept. Two addresses that both stem from twins of one text may be compared.
class kept_addresses {
 public:
  /// Returns the twin that an expression names, if it names one.
  using naming = std::function<std::optional<twin>(CXCursor)>;

  explicit kept_addresses(const pure_functions& functions) : functions_(&functions) {}

  /// The uses in the code that may tell addresses of twins apart.
  [[nodiscard]] std::vector<address_use> uses_in(CXCursor code, const naming& twins);

  [[nodiscard]] library_code& library() { return library_; }

 private:
  friend class address_walk;

  /// What a function does to the address that an argument refers to.
  struct fate {
    bool understood = false;
    bool returned = false;  ///< the result may refer to the same object
    /// Other parameters whose addresses come before or behind it only in the same object.
    std::set<int> compared = {};
  };

  static constexpr int object = -1;  ///< the number of the object of a member function

  [[nodiscard]] fate fate_in(CXCursor called, int parameter, const twin& of);
  [[nodiscard]] fate fate_in_library(CXCursor called, int parameter, const twin& of) const;
  [[nodiscard]] fate fate_in_definition(CXCursor definition, int parameter, const twin& of);

  /// Whether the functions of the source that a function of the library calls keep none of the
  /// addresses that they get.
  [[nodiscard]] bool keeps_none_in_source(CXCursor called, const twin& of);

  /// Whether a function of the source keeps none of the addresses that it gets.
  [[nodiscard]] bool keeps_none_in(CXCursor function, const twin& of);

  const pure_functions* functions_;
  library_code library_;
  std::map<std::pair<std::string, int>, fate> known_;
  std::set<std::pair<std::string, int>> begun_;
  bool assumes_ = false;  ///< whether a fate relies on that of a function in begun_
};

}  // namespace nuthatch::splicec
