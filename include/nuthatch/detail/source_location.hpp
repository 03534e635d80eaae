// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <version>

#if defined(__cpp_lib_source_location)
  #include <source_location>
#endif

namespace nuthatch::detail {

#if defined(__cpp_lib_source_location)

using source_location = std::source_location;

#else

/// A substitute for std::source_location, for compilers that lack only that: Clang 14 with the
/// standard library of GCC.
class source_location {
 public:
  constexpr source_location() noexcept = default;

  [[nodiscard]] static constexpr source_location current(
      const char* file = __builtin_FILE(),
      const char* function = __builtin_FUNCTION(),
      unsigned line = __builtin_LINE()) noexcept {
    source_location here;
    here.file_ = file;
    here.function_ = function;
    here.line_ = line;
    return here;
  }

  [[nodiscard]] constexpr const char* file_name() const noexcept { return file_; }

  [[nodiscard]] constexpr const char* function_name() const noexcept { return function_; }

  [[nodiscard]] constexpr unsigned line() const noexcept { return line_; }

 private:
  const char* file_ = "";
  const char* function_ = "";
  unsigned line_ = 0;
};

#endif

/// A source location as the library takes it, whichever of the two its user has.
struct code_place {
  const char* file = "";
  const char* function = "";
  unsigned line = 0;
};

[[nodiscard]] constexpr code_place place_of(const source_location& where) noexcept {
  return {where.file_name(), where.function_name(), static_cast<unsigned>(where.line())};
}

}  // namespace nuthatch::detail
