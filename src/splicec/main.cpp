// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <pthread.h>

#include "cli/options/bad_input.hpp"
#include "cli/system/interruption.hpp"
#include "cli/system/output_file.hpp"
#include "cli/system/terminal.hpp"
#include "splicec/arguments.hpp"
#include "splicec/c_linkage.hpp"
#include "splicec/c_meaning.hpp"
#include "splicec/complaints.hpp"
#include "splicec/source.hpp"
#include "splicec/translation.hpp"
#include "splicec/trigraphs.hpp"
#include "splicec/void_pointers.hpp"

namespace nuthatch::splicec {

namespace {

source read_source(const std::string& path) {
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(path, none);
  if (!std::filesystem::exists(status)) {
    throw cli::usage_error(fmt::format("FILE: there is no file {}", path));
  }
  if (!std::filesystem::is_regular_file(status)) {
    throw cli::usage_error(fmt::format("FILE: {} is {}",
                                       path,
                                       std::filesystem::is_directory(status)
                                           ? "a directory; name a source in it"
                                           : "no regular file"));
  }
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file || text.str().find('\0') != std::string::npos) {
    throw cli::usage_error(fmt::format("FILE: {} cannot be read as a source", path));
  }
  std::string characters = text.str();
  if (characters.starts_with("\xEF\xBB\xBF")) {  // a byte order mark must not be inside of OUT
    characters.erase(0, 3);
  }
  return {path, characters};
}

translation translated_from_c(const source& from,
                              const arguments& wanted,
                              const std::set<std::string>& with_cpp_linkage) {
  complaints wrong(from);
  const source in_cpp = made_cpp(from, wanted.c_flags, wanted.flags, with_cpp_linkage, wrong);
  if (!wrong.empty()) {
    return {.text = {}, .errors = wrong.text(), .warnings = {}};
  }
  return translate(in_cpp, wanted.region, wanted.flags);
}

translation translated(const source& from, const arguments& wanted) {
  const bool in_c = is_c_source(from.path());
  complaints trigraphs(from);
  check_trigraphs(from, in_c ? wanted.c_flags : wanted.source_flags, trigraphs);
  if (!trigraphs.empty()) {
    return {.text = {}, .errors = trigraphs.text(), .warnings = {}};
  }
  if (!in_c) {
    return translate(from, wanted.region, wanted.flags);
  }
  const source converted = with_explicit_conversions(from, wanted.c_flags);
  const translation made = translated_from_c(converted, wanted, {});
  // The source may have other functions of the names that these headers declare: overloads in C++.
  return made.errors.find("behind nuthatch/splice.hpp") == std::string::npos
             ? made
             : translated_from_c(converted, wanted, functions_of_headers(wanted.flags));
}

int run(const std::vector<std::string>& words) {
  const arguments wanted = read_arguments(words);
  const source from = read_source(wanted.file);
  const cli::output_file out("-o", wanted.out);
  out.require_other_than("-o", wanted.file, "FILE");
  const translation made = translated(from, wanted);
  if (!made.errors.empty()) {
    cli::print(stderr, made.errors);
    return cli::exit_failure;
  }
  if (wanted.warns) {
    cli::print(stderr, made.warnings);
  }
  out.write(made.text);
  return cli::exit_success;
}

}  // namespace

}  // namespace nuthatch::splicec

namespace {

/// Runs a function on a thread with a stack for deeply nested code, of which Clang's tree is as
/// deep. The system provides the memory as it is used.
template <class Function>
void run_on_deep_stack(Function&& run) {
  constexpr std::size_t bytes = std::size_t{1} << 30;
  using function = std::remove_reference_t<Function>;
  pthread_attr_t wanted;
  pthread_attr_init(&wanted);
  pthread_t thread{};
  const auto begin = [](void* of) -> void* {
    (*static_cast<function*>(of))();
    return nullptr;
  };
  const bool made = pthread_attr_setstacksize(&wanted, bytes) == 0 &&
                    pthread_create(&thread, &wanted, begin, &run) == 0;
  pthread_attr_destroy(&wanted);
  if (made) {
    pthread_join(thread, nullptr);
  } else {
    run();
  }
}

int run(int argc, char** argv) {
  namespace cli = nuthatch::cli;
  const auto complain = [](const std::exception& error, int status) {
    fmt::print(stderr, "nuthatch splicec: {}\n", error.what());
    return status;
  };
  try {
    cli::interruption::install();
    return nuthatch::splicec::run({argv + 1, argv + argc});
  } catch (const cli::usage_error& error) {
    return complain(error, cli::exit_bad_input);
  } catch (const std::exception& error) {
    return complain(error, cli::exit_failure);
  }
}

}  // namespace

int main(int argc, char** argv) {
  int status = 0;
  run_on_deep_stack([&] { status = run(argc, argv); });
  return status;
}
