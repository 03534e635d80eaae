// SPDX-License-Identifier: Apache-2.0
#include "splicec/c_meaning.hpp"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "splicec/c_aliases.hpp"
#include "splicec/c_ends.hpp"
#include "splicec/c_inline.hpp"
#include "splicec/c_lengths.hpp"
#include "splicec/c_linkage.hpp"
#include "splicec/c_literals.hpp"
#include "splicec/c_only.hpp"
#include "splicec/c_words.hpp"
#include "splicec/cursors.hpp"
#include "splicec/meaning_reader.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

namespace {

bool is_one_of(const std::string& type, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, type) != names.end();
}

/// Whether C, and C++ wherever the type matters, makes an int of its values.
bool is_narrower_than_int(const std::string& type) {
  return is_one_of(type,
                   {"bool", "char", "signed char", "unsigned char", "short", "unsigned short"});
}

std::string without_const(std::string type) {
  constexpr std::string_view word = "const ";
  for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word)) {
    type.erase(at, word.size());
  }
  return type;
}

/// Whether `in_c` is the type of `condition ? "one" : "other"` in C. In C++ that is a pointer to
/// const, or an array if the literals are equally long.
bool chooses_literals(const std::string& in_c, std::string in_cpp) {
  in_cpp = without_const(std::move(in_cpp));
  return in_cpp == in_c ||
         (in_c.ends_with(" *") && in_cpp.starts_with(in_c.substr(0, in_c.size() - 2) + "["));
}

/// Whether it is a pointer to a function in C, and the function in C++.
bool chooses_functions(const std::string& in_c, const std::string& in_cpp) {
  const std::size_t parameters = in_cpp.find('(');
  return parameters != std::string::npos &&
         in_c == in_cpp.substr(0, parameters) + "(*)" + in_cpp.substr(parameters);
}

/// Whether the types may differ because no value made from them does. sizeof is compared
/// separately, and so is what an operator makes of the value.
bool may_differ(const place& where, const meaning& in_c, const meaning& in_cpp) {
  if (where.kind == CXCursor_ConditionalOperator &&
      (chooses_literals(in_c.type, in_cpp.type) || chooses_functions(in_c.type, in_cpp.type))) {
    return true;
  }
  if (where.kind == CXCursor_ConditionalOperator && in_cpp.is_enumeration) {
    return is_one_of(in_c.type, {"int", "unsigned int"});  // an enumerator has type int in C
  }
  if (in_c.is_truth || where.kind == CXCursor_ConditionalOperator) {
    return in_c.type == "int" && (in_cpp.is_enumeration || is_narrower_than_int(in_cpp.type));
  }
  if (in_c.is_enumerator) {
    return in_cpp.is_enumerator && in_c.type == "int";
  }
  if (where.kind == CXCursor_CharacterLiteral) {
    return in_c.type == "int" && in_cpp.type == "char";
  }
  return false;
}

bool same_operands(const meaning& in_c, const meaning& in_cpp) {
  if (in_c.operands.size() != in_cpp.operands.size()) {
    return false;
  }
  for (std::size_t i = 0; i < in_c.operands.size(); ++i) {
    const std::string& one = in_c.operands[i];
    const std::string& other = in_cpp.operands[i];
    const bool pointers = one.ends_with('*') && other.ends_with('*');
    const bool same_bits = in_c.is_equality && is_one_of(one, {"int", "unsigned int"}) &&
                           is_one_of(other, {"int", "unsigned int"});
    if (one != other && !same_bits && !pointers) {
      return false;
    }
  }
  return true;
}

/// Whether the types of functions, or their results, differ by const alone: C++ declares `strchr`
/// and its like twice, with and without.
bool differs_by_const(const std::string& in_c, const std::string& in_cpp) {
  return in_c != in_cpp && without_const(in_c) == without_const(in_cpp);
}

/// The name of what an expression names, in messages.
std::string symbol_of(const meaning& one) {
  return one.symbol.empty() ? "the function of this name" : one.symbol;
}

/// Compares the two meanings and finds the calls that the source has to make explicit.
class comparison {
 public:
  comparison(const meaning_reader& c, const meaning_reader& cpp, complaints& wrong)
      : c_(&c),
        cpp_(&cpp),
        wrong_(&wrong) {}

  /// Names the functions that C calls where C++ would call others.
  void name_right_functions(edits& changes) const {
    for (const auto& [where, in_cpp] : cpp_->all()) {
      const auto found = c_->all().find(where);
      if (!where.file.empty() || found == c_->all().end() || in_cpp.called.empty() ||
          found->second.callee.empty() || found->second.called == in_cpp.called) {
        continue;
      }
      if (differs_by_const(found->second.called, in_cpp.called)) {
        return_as_in_c(where, found->second, in_cpp, changes);
        continue;
      }
      std::string type = found->second.called;
      const std::size_t parameters = type.find('(');
      if (parameters == std::string::npos) {
        continue;
      }
      type.insert(parameters, "(*)");
      pieces before;
      append(before, fmt::format("(static_cast<{}>(", type));
      changes.insert(found->second.callee.begin, before);
      pieces after;
      append(after, "))");
      changes.insert(found->second.callee.end, after);
    }
  }

