#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/text/helper/engine.hpp"

namespace native {

// A request with its pictures, which stay mapped read-only while this lives.
class Request {
 public:
  // Returns nothing when `line` is not a request, or the file does not hold its pictures.
  static std::optional<Request> parse(const std::string& line, int descriptor);

  const std::string& language() const { return language_; }
  const std::vector<GrayPicture>& pictures() const { return pictures_; }

 private:
  Request() = default;
  bool map(int descriptor, std::size_t count);

  std::string language_;
  std::shared_ptr<const std::byte> file_;
  std::vector<GrayPicture> pictures_;
};

// The helper's end of the socket.
class Channel {
 public:
  explicit Channel(int socket) : socket_(socket) {}

  // Waits for the next request. Returns nothing when the parent has closed the socket, or has sent
  // something other than a request.
  std::optional<Request> next();

  // Both return false when the parent has closed the socket.
  bool send(const std::string& text);
  bool send(std::size_t picture, const std::vector<Word>& words);

  // Returns whether the parent has closed the socket; never waits.
  bool abandoned() const;

 private:
  int socket_;
};

}  // namespace native
