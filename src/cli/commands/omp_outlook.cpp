// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/omp_outlook.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/system/elf_symbols.hpp"
#include "cli/system/loaded_libraries.hpp"

namespace nuthatch::cli {

namespace fs = std::filesystem;

namespace {

bool is_of_openmp(std::string_view name) {
  static constexpr std::array beginnings{std::string_view("GOMP_"),
                                         std::string_view("GOACC_"),
                                         std::string_view("__kmpc_"),
                                         std::string_view("omp_"),
                                         std::string_view("kmp_")};
  return std::ranges::any_of(beginnings,
                             [&](std::string_view each) { return name.starts_with(each); });
}

std::set<std::string> openmp_in(const std::set<std::string>& names) {
  std::set<std::string> found;
  std::ranges::copy_if(names, std::inserter(found, found.end()), is_of_openmp);
  return found;
}

/// Whether the functions that begin regions are among the names.
bool has_runtime(const std::set<std::string>& names) {
  return names.contains("GOMP_parallel") || names.contains("__kmpc_fork_call");
}

/// Whether a file that exports no runtime contains one. A stripped file is recognized by texts that
/// only libgomp and LLVM's runtime contain.
bool has_runtime_inside(const fs::path& file, const elf_symbols& symbols) {
  if (!symbols.own.empty()) {
    return has_runtime(symbols.own);
  }
  return has_text(file, "GOMP_SPINCOUNT") || has_text(file, "__KMP_REGISTERED_LIB_%d_%d");
}

bool calls_any(const elf_symbols& symbols, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(symbols.wanted, [&](std::string_view name) {
    return std::ranges::any_of(beginnings,
                               [&](std::string_view each) { return name.starts_with(each); });
  });
}

std::string some_of(const std::set<std::string>& names) {
  constexpr std::size_t most = 4;
  std::vector<std::string> first;
  std::copy_n(names.begin(), std::min(names.size(), most), std::back_inserter(first));
  return fmt::format("{}{}", fmt::join(first, ", "), names.size() > most ? ", ..." : "");
}

}  // namespace

omp_outlook::omp_outlook(const fs::path& program, const fs::path& runtime)
    : program_(program),
      runtime_(runtime) {
  const loading found = list_loaded(program);
  is_known_ = found.is_known;
  complaints_ = found.complaints;
  read_program();
  for (const loaded_library& each : found.libraries) {
    std::error_code ignored;
    if (each.file.empty()) {
      missing_.push_back(each.name);
    } else if (fs::exists(each.file, ignored) && !fs::equivalent(each.file, runtime_, ignored)) {
      read_library(each.file);
    }
  }
  find_calls_of_others();
}

void omp_outlook::read_program() {
  const elf_symbols symbols = read_symbols(program_);
  wanted_ = openmp_in(symbols.wanted);
  program_calls_ = !wanted_.empty();
  if (program_calls_) {
    callers_.push_back(program_.string());
  }
  has_linked_in_ = has_runtime(symbols.provided) || has_runtime_inside(program_, symbols);
  may_load_ = calls_any(symbols, {"dlopen", "dlmopen"});
  may_start_ = calls_any(symbols, {"exec", "fexecve", "posix_spawn", "system", "popen"});
}

void omp_outlook::read_library(const fs::path& file) {
  const elf_symbols symbols = read_symbols(file);
  if (has_runtime(symbols.provided)) {
    others_.push_back({file.string(), openmp_in(symbols.provided)});
    return;
  }
  const std::set<std::string> calls = openmp_in(symbols.wanted);
  if (!calls.empty()) {
    wanted_.insert(calls.begin(), calls.end());
    callers_.push_back(file.string());
  } else if (has_runtime_inside(file, symbols)) {
    linked_in_.push_back(file.string());
  }
}

/// A call goes to the first library that has the function: to Nuthatch's runtime if it has it.
void omp_outlook::find_calls_of_others() {
  const std::set<std::string> ours = openmp_in(read_symbols(runtime_).provided);
  for (other_runtime& each : others_) {
    std::erase_if(each.called, [&](const std::string& name) {
      return ours.contains(name) || !wanted_.contains(name);
    });
  }
}

std::string omp_outlook::why_not() const {
  return has_linked_in_ && !program_calls_
             ? "it has an OpenMP runtime linked into it, and calls that one"
             : std::string();
}

std::string omp_outlook::why_no_start() const {
  if (!missing_.empty()) {
    return missing_.front() + " is needed and not found";
  }
  if (is_known_ || complaints_.empty()) {
    return {};
  }
  const std::string& said = complaints_.front();
  const std::string name = program_.string() + ": ";
  return said.starts_with(name) ? said.substr(name.size()) : said;
}

bool omp_outlook::has_no_openmp() const {
  return is_known_ && !has_linked_in_ && wanted_.empty() && linked_in_.empty() && others_.empty() &&
         !may_load_ && !may_start_;
}

std::vector<std::string> omp_outlook::sentences() const {
  std::vector<std::string> said;
  if (const std::string why = why_not(); !why.empty()) {
    said.push_back(fmt::format("{} cannot have another runtime: {}.", program_.string(), why));
  } else if (!is_known_) {
    said.push_back(fmt::format("The loader of {} does not tell what it loads.", program_.string()));
  } else if (!callers_.empty()) {
    said.push_back(
        fmt::format("{} runs on Nuthatch's runtime, {}.", program_.string(), runtime_.string()));
    for (const std::string& each : callers_) {
      said.push_back(fmt::format("{} calls OpenMP's functions.", each));
    }
  } else if (is_known_) {
    said.push_back(
        fmt::format("{} has no OpenMP: neither it nor a library that it needs calls "
                    "functions of a runtime.",
                    program_.string()));
  }
  for (const other_runtime& each : others_) {
    said.push_back(each.called.empty()
                       ? fmt::format("{} is loaded as well, and no call goes there.", each.file)
                       : fmt::format("{} is loaded as well, and called for what Nuthatch's runtime "
                                     "does not have: {}.",
                                     each.file,
                                     some_of(each.called)));
  }
  for (const std::string& each : linked_in_) {
    said.push_back(fmt::format("{} has an OpenMP runtime linked into it, and keeps that.", each));
  }
  for (const std::string& each : missing_) {
    said.push_back(fmt::format("{} is needed and not found.", each));
  }
  said.insert(said.end(), complaints_.begin(), complaints_.end());
  if (may_load_ && !has_linked_in_) {
    said.emplace_back("Libraries that it loads later get Nuthatch's runtime.");
  }
  if (may_start_) {
    said.emplace_back("Programs that it starts get Nuthatch's runtime.");
  }
  return said;
}

}  // namespace nuthatch::cli