  /// The result of a call without the const that C++ adds.
  static void return_as_in_c(const place& where,
                             const meaning& in_c,
                             const meaning& in_cpp,
                             edits& changes) {
    if (in_c.type == in_cpp.type) {
      return;
    }
    pieces before;
    append(before, fmt::format("(const_cast<{}>(", in_c.type));
    changes.insert(where.begin, before);
    // What ends with the call ends at the same place of the source as before.
    changes.insert(where.end + 1, {{.text = ")", .from = {}}, {.text = ")", .from = where.end}});
  }

  /// Complains about macros of GNU modes that the source uses. C defines them by default, C++ only
  /// in GNU modes. Returns whether the source uses any; every other difference is due to them then.
  [[nodiscard]] bool complain_of_gnu_macros() const {
    static const std::set<std::string> words{"unix", "linux", "i386"};
    const auto cpp = cpp_->macros();
    bool found = false;
    for (const auto& [at, name] : c_->macros()) {
      if (words.contains(name) && !cpp.contains(at)) {
        found = true;
        wrong_->add(at,
                    fmt::format("the macro '{0}' belongs to GNU modes, and the translation is "
                                "compiled as -std=c++20: write __{0}__, or give the translator and "
                                "the compiler -std=gnu++20",
                                name));
      }
    }
    return found;
  }

  void complain() const {
    compare_macros();
    compare_all(c_->all(), cpp_->all());
  }

 private:
  void refuse(const place& where, const std::string& why) const {
    wrong_->add(where.file.empty() ? where.begin : 0,
                where.file.empty() ? why : fmt::format("{}: {}", where.file, why));
  }

  void compare_all(const meanings& in_c, const meanings& in_cpp) const {
    std::set<std::pair<std::string, std::size_t>> callees;  // places of those that are refused
    for (const auto& [where, one] : in_cpp) {
      const auto found = in_c.find(where);
      const std::size_t before = wrong_->size();
      if (where.kind == CXCursor_GenericSelectionExpr) {
        refuse(where, "_Generic chooses by types, which are others in C++");
      } else if (one.has_variable_length) {
        refuse(where, "C++ has no parameters of a length that is not constant; write a pointer");
      } else if (one.is_wide_bit_field) {
        refuse(where, "a bit-field that is wider than an int is of another type in C++");
      } else if (found == in_c.end()) {
        refuse(where, "this means something else in C than in C++");
      } else if (one.called.empty() || !callees.contains({where.file, where.begin})) {
        compare(where, found->second, one);
      }
      if (where.kind == CXCursor_DeclRefExpr && wrong_->size() != before) {
        callees.emplace(where.file, where.begin);
      }
    }
    for (const auto& [where, one] : in_c) {
      if (!in_cpp.contains(where)) {
        refuse(where, "this means something else in C than in C++");
      }
    }
  }

  void compare(const place& where, const meaning& in_c, const meaning& in_cpp) const {
    const bool returns_const =
        where.file.empty() && !in_c.callee.empty() && differs_by_const(in_c.called, in_cpp.called);
    const bool names_function = where.kind == CXCursor_DeclRefExpr &&
                                in_c.type.find('(') != std::string::npos &&
                                differs_by_const(in_c.type, in_cpp.type);
    if (returns_const || names_function) {
      return;
    }
    if (in_c.symbol != in_cpp.symbol) {
      refuse(where,
             fmt::format("this is {} in C and {} in C++, which headers declare for other macros; "
                         "C++ defines _GNU_SOURCE",
                         symbol_of(in_c),
                         symbol_of(in_cpp)));
    } else if (in_c.name != in_cpp.name) {
      refuse(where, fmt::format("this is '{}' in C and '{}' in C++", in_c.name, in_cpp.name));
    } else if (in_c.widens_enumeration) {
      refuse(where,
             "an enumeration may have another value here in C++; convert it to an int before");
    } else if (in_c.literal != in_cpp.literal || in_c.how != in_cpp.how) {
      refuse(where, "this means something else in C than in C++");
    } else if (in_c.value != in_cpp.value) {
      refuse(
          where,
          fmt::format(
              "this is {} in C and {} in C++", in_c.value.value_or(0), in_cpp.value.value_or(0)));
    } else if (in_c.alignment != in_cpp.alignment || in_c.offset != in_cpp.offset) {
      refuse(where, "this lies elsewhere in C than in C++, or is aligned otherwise");
    } else if (in_c.called != in_cpp.called) {
      refuse(where, fmt::format("this calls {} in C and {} in C++", in_c.called, in_cpp.called));
    } else if (!same_operands(in_c, in_cpp)) {
      refuse(where, "this compares other types in C than in C++; convert one side");
    } else if (in_c.type != in_cpp.type && !may_differ(where, in_c, in_cpp)) {
      refuse(where, fmt::format("this is of type {} in C and {} in C++", in_c.type, in_cpp.type));
    }
  }

