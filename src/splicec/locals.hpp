#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// A parameter or variable of a function that lives in its calls.
struct local {
  CXCursor declaration;
  std::string name;
  std::size_t at;
  CXType type;            ///< canonical
  bool escapes = false;   ///< its address may be known elsewhere, and it may be changed by that
  bool captured = false;  ///< by reference, by a lambda that only looks at it and is only called
};

/// Of a function, with those of its blocks.
class function_locals {
 public:
  explicit function_locals(CXCursor function);

  [[nodiscard]] const std::deque<local>& all() const { return all_; }

  /// The local that a name in an expression means.
  [[nodiscard]] const local* find(CXCursor reference) const;

  /// The local that has what the expression names: x, x.member, x[i] of an array or std::array.
  [[nodiscard]] const local* root_of(CXCursor expression) const;

  /// What has the address of a local: something, a lambda that only looks at the local, or one that
  /// also is a local itself and only called.
  enum class holder { any, reader, called_reader };

  struct use {
    const local* which;
    std::size_t at;
    bool whole = true;  ///< all of it is changed
    holder by = holder::any;
  };

  /// Where in it the address of a local is taken: by &, by an array's name, by a reference, by a
  /// lambda, by a member function that may change it.
  [[nodiscard]] std::vector<use> addresses_in(CXCursor all) const;

  /// Where in it a local is assigned to, by whatever operator.
  [[nodiscard]] std::vector<use> changes_in(CXCursor all) const;

  /// Every place in it that names a local.
  [[nodiscard]] std::vector<use> uses_in(CXCursor all) const;

  /// Whether the lambda is what a local is, and is only called by its name.
  [[nodiscard]] bool is_called_lambda(CXCursor lambda) const;

  /// That this part runs when others that come later may have run.
  void note_step(CXCursor step);

 private:
  void note_lambdas(CXCursor function);
  void note_holders(CXCursor function);
  [[nodiscard]] local& that(const use& one);
  void add_from(CXCursor within);
  void add_addresses(CXCursor within, std::vector<use>& found) const;
  void add_lambda(CXCursor lambda, std::vector<use>& found) const;
  void add_bound(CXCursor call, std::vector<use>& found) const;
  void add_place(CXCursor place, std::vector<use>& found) const;
  void add_root(CXCursor expression, std::vector<use>& found) const;

  std::deque<local> all_;
  std::vector<CXCursor> called_lambdas_;
};

/// Whether the member is of what a pointer points to.
bool is_behind_pointer(CXCursor member_expression);

}  // namespace nuthatch::splicec
