#include "native/text/helper/helper_channel.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sstream>
#include <utility>

#include "native/helper/message.hpp"
#include "native/text/protocol.hpp"

namespace native {
namespace {

std::optional<Request> parse(const std::string& line, int descriptor) {
  std::istringstream words(line);
  std::string verb;
  std::string language;
  int width = 0;
  int height = 0;
  int upscale = 0;
  if (!(words >> verb >> width >> height >> upscale >> language) || verb != "read")
    return std::nullopt;
  if (width < 1 || height < 1 || upscale < 1 || upscale > protocol::kMaxUpscale)
    return std::nullopt;
  if (width > protocol::kMaxSide || height > protocol::kMaxSide) return std::nullopt;
  const std::size_t size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  struct stat state{};
  if (fstat(descriptor, &state) != 0 || static_cast<std::size_t>(state.st_size) < size)
    return std::nullopt;
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) return std::nullopt;
  return Request(width, height, upscale, language, static_cast<const std::uint8_t*>(memory));
}

}  // namespace

Request::Request(int w, int h, int factor, std::string name, const std::uint8_t* bytes)
    : width(w), height(h), upscale(factor), language(std::move(name)), gray(bytes) {}

Request::Request(Request&& other) noexcept
    : width(other.width),
      height(other.height),
      upscale(other.upscale),
      language(other.language),
      gray(std::exchange(other.gray, nullptr)) {}

Request::~Request() {
  if (gray == nullptr) return;
  munmap(const_cast<std::uint8_t*>(gray),
         static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
}

std::optional<Request> Channel::next() {
  const std::optional<Message> message = receive_message(socket_);
  if (!message) return std::nullopt;
  std::optional<Request> request = parse(message->line, message->descriptor);
  if (message->descriptor >= 0) close(message->descriptor);
  return request;
}

bool Channel::send(const std::string& text) { return send_text(socket_, text); }

bool Channel::send(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) {
    for (const int number : {word.bounds.x, word.bounds.y, word.bounds.width, word.bounds.height,
                             word.confidence, word.line})
      text += std::to_string(number) + '\t';
    text += word.text + '\n';
  }
  return send(text);
}

bool Channel::abandoned() const {
  pollfd entry{socket_, POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0;
}

}  // namespace native