  void compare_macros() const {
    static const std::set<std::string> words{"bool", "true", "false", "NULL"};
    const auto c = c_->macros();
    const auto cpp = cpp_->macros();
    const auto refuse_others = [&](const auto& some, const auto& others) {
      for (const auto& [at, name] : some) {
        const auto found = others.find(at);
        if ((found == others.end() || found->second != name) && !words.contains(name)) {
          wrong_->add(at, fmt::format("{} is a macro in one of C and C++ alone", name));
        }
      }
    };
    refuse_others(c, cpp);
    refuse_others(cpp, c);
    for (const auto& [at, in_cpp] : cpp_->in_macros()) {
      const auto found = c_->in_macros().find(at);
      if (found != c_->in_macros().end() && c.contains(at) && cpp.contains(at)) {
        compare_uses(at, c.at(at), found->second, in_cpp);
      }
    }
  }

  void compare_uses(std::size_t at,
                    const std::string& macro,
                    const macro_use& in_c,
                    const macro_use& in_cpp) const {
    const std::size_t before = wrong_->size();
    for (const auto& [name, type] : in_cpp.functions) {
      const auto [first, last] = in_c.functions.equal_range(name);
      if (std::any_of(first, last, [&](const auto& one) { return one.second != type; })) {
        wrong_->add(at, fmt::format("'{}' is another function in C++; call it before", name));
      }
    }
    if (wrong_->size() == before) {
      compare_all(in_c.written, in_cpp.written);
    }
    if (wrong_->size() != before) {
      return;
    }
    if (!std::ranges::equal(in_c.made, in_cpp.made, {}, kind_of_part, kind_of_part)) {
      wrong_->add(at,
                  fmt::format("{} consists of other code in C++ than in C; write it without the "
                              "macro",
                              macro));
      return;
    }
    for (std::size_t i = 0; i < in_c.made.size() && wrong_->size() == before; ++i) {
      compare(in_c.made[i].first, in_c.made[i].second, in_cpp.made[i].second);
    }
  }

  static CXCursorKind kind_of_part(const std::pair<place, meaning>& one) { return one.first.kind; }

  const meaning_reader* c_;
  const meaning_reader* cpp_;
  complaints* wrong_;
};

/// The lines where parts begin and end. Edits do not change the lines of a source.
std::vector<std::size_t> lines_of(const source& from, const std::vector<span>& parts) {
  std::vector<std::size_t> lines;
  for (const span& one : parts) {
    lines.push_back(from.line_of(one.begin));
    lines.push_back(from.line_of(one.end));
  }
  return lines;
}

}  // namespace

bool is_c_source(const std::string& path) {
  return path.ends_with(".c");
}

source made_cpp(const source& from,
                const std::vector<std::string>& c_flags,
                const std::vector<std::string>& cpp_flags,
                const std::set<std::string>& with_cpp_linkage,
                complaints& wrong) {
  const parsed c(from.path(), from.text(), c_flags);
  const meaning_reader in_c(c, nullptr);
  refuse_headers_of_c(from, c, wrong);
  refuse_variable_lengths(c, wrong);
  edits changes = words_of_cpp(from, c, wrong);
  const declaration_places places(c);
  give_c_linkage(c, places, with_cpp_linkage, changes, wrong);
  declare_constants(c, places, changes);
  emit_inline_functions(c, c_flags, changes, wrong);
  refuse_attributes_of_c(from, c, wrong);
  refuse_pragmas_of_c(from, c, wrong);
  write_ends_of_blocks(from, c, changes);
  write_missing_returns(from, c, changes, wrong);
  output words;
  words.append(changes.applied(from, {0, from.text().size()}));
  const parsed before(from.path(), words.text(), cpp_flags);
  comparison(in_c, meaning_reader(before, &words), wrong).name_right_functions(changes);
  output text;
  text.append(changes.applied(from, {0, from.text().size()}));
  const parsed after(from.path(), text.text(), cpp_flags);
  if (c.errors().empty()) {
    refuse_kept_literals(c, wrong);
  }
  if (c.errors().empty() && after.errors().empty()) {
    const source changed(from.path(), text.text());
    refuse_words_in_headers(changed, after, text, wrong);
    refuse_lost_names(c, with_cpp_linkage, after, text, wrong);
    const meaning_reader in_cpp(after, &text);
    const comparison both(in_c, in_cpp, wrong);
    if (both.complain_of_gnu_macros()) {
      return made_of(from, text);
    }
    if (lines_of(from, c.skipped()) != lines_of(changed, after.skipped())) {
      wrong.add(0, "the preprocessor leaves out other lines in C than in C++");
    }
    both.complain();
    refuse_aliases(after, text, wrong);
  }
  return made_of(from, text);
}

}  // namespace nuthatch::splicec
