#pragma once

#include <exception>
#include <string>
#include <utility>

namespace native::portal {

// Why the portal gave nothing: a word of the table in refusal_text.cpp. Thrown by the helper, which
// sends the word alone, so that no text of another program reaches a person as ours.
class Refusal : public std::exception {
 public:
  explicit Refusal(std::string reason) : reason_(std::move(reason)) {}
  const char* what() const noexcept override { return reason_.c_str(); }
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

}  // namespace native::portal
