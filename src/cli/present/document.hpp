// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include <nuthatch/nuthatch.hpp>

/// Common parts of the JSON documents.
namespace nuthatch::cli {

using document = nlohmann::ordered_json;

/// An object that begins as all documents do.
inline document document_of(const char* kind) {
  return {{"schema_version", 1}, {"kind", kind}, {"version", version()}};
}

/// The document with a newline at its end. Answers and parameters may contain any bytes, such as
/// those of a file name; invalid UTF-8 is replaced.
inline std::string text_of(const document& whole) {
  return whole.dump(2, ' ', /*ensure_ascii=*/false, document::error_handler_t::replace) + "\n";
}

template <class Value>
document or_null(const std::optional<Value>& value) {
  return value ? document(*value) : document(nullptr);
}

/// An array of the results of `to_document`.
template <class Range, class Function>
document array_of(const Range& range, Function to_document) {
  document list = document::array();
  for (const auto& one : range) {
    list.push_back(to_document(one));
  }
  return list;
}

}  // namespace nuthatch::cli
