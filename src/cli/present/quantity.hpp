// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

/// Numbers with units, for readers.
namespace nuthatch::cli {

/// Three significant digits: "412 ns", "12.3 ms", "1.05 s", then "3 min 20 s".
std::string format_seconds(double seconds);

/// For predictions: "12 s", "2 min 5 s", "1 h 20 min".
std::string format_time_left(double seconds);

/// "980 bytes", "64.0 KiB", "3.10 MiB".
std::string format_bytes(std::uint64_t bytes);

/// Three significant digits, two of them behind the point below ten: "0.61", "2.63", "26.1", "312".
std::string format_ratio(double ratio);

/// Groups of three: "29,860,703".
std::string format_count(std::uint64_t count);

}  // namespace nuthatch::cli
