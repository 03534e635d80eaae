// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether there is an & between the brackets of the lambda.
bool captures_by_reference(CXCursor lambda);

/// Whether the lambda may change its copies.
bool is_mutable_lambda(CXCursor lambda);

/// Whether all that the body does to what it captures can be seen: nothing is captured by a name of
/// its own, no type is left open, no copy is changed, and no type says what is returned.
bool is_plain_lambda(CXCursor lambda);

/// Whether it is the type of a lambda.
bool is_lambda(CXType canonical);

/// Its parameters and its body.
std::vector<CXCursor> written_parts_of(CXCursor lambda);

/// The plain lambda that the variable is from its declaration on, if it is one.
std::optional<CXCursor> lambda_of(CXCursor variable);

/// The lambda of a variable that this calls by its name.
std::optional<CXCursor> lambda_called_by(CXCursor call);

/// Whether the variable, a lambda, is used in the function by being called, outside of other
/// lambdas, and by nothing else. Then nobody has the lambda when its block has ended.
bool is_only_called(CXCursor variable, CXCursor function);

}  // namespace nuthatch::splicec
