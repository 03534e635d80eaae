#include "cli/compare/contender.hpp"

#include <string>

namespace nuthatch::cli {

std::string contender::label() const {
  switch (kind) {
    case contender_kind::scheduler:
      return name + " " + policy;
    case contender_kind::peer:
      return name + " (peer)";
    case contender_kind::serial:
      break;
  }
  return name;
}

const char* to_string(run_status status) {
  switch (status) {
    case run_status::right:
      return "right";
    case run_status::wrong:
      return "wrong";
    case run_status::failed:
      return "failed";
    case run_status::unavailable:
      break;
  }
  return "unavailable";
}

}  // namespace nuthatch::cli
