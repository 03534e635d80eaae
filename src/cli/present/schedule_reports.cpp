// SPDX-License-Identifier: Apache-2.0
#include "cli/present/schedule_reports.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/detail/pedigree.hpp>

#include "cli/present/quantity.hpp"
#include "cli/present/table.hpp"

namespace nuthatch::cli {

namespace {

using detail::step_kind;
using schedules::steal_tree;
using schedules::step;

struct kind_of_step {
  step_kind how;
  const char* title;
  const char* colour;
};

constexpr std::array<kind_of_step, 8> kinds{{
    {step_kind::region, "begin", "#4a4a4a"},
    {step_kind::continuation, "continuations", "#3b76b5"},
    {step_kind::second_callable, "callables", "#4d9a91"},
    {step_kind::child, "children", "#6aa84f"},
    {step_kind::taken_back_child, "taken-back children", "#93c47d"},
    {step_kind::join, "joins", "#d08b2c"},
    {step_kind::finish_end, "finishes", "#b5533b"},
    {step_kind::resumed, "waits", "#8a62b0"},
}};

const kind_of_step& kind_of(const step& one) {
  return *std::ranges::find(kinds, one.what.kind, &kind_of_step::how);
}

std::string name_of(const step& one) {
  return fmt::format(
      "{:016x}.{} ({})", one.what.at.task_hash, one.what.at.spawn_rank, kind_of(one).title);
}

std::size_t taken_from_others(const steal_tree& tree, std::uint32_t worker) {
  return static_cast<std::size_t>(std::ranges::count_if(tree.steps, [&](const step& each) {
    return each.worker == worker && each.parent_step != schedules::no_step &&
           tree.steps[each.parent_step].worker != worker;
  }));
}

/// One row for each worker: how many steps begin in each of `columns` parts of the whole.
std::string begins_of(const steal_tree& tree, std::uint32_t worker, std::size_t columns) {
  std::vector<unsigned> count(columns);
  for (std::size_t i = 0; i < tree.steps.size(); ++i) {
    if (tree.steps[i].worker == worker) {
      ++count[i * columns / tree.steps.size()];
    }
  }
  std::string row;
  for (const unsigned each : count) {
    constexpr unsigned most = 9;
    row += each == 0 ? '-' : each > most ? '+' : static_cast<char>('0' + each);
  }
  return row;
}

/// The legend of the colours.
std::string legend_at(double x, double y) {
  std::string text;
  for (const kind_of_step& each : kinds) {
    constexpr double entry = 110;
    text += fmt::format(
        "<rect x=\"{0:.0f}\" y=\"{1:.0f}\" width=\"12\" height=\"12\" fill=\"{2}\"/>"
        "<text x=\"{3:.0f}\" y=\"{4:.0f}\">{5}</text>\n",
        x,
        y,
        each.colour,
        x + 16,
        y + 10,
        each.title);
    x += entry;
  }
  return text;
}

// ---- comparing ----

/// A step's name, and its number among those of the same name.
using key = std::tuple<std::uint64_t, std::uint64_t, step_kind, std::uint32_t, unsigned>;

using by_name = std::map<key, std::uint32_t>;

by_name named_steps(const steal_tree& of) {
  by_name found;
  for (std::uint32_t i = 0; i < of.steps.size(); ++i) {
    const detail::work_id& name = of.steps[i].what;
    for (unsigned nth = 0;
         !found.emplace(key{name.at.task_hash, name.at.spawn_rank, name.kind, name.depth, nth}, i)
              .second;
         ++nth) {
    }
  }
  return found;
}

/// The steps that both schedules have on the same worker, worker by worker, in the order of `of`,
/// as indices into `other`.
std::vector<std::uint32_t> shared_order(const by_name& mine,
                                        const steal_tree& of,
                                        const by_name& others,
                                        const steal_tree& other) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> shared;  // mine, the other's
  for (const auto& [name, index] : mine) {
    const auto found = others.find(name);
    if (found != others.end() && of.steps[index].worker == other.steps[found->second].worker) {
      shared.emplace_back(index, found->second);
    }
  }
  std::ranges::sort(shared, {}, [&of](const auto& each) {
    return std::pair(of.steps[each.first].worker, each.first);
  });
  std::vector<std::uint32_t> order;
  std::ranges::transform(
      shared, std::back_inserter(order), [](const auto& each) { return each.second; });
  return order;
}

class list_of_some {
 public:
  void add(const std::string& line) {
    constexpr std::size_t most = 10;
    if (++count_ <= most) {
      text_ += line;
    }
  }

  [[nodiscard]] std::size_t count() const { return count_; }

