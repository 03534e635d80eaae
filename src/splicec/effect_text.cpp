#include "splicec/effect_text.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "splicec/cursors.hpp"

namespace nuthatch::splicec {

namespace {

constexpr std::array names_of_effects = {"array_view",
                                         "box",
                                         "extent",
                                         "interval",
                                         "key_range",
                                         "mixed",
                                         "range",
                                         "strided",
                                         "tree_keys",
                                         "whole"};

/// Names that stand alone in the expressions of a pragma.
std::set<std::string> free_names(const unit& all, const pragma& said) {
  std::set<std::string> found;
  const token* before = nullptr;
  const token* const end = all.tokens.data() + all.tokens.size();
  for (const token* one = all.token_from(said.where.begin);
       one != nullptr && one != end && one->where.begin < said.where.end;
       ++one) {
    const bool member =
        before != nullptr && (before->text == "::" || before->text == "." || before->text == "->");
    if (one->kind == CXToken_Identifier && !member) {
      found.insert(one->text);
    }
    before = one;
  }
  return found;
}

void add_names(CXCursor scope, std::set<std::string>& found) {
  for (const CXCursor& one : children_of(scope)) {
    found.insert(name_of(one));
    if (kind_of(one) == CXCursor_LinkageSpec ||
        (kind_of(one) == CXCursor_Namespace && is_in_main_file(one))) {
      add_names(one, found);
    }
  }
}

}  // namespace

pieces expression_of(const unit& all, const span& where) {
  piece text = taken_from(all.from, where);
  for (std::size_t i = 0; i + 1 < text.text.size(); ++i) {
    if (text.text[i] == '\\' && text.text[i + 1] == '\n') {
      text.text[i] = ' ';  // what joins lines of a directive
    }
  }
  return {text};
}

pieces effect_of(const unit& all, const pragma& said) {
  pieces effect;
  if (said.everything) {
    append(effect, all.effect() + "::on_everything()");
    return effect;
  }
  std::string before;
  for (const clause& one : said.clauses) {
    pieces part;
    append(part, fmt::format("{}::nuthatch::effects::{}(", before, one.function));
    append(part, expression_of(all, one.arguments));
    append(part, ")");
    append(effect, placed(all.from, one.arguments.begin, part));
    before = "+ ";
  }
  return effect;
}

std::string using_declarations(const unit& all,
                               const std::vector<const pragma*>& said,
                               const function_locals& locals) {
  std::set<std::string> wanted;
  for (const pragma* one : said) {
    wanted.merge(free_names(all, *one));
  }
  std::set<std::string> known;
  add_names(all.tree.root(), known);
  for (const local& one : locals.all()) {
    known.insert(one.name);
  }
  std::string text;
  for (const char* name : names_of_effects) {
    if (wanted.contains(name) && !known.contains(name)) {
      text += fmt::format(" using ::nuthatch::effects::{};", name);
    }
  }
  return text;
}

bool names(const unit& all, const pragma& said, const std::string& name) {
  return free_names(all, said).contains(name);
}

}  // namespace nuthatch::splicec
