// SPDX-License-Identifier: Apache-2.0
#include "splicec/compiler_flags.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "cli/system/child_process.hpp"

namespace nuthatch::splicec {

namespace {

namespace fs = std::filesystem;

/// Whether the standard is too old for the translation.
bool is_older(std::string_view standard) {
  constexpr std::array later = {"c++20", "c++2a", "c++23", "c++2b", "c++26", "c++2c"};
  standard.remove_prefix(standard.starts_with("gnu") ? 3 : 1);
  return std::ranges::none_of(
      later, [standard](std::string_view one) { return one.substr(1) == standard; });
}

/// Disables all warnings, whatever the given flags request. What one of Clang and GCC rejects is an
/// error: a translation compiles with both. `-Wno-narrowing` allows narrowing in both.
std::vector<std::string> quiet_flags(const std::vector<std::string>& given) {
  std::vector<std::string> flags{"-Wno-everything",
                                 "-Wno-error",
                                 "-Werror=reorder-init-list",
                                 "-Werror=c99-designator",
                                 "-Werror=gnu-designator",
                                 "-Werror=initializer-overrides",
                                 "-Werror=register",
                                 "-Werror=reserved-user-defined-literal"};
  const bool narrows = std::ranges::any_of(given, [](const std::string& one) {
    return one == "-Wno-narrowing" || one == "-Wno-c++11-narrowing";
  });
  if (!narrows) {
    flags.emplace_back("-Werror=c++11-narrowing");
  }
  return flags;
}

/// The flags without those of OpenMP. Its pragmas are in steps only, which stay as they are, so the
/// translator ignores them; but `#ifdef _OPENMP` selects the same code.
std::vector<std::string> without_openmp(const std::vector<std::string>& given) {
  std::vector<std::string> flags;
  for (const std::string& one : given) {
    if (!one.starts_with("-fopenmp")) {
      flags.push_back(one);
    } else if (one == "-fopenmp" || one.starts_with("-fopenmp=")) {
      flags.emplace_back("-D_OPENMP=201511");
    }
  }
  return flags;
}

/// The folder of the headers: beside the installed program, or where it was built.
std::string include_folder() {
  const fs::path installed = fs::path(cli::own_path()).parent_path().parent_path() / "include";
  std::error_code none;
  return fs::exists(installed / "nuthatch" / "splice.hpp", none) ? installed.string()
                                                                 : NUTHATCH_SPLICEC_INCLUDE;
}

}  // namespace

std::vector<std::string> flags_of_reading(const std::vector<std::string>& given) {
  static const std::set<std::string_view> of_writing{
      "-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "-fsyntax-only", "-save-temps"};
  static const std::set<std::string_view> with_name{
      "-o", "-MF", "-MT", "-MQ", "-MJ", "-dumpbase", "-dumpdir"};
  std::vector<std::string> flags;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string& one = given[i];
    const auto begins = [&one](std::string_view with) {
      return one.starts_with(with);
    };
    if (begins("--version") || begins("--help") || begins("-print-") || begins("-dumpversion") ||
        begins("-dumpmachine") || one == "-###") {
      throw cli::usage_error(
          fmt::format("\"{}\": with this flag a compiler compiles nothing; leave it out", one));
    }
    if (with_name.contains(one)) {
      ++i;  // the name
      continue;
    }
    if (begins("-Wp,-M") && one.find(",-", sizeof "-Wp,") != std::string::npos) {
      throw cli::usage_error(
          fmt::format("\"{}\": give the translator these flags one by one, without -Wp", one));
    }
    const bool writes = of_writing.contains(one) || begins("-save-temps=") || begins("-Wp,-M") ||
                        std::ranges::any_of(with_name, begins);
    if (!writes) {
      flags.push_back(one);
    }
  }
  return flags;
}

std::vector<std::string> c_flags(const std::vector<std::string>& given) {
  std::vector<std::string> flags{"-x", "c"};
  const std::vector<std::string> own = without_openmp(given);
  flags.insert(flags.end(), own.begin(), own.end());
  std::erase_if(flags, [](const std::string& one) {
    return one.starts_with("-std=") && one.find("++") != std::string::npos;
  });
  // The functions of ctype.h, as C++ has them, and not macros that do the same.
  flags.insert(flags.end(), {"-D__NO_CTYPE", "-I", include_folder(), "-w"});
  return flags;
}

std::vector<std::string> source_flags(const std::vector<std::string>& given) {
  std::vector<std::string> flags{"-x", "c++"};
  const std::vector<std::string> own = without_openmp(given);
  flags.insert(flags.end(), own.begin(), own.end());
  flags.insert(flags.end(), {"-I", include_folder(), "-w"});
  return flags;
}

std::vector<std::string> compiler_flags(const std::vector<std::string>& given) {
  std::vector<std::string> flags{"-x", "c++"};
  std::string standard = "c++20";
  for (const std::string& flag : without_openmp(given)) {
    if (flag.starts_with('@')) {
      throw cli::usage_error(fmt::format(
          "\"{0}\": the translator reads no response files; give it the flags themselves: "
          "-- $(cat {1})",
          flag,
          flag.substr(1)));
    }
    if (flags.size() == 2 && !flag.starts_with('-')) {
      throw cli::usage_error(fmt::format(
          "\"{}\": flags of the compiler, which begin with -, are expected here", flag));
    }
    if (flag.starts_with("-std=")) {
      const std::string named = flag.substr(5);
      standard = !is_older(named) ? named : named.starts_with("gnu") ? "gnu++20" : "c++20";
    } else {
      flags.push_back(flag);
    }
  }
  flags.insert(flags.end(), {"-std=" + standard, "-I", include_folder()});
  const std::vector<std::string> quiet = quiet_flags(given);
  flags.insert(flags.end(), quiet.begin(), quiet.end());
  return flags;
}

}  // namespace nuthatch::splicec
