// SPDX-License-Identifier: Apache-2.0
#include "splicec/arguments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "splicec/compiler_flags.hpp"
#include "splicec/regions_known.hpp"

namespace nuthatch::splicec {

namespace {

/// Whether the word is a compiler flag, like -I, -DNAME and -std=c++20.
bool is_of_compiler(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && word[1] != '-';
}

class word_reader {
 public:
  explicit word_reader(const std::vector<std::string>& words) : words_(&words) {}

  arguments read() {
    for (; next_ < words_->size() && word() != "--"; ++next_) {
      read_option();
    }
    if (found_.file.empty()) {
      throw cli::usage_error("FILE: name the C or C++ source that is translated");
    }
    if (found_.out.empty()) {
      throw cli::usage_error("-o: name the file that the translation goes to");
    }
    if (!effect_.empty() && !found_.region.empty()) {
      throw cli::usage_error("--region: says what --effect says as well; take one of them");
    }
    if (found_.region.empty()) {
      found_.region = region_type(effect_.empty() ? "range" : effect_);
    }
    const std::size_t flags = std::min(next_ + 1, words_->size());
    const std::vector<std::string> given =
        flags_of_reading({words_->begin() + static_cast<std::ptrdiff_t>(flags), words_->end()});
    found_.flags = compiler_flags(given);
    found_.c_flags = c_flags(given);
    found_.source_flags = source_flags(given);
    return std::move(found_);
  }

 private:
  [[nodiscard]] const std::string& word() const { return (*words_)[next_]; }

  void read_option() {
    const std::array<std::pair<std::string_view, std::string*>, 3> options{
        {{"-o", &found_.out}, {"--effect", &effect_}, {"--region", &found_.region}}};
    for (const auto& [name, value] : options) {
      if (word() == name) {
        if (++next_ == words_->size() || word().empty()) {
          throw cli::usage_error(fmt::format("{}: takes a value", name));
        }
        *value = word();
        return;
      }
    }
    if (word() == "--no-warnings") {
      found_.warns = false;
      return;
    }
    if (is_of_compiler(word())) {
      throw cli::usage_error(fmt::format(
          "{0}: flags of the compiler stand behind --, as in FILE -o OUT -- {0}", word()));
    }
    if (word().starts_with('-')) {
      throw cli::usage_error(
          fmt::format("{}: there is no such option; valid: -o, --effect, --region, --no-warnings, "
                      "and -- before "
                      "flags of the compiler",
                      word()));
    }
    if (!found_.file.empty()) {
      throw cli::usage_error(fmt::format("\"{}\": nothing more is expected here", word()));
    }
    found_.file = word();
  }

  const std::vector<std::string>* words_;
  std::size_t next_ = 0;
  arguments found_;
  std::string effect_;
};

}  // namespace

arguments read_arguments(const std::vector<std::string>& words) {
  return word_reader(words).read();
}

}  // namespace nuthatch::splicec
