#include "runtime/http/client/content.hpp"

#include "runtime/core/value/base64.hpp"

namespace runtime::http {

std::string Content::bytes() const {
  std::string result;
  if (raw_) result.assign(raw_->bytes().begin(), raw_->bytes().end());
  for (const json::Segment& part : parts_) {
    if (const auto* text = std::get_if<std::string>(&part))
      result += *text;
    else
      append_base64(result, std::get<BlobRef>(part)->bytes());
  }
  return result;
}

}  // namespace runtime::http
