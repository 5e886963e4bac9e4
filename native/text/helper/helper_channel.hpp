#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/text/recognizer.hpp"

namespace native {

// A request with its picture, which stays mapped read-only while this lives.
class Request {
 public:
  Request(int width, int height, int upscale, std::string language, const std::uint8_t* gray);
  Request(Request&& other) noexcept;
  Request& operator=(Request&&) = delete;
  ~Request();

  const int width;
  const int height;
  const int upscale;
  const std::string language;
  const std::uint8_t* gray;
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
  bool send(const std::vector<Word>& words);

  // Returns whether the parent has closed the socket; never waits.
  bool abandoned() const;

 private:
  int socket_;
};

}  // namespace native
