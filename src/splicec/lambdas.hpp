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

/// Whether it captures some variable by value.
bool captures_by_value(CXCursor lambda);

/// Whether it captures only copies, and does not change them: whatever the body does, it only reads
/// the variables around it.
bool only_copies(CXCursor lambda);

/// Whether the type of a parameter is left to its calls.
bool is_generic(CXCursor lambda);

/// Whether everything that the body does to its captures is visible: there are no init-captures, no
/// generic parameters, no changed copies, and no explicit return type.
bool is_plain_lambda(CXCursor lambda);

/// Whether it is the type of a lambda.
bool is_lambda(CXType canonical);

/// Its parameters and its body.
std::vector<CXCursor> written_parts_of(CXCursor lambda);

/// The plain lambda that initializes the variable, if the variable is one.
std::optional<CXCursor> lambda_of(CXCursor variable);

/// The lambda of a variable that this calls by name.
std::optional<CXCursor> lambda_called_by(CXCursor call);

/// Whether the function uses the variable, a lambda, only by calling it, outside of other lambdas.
/// Then nothing refers to the lambda after its block has ended.
bool is_only_called(CXCursor variable, CXCursor function);

}  // namespace nuthatch::splicec
