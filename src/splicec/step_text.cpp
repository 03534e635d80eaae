// SPDX-License-Identifier: Apache-2.0
#include "splicec/step_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "splicec/cursors.hpp"
#include "splicec/effect_text.hpp"
#include "splicec/target_attributes.hpp"

namespace nuthatch::splicec {

namespace {

std::string captures_of(const declared_step& step) {
  std::string text = step.uses_this ? "[=, this" : "[=";
  for (const local* one : step.by_reference) {
    text += ", &" + one->name;
  }
  return text + "]";
}

std::string mutable_of(const unit& all, const declared_step& step) {
  const std::string attributes = target_attributes_at(all, span_of(step.statement).begin);
  return attributes.empty() ? "mutable" : fmt::format("nuthatch_mutable_with({})", attributes);
}

/// In a program that is checked, variables that are not copied are watched.
std::string watch_begin_of(const declared_step& step) {
  return step.by_reference.empty() ? "" : "::nuthatch_watching(::nuthatch_here(), ";
}

std::string watch_end_of(const declared_step& step) {
  std::string text;
  for (const local* one : step.by_reference) {
    text += fmt::format(", ::nuthatch_watch(\"{0}\", {0})", one->name);
  }
  return text.empty() ? text : text + ")";
}

/// Declares the step's own locals whose previous values do not matter.
std::string fresh_locals_of(const declared_step& step) {
  std::string text;
  for (const local* one : step.fresh) {
    if (is_aligned(one->declaration)) {  // which is not a part of its type
      text += fmt::format("alignas(__alignof__({})) ", one->name);
    }
    text += fmt::format("decltype({0}) {0}; ", one->name);
  }
  return text;
}

/// Makes compilers resume their line numbers at this place of the source.
pieces back_at(const unit& all, std::size_t offset) {
  return placed(all.from, offset, {});
}

std::string index_of(const cut_loop& loop, std::size_t dimension, const char* end) {
  return fmt::format("::nuthatch_{}<{}>(nuthatch_part[{}])", end, loop.type, dimension);
}

}  // namespace

void write_step(const unit& all, const declared_step& step, const pieces& effect, edits& into) {
  pieces before;
  append(before, "::nuthatch_step(::nuthatch_here(), nuthatch_now, ");
  append(before, effect);
  append(before,
         fmt::format(", {}{}() {} {{ {}",
                     watch_begin_of(step),
                     captures_of(step),
                     mutable_of(all, step),
                     fresh_locals_of(step)));
  append(before, back_at(all, step.whole.begin));
  into.insert(step.whole.begin, before);
  pieces after;
  append(after, " }" + watch_end_of(step) + ");");
  into.insert(step.whole.end, after);
}

void write_cut_step(const unit& all,
                    const declared_step& step,
                    const std::vector<cut_loop>& loops,
                    const function_locals& locals,
                    edits& into) {
  const std::string block = block_type(loops.size());
  pieces before;
  append(before, "::nuthatch_step(::nuthatch_here(), nuthatch_now, ");
  append(before, intervals_of(all, loops));
  append(before, ", ::nuthatch_slice(");
  append(before, placed(all.from, step.said->slice.begin, expression_of(all, step.said->slice)));
  append(before,
         fmt::format("), {}([[__gnu__::__unused__]] const {}& nuthatch_part) -> {} {{",
                     captures_of(step),
                     block,
                     all.effect()));
  for (std::size_t i = 0; i < loops.size(); ++i) {
    append(before,
           fmt::format(" [[__gnu__::__unused__]] const ::nuthatch_interval {} = "
                       "nuthatch_part[{}];",
                       loops[i].name,
                       i));
  }
  append(before, " return ");
  append(before, effect_of(all, *step.said, locals));
  append(before,
         fmt::format("; }}, {}{}(const {}& nuthatch_part) {} {{ {}",
                     watch_begin_of(step),
                     captures_of(step),
                     block,
                     mutable_of(all, step),
                     fresh_locals_of(step)));
  append(before, back_at(all, step.whole.begin));
  into.insert(step.whole.begin, before);
  for (std::size_t i = 0; i < loops.size(); ++i) {
    pieces low;
    append(low, index_of(loops[i], i, "first") + line_breaks_of(all.from, loops[i].low));
    into.replace(loops[i].low, low);
    pieces condition;
    append(condition,
           fmt::format("{} < {}{}",
                       loops[i].name,
                       index_of(loops[i], i, "last"),
                       line_breaks_of(all.from, loops[i].condition)));
    into.replace(loops[i].condition, condition);
  }
  pieces after;
  append(after, " }" + watch_end_of(step) + ");");
  into.insert(step.whole.end, after);
}

void blank(const unit& all, const pragma& one, edits& into) {
  pieces lines;
  append(lines, line_breaks_of(all.from, one.where));
  append(lines, resumed(all.from, one.where.end));
  into.replace(one.where, lines);
}

}  // namespace nuthatch::splicec
