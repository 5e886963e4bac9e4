#pragma once

#include <string>
#include <vector>

#include "runtime/core/value/json.hpp"
#include "runtime/core/value/value.hpp"

namespace runtime::http {

// A request's body before serialisation. Shares the pictures in it until then, so that their
// megabytes are copied and encoded on a worker thread, not on the loop.
class Content {
 public:
  Content() = default;
  explicit Content(std::string text) { parts_.emplace_back(std::move(text)); }
  explicit Content(BlobRef blob) : raw_(std::move(blob)) {}
  // A JSON body; throws as json::write does.
  explicit Content(const Value& document) : parts_(json::write(document)) {}

  std::string bytes() const;

 private:
  std::vector<json::Segment> parts_;
  BlobRef raw_;
};

}  // namespace runtime::http
