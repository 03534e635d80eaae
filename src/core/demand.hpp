#pragma once

#include <cstdint>

namespace nuthatch::core {

/// What an owner that was asked for work should publish.
struct demand {
  unsigned pieces;                    ///< how many works
  std::uint32_t siblings;             ///< how many children of a scope one of them may consist of
  unsigned sibling_pieces;            ///< how many works of that kind
  std::uint32_t fewest_siblings = 1;  ///< fewer of the newest scope's children do not pay
  bool keeps_half = true;             ///< of these, half stay with the owner at least
};

}  // namespace nuthatch::core
