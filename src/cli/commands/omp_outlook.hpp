// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace nuthatch::cli {

/// How a program's OpenMP behaves in an environment in which Nuthatch's runtime is preloaded.
class omp_outlook {
 public:
  /// Asks the program's loader, in the environment of this process, and reads the symbols of
  /// everything that it would load. `program` is the named file, or the interpreter of a script;
  /// `runtime` is Nuthatch's runtime.
  omp_outlook(const std::filesystem::path& program, const std::filesystem::path& runtime);

  /// Why the program keeps a runtime of its own, as the end of a sentence; empty if it does not.
  [[nodiscard]] std::string why_not() const;

  /// Why the loader would not start the program, as the end of a sentence; empty if it would.
  [[nodiscard]] std::string why_no_start() const;

  /// Whether the loader could be asked, and the program neither calls functions of OpenMP, nor
  /// loads or starts anything by itself that could.
  [[nodiscard]] bool has_no_openmp() const;

  /// All findings, one sentence per element.
  [[nodiscard]] std::vector<std::string> sentences() const;

 private:
  struct other_runtime {
    std::string file;
    std::set<std::string> called;  ///< functions that Nuthatch's runtime does not implement
  };

  void read_program();
  void read_library(const std::filesystem::path& file);
  void find_calls_of_others();

  std::filesystem::path program_;
  std::filesystem::path runtime_;
  bool is_known_ = false;
  bool program_calls_ = false;
  bool has_linked_in_ = false;          // the program itself contains a runtime
  bool may_load_ = false;               // libraries, by dlopen
  bool may_start_ = false;              // other programs
  std::set<std::string> wanted_;        // functions of OpenMP that any file calls
  std::vector<std::string> callers_;    // files that call them
  std::vector<std::string> linked_in_;  // libraries that contain a runtime of their own
  std::vector<other_runtime> others_;
  std::vector<std::string> missing_;     // libraries
  std::vector<std::string> complaints_;  // messages of the loader
};

}  // namespace nuthatch::cli