  [[nodiscard]] std::string under(std::string_view title) const {
    return fmt::format(
        "{} {}\n{}{}",
        format_count(count_),
        title,
        text_,
        count_ > static_cast<std::size_t>(std::ranges::count(text_, '\n')) ? "  and so on\n" : "");
  }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace

std::string schedule_summary(const steal_tree& tree, const terminal& screen) {
  std::string text = fmt::format("{} {} of {} {}, {} taken from another worker{}\n",
                                 format_count(tree.steps.size()),
                                 tree.steps.size() == 1 ? "step" : "steps",
                                 tree.workers,
                                 tree.workers == 1 ? "worker" : "workers",
                                 format_count(tree.migrated()),
                                 tree.complete ? "" : "; incomplete");
  if (tree.steps.empty()) {
    return text;
  }
  std::vector<column> columns{{.title = "worker", .right_aligned = true},
                              {.title = "steps", .right_aligned = true},
                              {.title = "taken", .right_aligned = true}};
  for (std::size_t i = 1; i < kinds.size(); ++i) {
    columns.push_back(
        {.title = kinds[i].title, .right_aligned = true, .dispensable = static_cast<unsigned>(i)});
  }
  table rows(columns);
  std::string lanes;
  const std::size_t width = std::max<std::size_t>(std::min<std::size_t>(screen.width(), 100), 30);
  for (std::uint32_t worker = 0; worker < tree.workers; ++worker) {
    const auto of_worker = [&](std::optional<step_kind> how) {
      return format_count(
          static_cast<std::uint64_t>(std::ranges::count_if(tree.steps, [&](const step& each) {
            return each.worker == worker && (!how || each.what.kind == *how);
          })));
    };
    std::vector<cell> cells{{std::to_string(worker)},
                            {of_worker({}), cell_style::strong},
                            {format_count(taken_from_others(tree, worker))}};
    for (std::size_t i = 1; i < kinds.size(); ++i) {
      cells.push_back({of_worker(kinds[i].how)});
    }
    rows.add_row(cells);
    constexpr std::size_t margin = 10;
    lanes += fmt::format("  {:>5}  {}\n", worker, begins_of(tree, worker, width - margin));
  }
  return text + "\n" + rows.render(screen) + "\nwhere steps begin, in their order\n\n" + lanes;
}

std::string schedule_svg(const steal_tree& tree) {
  constexpr double lane = 24;
  constexpr double bar = 16;
  constexpr double left = 70;
  constexpr double widest = 4'000;
  const auto count = static_cast<double>(std::max<std::size_t>(tree.steps.size(), 1));
  const double part = std::clamp(widest / count, 2.0, 40.0);
  const auto x_of = [part](std::size_t index) {
    return left + part * static_cast<double>(index);
  };
  const auto y_of = [](std::uint32_t worker) {
    return 40 + lane * worker;
  };
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<text x=\"{:.0f}\" y=\"20\">{} steps of {} workers, in their order</text>\n",
      x_of(tree.steps.size()) + 20,
      y_of(tree.workers) + 40,
      left,
      tree.steps.size(),
      tree.workers);
  for (std::uint32_t worker = 0; worker < tree.workers; ++worker) {
    text += fmt::format("<text x=\"4\" y=\"{:.0f}\">worker {}</text>\n", y_of(worker) + 13, worker);
  }
  std::vector<std::size_t> ends(tree.workers, tree.steps.size());
  std::string bars;
  for (std::size_t i = tree.steps.size(); i-- > 0;) {
    const step& each = tree.steps[i];
    const std::size_t end = std::exchange(ends[each.worker], i);
    bars += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.0f}\" fill=\"{}\">"
        "<title>{}</title></rect>\n",
        x_of(i),
        y_of(each.worker),
        std::max(x_of(end) - x_of(i) - 0.5, 1.0),
        bar,
        kind_of(each).colour,
        name_of(each));
  }
  text += bars;
  for (std::size_t i = 0; i < tree.steps.size(); ++i) {
    const step& each = tree.steps[i];
    if (each.parent_step != schedules::no_step &&
        tree.steps[each.parent_step].worker != each.worker) {
      text += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{1:.0f}\" x2=\"{0:.1f}\" y2=\"{2:.0f}\" stroke=\"#000\" "
          "stroke-opacity=\"0.35\"/>\n",
          x_of(i),
          y_of(tree.steps[each.parent_step].worker) + bar / 2,
          y_of(each.worker) + bar / 2);
    }
  }
  return text + legend_at(left, y_of(tree.workers) + 10) + "</svg>\n";
}

schedule_difference compare_schedules(const steal_tree& one,
                                      const steal_tree& other,
                                      const terminal& screen) {
  const by_name mine = named_steps(one);
  const by_name others = named_steps(other);
  list_of_some missing;
  list_of_some added;
  list_of_some moved;
  for (const auto& [name, index] : mine) {
    const step& here = one.steps[index];
    const auto found = others.find(name);
    if (found == others.end()) {
      missing.add(fmt::format("  {} on worker {}\n", name_of(here), here.worker));
    } else if (const step& there = other.steps[found->second]; there.worker != here.worker) {
      moved.add(
          fmt::format("  {} on worker {}, then on {}\n", name_of(here), here.worker, there.worker));
    }
  }
  for (const auto& [name, index] : others) {
    if (!mine.contains(name)) {
      const step& there = other.steps[index];
      added.add(fmt::format("  {} on worker {}\n", name_of(there), there.worker));
    }
  }
  const std::vector<std::uint32_t> order = shared_order(mine, one, others, other);
  std::size_t later = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const bool same_worker = other.steps[order[i - 1]].worker == other.steps[order[i]].worker;
    later += same_worker && order[i] < order[i - 1] ? 1 : 0;
  }
  const bool any = missing.count() + added.count() + moved.count() + later > 0 ||
                   one.workers != other.workers || one.root != other.root;
  std::string text;
  if (one.workers != other.workers) {
    text += fmt::format("{} workers, then {}\n", one.workers, other.workers);
  }
  text += missing.under("steps only in the first");
  text += added.under("steps only in the second");
  text += moved.under("steps on another worker");
  text +=
      fmt::format("{} steps before one that was earlier on their worker\n", format_count(later));
  text += styled(any ? "different" : "the same", any ? cell_style::bad : cell_style::good, screen) +
          "\n";
  return {text, any};
}

}  // namespace nuthatch::cli
