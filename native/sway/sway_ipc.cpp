#include "native/sway/sway_ipc.hpp"

#include <cstring>
#include <utility>

namespace native::sway {
namespace {

constexpr char kMagic[] = {'i', '3', '-', 'i', 'p', 'c'};
constexpr std::size_t kHeader = sizeof kMagic + 8;
constexpr std::size_t kMaxMessage = std::size_t{32} << 20;

std::string message(Request request, const std::string& payload) {
  std::string bytes(kMagic, sizeof kMagic);
  const std::uint32_t numbers[] = {static_cast<std::uint32_t>(payload.size()),
                                   static_cast<std::uint32_t>(request)};
  bytes.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
  return bytes + payload;
}

}  // namespace

std::unique_ptr<Ipc> Ipc::open(const std::string& socket, uid_t user, Deadline deadline) {
  std::unique_ptr<UnixStream> stream = UnixStream::open(socket, user, deadline);
  return stream ? std::unique_ptr<Ipc>(new Ipc(std::move(stream))) : nullptr;
}

std::optional<Message> Ipc::next(Deadline deadline) {
  std::string& received = stream_->received();
  if (!stream_->fill(kHeader, deadline)) return std::nullopt;
  std::uint32_t numbers[2];
  std::memcpy(numbers, received.data() + sizeof kMagic, sizeof numbers);
  if (std::memcmp(received.data(), kMagic, sizeof kMagic) != 0 || numbers[0] > kMaxMessage)
    throw IpcLost{};
  if (!stream_->fill(kHeader + numbers[0], deadline)) return std::nullopt;
  Message result{numbers[1], received.substr(kHeader, numbers[0])};
  received.erase(0, kHeader + numbers[0]);
  return result;
}

std::string Ipc::ask(Request request, const std::string& payload, Deadline deadline) {
  stream_->send(message(request, payload), deadline);
  for (;;) {
    std::optional<Message> answer = next(deadline);
    if (!answer) throw IpcLate{};
    if (answer->kind == static_cast<std::uint32_t>(request)) return std::move(answer->json);
  }
}

}  // namespace native::sway
