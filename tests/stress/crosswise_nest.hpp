// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "random_tree.hpp"

namespace nuthatch::testing {

/// The sum of the values below `n`, computed by one task whose joins lie crosswise: scopes that
/// begin outside of a finish and are filled or synced inside, or begin inside and end after it;
/// children of scopes that leave asyncs behind; futures that are launched in one finish and got in
/// another; all of that in handlers and destructors, too. Every join is held to what it promises:
///
/// | after           | have ended |
/// |-----------------|------------|
/// | a finish        | its asyncs; and those of the children of scopes that lie in its body |
/// | a scope's join  | its children; and the asyncs of those spawned inside of a newer finish |
/// | a future's wait | its task, and the asyncs of that |
std::uint64_t value_by_crosswise_nest(node n);

}  // namespace nuthatch::testing
