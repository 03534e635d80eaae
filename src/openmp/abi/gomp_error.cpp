// Errors that the program itself finds: OpenMP's error directive.

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "openmp/abi/exported.hpp"
#include "openmp/environment/messages.hpp"

namespace {

/// The text ends with a 0 where its length says so by the largest number.
std::string text_of(const char* said, std::size_t length) {
  constexpr std::size_t until_zero = std::numeric_limits<std::size_t>::max();
  if (said == nullptr) {
    return "error directive encountered";
  }
  const std::string_view text = length == until_zero ? said : std::string_view(said, length);
  return "error directive encountered: " + std::string(text);
}

}  // namespace

NUTHATCH_EXPORTED void GOMP_warning(const char* said, std::size_t length) {
  nuthatch::openmp::say(text_of(said, length));
}

NUTHATCH_EXPORTED void GOMP_error(const char* said, std::size_t length) {
  nuthatch::openmp::end_program("fatal error: " + text_of(said, length));
}
