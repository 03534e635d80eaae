// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "cli/present/paragraph.hpp"
#include "cli/present/progress.hpp"
#include "cli/present/quantity.hpp"
#include "cli/present/table.hpp"
#include "cli/system/terminal.hpp"
#include "shown_runs.hpp"

namespace nuthatch::cli {
namespace {

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) {
    widest = std::max(widest, line.size());
  }
  return widest;
}

TEST(quantity, seconds) {
  EXPECT_EQ(format_seconds(0), "0.00 ns");
  EXPECT_EQ(format_seconds(412e-9), "412 ns");
  EXPECT_EQ(format_seconds(12.34e-6), "12.3 us");
  EXPECT_EQ(format_seconds(0.9996), "1.00 s");
  EXPECT_EQ(format_seconds(59.96), "60.0 s");
  EXPECT_EQ(format_seconds(200), "3 min 20 s");
  EXPECT_EQ(format_time_left(3661), "1 h 1 min");
  EXPECT_EQ(format_time_left(-1), "0 s");
}

TEST(quantity, bytes_ratios_and_counts) {
  EXPECT_EQ(format_bytes(980), "980 bytes");
  EXPECT_EQ(format_bytes(1U << 16U), "64.0 KiB");
  EXPECT_EQ(format_bytes(3'250'586), "3.10 MiB");
  EXPECT_EQ(format_ratio(0.614), "0.61");
  EXPECT_EQ(format_ratio(26.06), "26.1");
  EXPECT_EQ(format_ratio(312), "312");
  EXPECT_EQ(format_count(7), "7");
  EXPECT_EQ(format_count(1000), "1,000");
  EXPECT_EQ(format_count(29860703), "29,860,703");
}

TEST(paragraph, breaks_between_words) {
  EXPECT_EQ(paragraph("one two three four five", 22), "one two three four\nfive");
  EXPECT_EQ(paragraph("a\nb", 40, 4), "a\n    b");
  EXPECT_EQ(two_columns("x", "one", 6, 80), "  x   one\n");
  EXPECT_EQ(two_columns("longer", "one", 6, 80), "  longer\n      one\n");
}

TEST(table, aligns_and_drops_columns_on_narrow_screens) {
  table rows({{"name"},
              {.title = "time", .right_aligned = true},
              {.title = "spread", .right_aligned = true, .dispensable = 1},
              {.title = "memory", .right_aligned = true, .dispensable = 2}});
  rows.add_row({{"serial"}, {"1 s"}, {"+1%"}, {"3 MiB"}});
  rows.add_row({{"x"}, {"WRONG: far too long a remark to fit anywhere"}});
  const std::string wide = rows.render(testing::not_a_screen(80));
  EXPECT_EQ(wide.substr(0, wide.find("  x")),
            "  name    time  spread  memory\n"
            "  serial   1 s     +1%   3 MiB\n");
  EXPECT_NE(wide.find("  x       WRONG: far"), std::string::npos);
  const std::string narrow = rows.render(testing::not_a_screen(25));
  EXPECT_NE(narrow.find("spread"), std::string::npos);
  EXPECT_EQ(narrow.find("memory"), std::string::npos);
  const std::string least = rows.render(testing::not_a_screen(5));
  EXPECT_EQ(least.find("spread"), std::string::npos);
  EXPECT_NE(least.find("time"), std::string::npos);
}

TEST(table, colour_does_not_move_columns) {
  table rows({{"a"}, {.title = "b", .right_aligned = true}});
  rows.add_row({{"x", cell_style::good}, {"1", cell_style::bad}});
  EXPECT_EQ(rows.render(terminal(true, true, 80)),
            "  \033[1ma\033[0m  \033[1mb\033[0m\n  \033[32mx\033[0m  \033[1;31m1\033[0m\n");
  EXPECT_EQ(rows.render(terminal(true, false, 80)), "  a  b\n  x  1\n");
}

TEST(time_estimate, counts_each_kind_by_its_own_mean) {
  time_estimate estimate({2, 2});
  EXPECT_EQ(estimate.remaining(0, 5), std::nullopt);
  estimate.finished(0, 4);
  EXPECT_DOUBLE_EQ(estimate.remaining(1, 0).value(), 4 + 8);  // the other kind is taken to be alike
  estimate.finished(1, 1);
  EXPECT_DOUBLE_EQ(estimate.remaining(0, 1).value(), 3 + 1);
  EXPECT_DOUBLE_EQ(estimate.remaining(0, 100).value(), 1);  // late, but not below what follows
  estimate.finished(0, 4);
  estimate.finished(1, 1);
  EXPECT_DOUBLE_EQ(estimate.remaining(1, 0).value(), 0);
  estimate.finished(1, 1);  // one more run than announced
  EXPECT_DOUBLE_EQ(estimate.remaining(1, 0).value(), 0);
}

TEST(progress_line, fits_every_width) {
  const progress_state state{"nuthatch bench fib", "parallel 3/5", 30, 10};
  EXPECT_EQ(progress_line(state, 80),
            "nuthatch bench fib  parallel 3/5  [####################-------]   75%  10 s left");
  for (std::size_t width = 1; width < 120; ++width) {
    EXPECT_LE(progress_line(state, width).size(), width);
  }
  EXPECT_NE(progress_line(state, 30).find("10 s left"), std::string::npos);
}

TEST(progress_line, says_how_long_it_runs_before_it_knows_more) {
  const progress_state state{"demo", "preparing", 3, std::nullopt};
  EXPECT_EQ(progress_line(state, 80), "demo  preparing  3 s");
}

TEST(help_text, two_columns_fit_the_screen) {
  EXPECT_LE(widest_line(
                two_columns("--option NAME", "word " + std::string("and more ") + "text", 26, 50)),
            50U);
}

}  // namespace
}  // namespace nuthatch::cli
