#pragma once

#include <span>
#include <string>
#include <string_view>

#include "runtime/core/files/new_file.hpp"
#include "runtime/http/client/exchange.hpp"

namespace runtime::http {

// Writes the body of a 2xx answer to a file, atomically. Throws Error "FILE_IO_ERROR".
class Download : public Sink {
 public:
  explicit Download(const std::string& path) : path_(path), file_(path, {}) {}

  bool begin(const Response& head) override {
    taken_ = head.status / 100 == 2;
    return taken_;
  }
  void take(std::string_view bytes) override {
    file_.append({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
    size_ += bytes.size();
  }
  // Gives the file its name and enters it in the answer, if there was a body for it.
  void finish(Response& response) {
    if (!taken_) return;
    file_.finish();
    response.path = path_;
    response.size = size_;
  }

 private:
  std::string path_;
  files::NewFile file_;
  bool taken_ = false;
  std::uint64_t size_ = 0;
};

}  // namespace runtime::http
