#include "native/text/helper/helper_channel.hpp"

#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "native/helper/message.hpp"
#include "native/text/protocol.hpp"

namespace native {
namespace {

using protocol::PictureHead;

bool is_sane(const PictureHead& head) {
  if (head.width < 1 || head.height < 1 || head.block > 1) return false;
  if (head.scale < protocol::kMinScale || head.scale > protocol::kMaxScale) return false;
  const long long factor = std::max<long long>(head.scale, 100);
  const long long side = std::max(head.width, head.height);
  if (side > protocol::kMaxSide || side * factor / 100 > protocol::kMaxSide) return false;
  const long long area = static_cast<long long>(head.width) * head.height;
  return area * factor / 100 * factor / 100 <= protocol::kMaxArea;
}

GrayPicture to_picture(const PictureHead& head, const std::uint8_t* gray) {
  return {static_cast<int>(head.width), static_cast<int>(head.height), gray,
          static_cast<int>(head.scale), head.block == 1};
}

}  // namespace

std::optional<Request> Request::parse(const std::string& line, int descriptor) {
  std::istringstream words(line);
  std::string verb;
  std::size_t count = 0;
  Request request;
  if (!(words >> verb >> count >> request.language_) || verb != "read") return std::nullopt;
  if (count > protocol::kMaxPictures || !request.map(descriptor, count)) return std::nullopt;
  return request;
}

bool Request::map(int descriptor, std::size_t count) {
  if (count == 0) return true;
  const std::size_t heads = count * sizeof(PictureHead);
  struct stat state{};
  if (fstat(descriptor, &state) != 0 || state.st_size < 0) return false;
  const auto size = static_cast<std::size_t>(state.st_size);
  if (size < heads || size > heads + std::size_t{protocol::kMaxFileArea}) return false;
  void* memory = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (memory == MAP_FAILED) return false;
  file_ = {static_cast<const std::byte*>(memory),
           [size](const std::byte* mapped) { munmap(const_cast<std::byte*>(mapped), size); }};
  std::size_t at = heads;
  for (std::size_t i = 0; i < count; ++i) {
    PictureHead head;
    memcpy(&head, file_.get() + i * sizeof head, sizeof head);
    if (!is_sane(head)) return false;
    const std::size_t bytes = std::size_t{head.width} * head.height;
    if (bytes > size - at) return false;
    pictures_.push_back(to_picture(head, reinterpret_cast<const std::uint8_t*>(file_.get()) + at));
    at += bytes;
  }
  return true;
}

std::optional<Request> Channel::next() {
  const std::optional<Message> message = receive_message(socket_);
  if (!message) return std::nullopt;
  std::optional<Request> request = Request::parse(message->line, message->descriptor);
  if (message->descriptor >= 0) close(message->descriptor);
  return request;
}

bool Channel::send(const std::string& text) { return send_text(socket_, text); }

bool Channel::send(std::size_t picture, const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) {
    text += std::to_string(picture) + '\t';
    for (const int number : {word.bounds.x, word.bounds.y, word.bounds.width, word.bounds.height,
                             word.confidence, word.line})
      text += std::to_string(number) + '\t';
    text += word.text + '\n';
  }
  const bool sent = send(text);
  explicit_bzero(text.data(), text.size());
  return sent;
}

bool Channel::abandoned() const {
  pollfd entry{socket_, POLLRDHUP, 0};
  return poll(&entry, 1, 0) > 0;
}

}  // namespace native
