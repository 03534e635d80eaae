#pragma once

#include <map>
#include <string>

#include "cli/compare/contender.hpp"
#include "cli/system/child_process.hpp"

namespace nuthatch::cli {

/// Parameters by name, as texts.
using parameter_values = std::map<std::string, std::string, std::less<>>;

/// Adds what one process of a contender said to its record. An answer counts as right only when the
/// process said so, ended well, and ran with the parameters that were asked for.
void read_run(const contender& who,
              const parameter_values& expected,
              const child_result& result,
              contender_record& record);

/// Whether two answers are the same: as texts, or as numbers up to the rounding that another order
/// of additions causes.
bool same_answer(const std::string& one, const std::string& other);

}  // namespace nuthatch::cli
