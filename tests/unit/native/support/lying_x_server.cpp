#include "tests/unit/native/support/lying_x_server.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <random>
#include <stdexcept>
#include <utility>

namespace test {
namespace {

constexpr std::uint32_t kRoot = 0x100;
constexpr std::uint32_t kCheck = 0x200;
constexpr std::uint32_t kOther = 0x400002;
constexpr std::uint32_t kVisual = 0x21;
constexpr std::size_t kMaxWords = 16384;
constexpr std::uint8_t kFirstExtension = 130;
constexpr std::array<const char*, 6> kExtensions = {"RANDR",  "Composite", "DAMAGE",
                                                    "XFIXES", "SHAPE",     "X-Resource"};
enum Extension : std::uint8_t {
  kRandr = kFirstExtension,
  kComposite,
  kDamage,
  kFixes,
  kShape,
  kRes
};

// Bytes in this machine's order.
class Message {
 public:
  Message& u8(unsigned value) { return number(static_cast<std::uint8_t>(value)); }
  Message& u16(unsigned value) { return number(static_cast<std::uint16_t>(value)); }
  Message& u32(std::uint32_t value) { return number(value); }
  Message& zeros(std::size_t count) {
    bytes_.resize(bytes_.size() + count);
    return *this;
  }
  Message& text(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  Message& append(const Message& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
    return *this;
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  template <class T>
  Message& number(T value) {
    const auto at = bytes_.size();
    bytes_.resize(at + sizeof value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
    return *this;
  }
  std::vector<std::uint8_t> bytes_;
};

// A reply with the byte after its kind, the rest of its head, and what follows.
std::vector<std::uint8_t> reply(unsigned detail, const Message& head, const Message& tail = {}) {
  Message message;
  message.u8(1).u8(detail).u16(0).u32(0).append(head);
  if (message.bytes().size() < 32) message.zeros(32 - message.bytes().size());
  auto bytes = message.append(tail).bytes();
  bytes.resize((bytes.size() + 3) / 4 * 4);
  const auto words = static_cast<std::uint32_t>((bytes.size() - 32) / 4);
  std::memcpy(bytes.data() + 4, &words, sizeof words);
  return bytes;
}

template <class T>
T read_at(const std::vector<std::uint8_t>& bytes, std::size_t offset) {
  T value{};
  if (offset + sizeof value <= bytes.size())
    std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::vector<std::uint8_t> setup() {
  Message screen;
  screen.u32(kRoot).u32(0x20).u32(0xFFFFFF).u32(0).u32(0).u16(64).u16(48).u16(10).u16(10);
  screen.u16(1).u16(1).u32(kVisual).u8(0).u8(0).u8(24).u8(1);
  screen.u8(24).u8(0).u16(1).u32(0);
  screen.u32(kVisual).u8(4).u8(8).u16(256).u32(0xFF0000).u32(0xFF00).u32(0xFF).u32(0);
  Message message;
  const auto size = 32 + 4 + 8 + screen.bytes().size();
  message.u8(1).u8(0).u16(11).u16(0).u16(static_cast<unsigned>(size / 4));
  message.u32(1).u32(0x200000).u32(0x1FFFFF).u32(0).u16(4).u16(0xFFFF).u8(1).u8(1);
  message.u8(std::endian::native == std::endian::little ? 0 : 1).u8(0).u8(32).u8(32).u8(8).u8(255);
  message.u32(0).text("test").u8(24).u8(32).u8(32).zeros(5);
  return message.append(screen).bytes();
}

void apply(const Lie& lie, std::vector<std::uint8_t>& bytes) {
  if (lie.kind == Lie::Kind::kByte && lie.offset < bytes.size())
    bytes[lie.offset] = static_cast<std::uint8_t>(lie.value);
  if (lie.kind == Lie::Kind::kNumber && lie.offset + 4 <= bytes.size())
    std::memcpy(bytes.data() + lie.offset, &lie.value, 4);
  if (lie.kind == Lie::Kind::kWords && bytes.size() >= 32)
    std::memcpy(bytes.data() + 4, &lie.value, 4);
}

void send_all(int socket, const std::vector<std::uint8_t>& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return;
    sent += static_cast<std::size_t>(count);
  }
}

std::vector<std::uint8_t> image(const std::vector<std::uint8_t>& request) {
  const std::size_t width = read_at<std::uint16_t>(request, 12);
  const std::size_t height = read_at<std::uint16_t>(request, 14);
  return reply(24, Message().u32(kVisual),
               Message().zeros(std::min(4 * width * height, 4 * kMaxWords)));
}

std::vector<std::uint8_t> randr(const std::vector<std::uint8_t>& request) {
  switch (request[1]) {
    case 0:  // QueryVersion
      return reply(0, Message().u32(1).u32(5));
    case 9:  // GetOutputInfo
      return reply(0, Message().zeros(26).u16(4), Message().text("VGA1"));
    case 25:  // GetScreenResourcesCurrent
      return reply(0, Message().u32(0).u32(0).u16(1).u16(1), Message().u32(0x51).u32(0x52));
    case 42: {  // GetMonitors
      Message monitor;
      monitor.u32(40).u8(1).u8(1).u16(1).u16(0).u16(0).u16(64).u16(48).u32(17).u32(13).u32(0x52);
      return reply(0, Message().u32(0).u32(1).u32(1), monitor);
    }
    default:
      return {};
  }
}

std::vector<std::uint8_t> other_extension(const std::vector<std::uint8_t>& request) {
  const int minor = request[1];
  switch (request[0]) {
    case kRandr:
      return randr(request);
    case kComposite:
      return minor == 0 ? reply(0, Message().u32(0).u32(4)) : std::vector<std::uint8_t>();
    case kDamage:
      return minor == 0 ? reply(0, Message().u32(1).u32(1)) : std::vector<std::uint8_t>();
    case kFixes:
      if (minor == 0) return reply(0, Message().u32(5).u32(0));
      if (minor != 19) return {};
      return reply(0, Message().u16(0).u16(0).u16(9).u16(9), Message().u16(0).u16(0).u16(9).u16(9));
    case kShape:
      if (minor != 8) return {};
      return reply(0, Message().u32(1), Message().u16(0).u16(0).u16(10).u16(20));
    case kRes:
      if (minor == 0) return reply(0, Message().u16(1).u16(2));
      if (minor != 4) return {};
      return reply(
          0, Message().u32(1),
          Message().u32(0x400000).u32(2).u32(4).u32(static_cast<std::uint32_t>(::getpid())));
    default:
      return {};
  }
}

}  // namespace

int take_display(int& listener) {
  listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    const int number = 10000 + static_cast<int>(random() % 50000);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "/tmp/.X11-unix/X" + std::to_string(number);
    std::memcpy(address.sun_path + 1, name.data(), name.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), length) == 0) return number;
  }
  throw std::runtime_error("no display number is free");
}

LyingXServer::LyingXServer(std::vector<Lie> lies)
    : lies_(std::move(lies)), number_(take_display(listener_)), end_(::eventfd(0, EFD_CLOEXEC)) {
  ::listen(listener_, 16);
  thread_ = std::thread([this] { serve(); });
}

LyingXServer::~LyingXServer() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(end_, &one, sizeof one);
  thread_.join();
  ::close(end_);
  ::close(listener_);
}

void LyingXServer::serve() {
  std::vector<Client> clients;
  for (;;) {
    std::vector<pollfd> states = {{end_, POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const Client& client : clients) states.push_back({client.socket, POLLIN, 0});
    ::poll(states.data(), states.size(), -1);
    if (states[0].revents != 0) break;
    for (std::size_t i = 0; i < clients.size(); ++i)
      if (states[i + 2].revents != 0) take(clients[i]);
    std::erase_if(clients, [](const Client& client) { return client.socket < 0; });
    if (states[1].revents == 0) continue;
    Client fresh;
    fresh.socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fresh.socket >= 0) clients.push_back(std::move(fresh));
  }
  for (const Client& client : clients) ::close(client.socket);
}

void LyingXServer::take(Client& client) {
  std::array<std::uint8_t, 65536> buffer{};
  const ssize_t count = ::read(client.socket, buffer.data(), buffer.size());
  if (count <= 0) {
    ::close(std::exchange(client.socket, -1));
    return;
  }
  client.input.insert(client.input.end(), buffer.begin(), buffer.begin() + count);
  while (take_request(client)) {
  }
}

// Whether a whole request was there.
bool LyingXServer::take_request(Client& client) {
  const auto padded = [](std::size_t size) { return (size + 3) / 4 * 4; };
  std::vector<std::uint8_t>& input = client.input;
  const std::size_t head = client.set_up ? 4 : 12;
  if (input.size() < head) return false;
  const std::size_t size =
      client.set_up ? std::max<std::size_t>(4, std::size_t{4} * read_at<std::uint16_t>(input, 2))
                    : 12 + padded(read_at<std::uint16_t>(input, 6)) +
                          padded(read_at<std::uint16_t>(input, 8));
  if (input.size() < size) return false;
  const auto end = input.begin() + static_cast<std::ptrdiff_t>(size);
  const std::vector<std::uint8_t> request(input.begin(), end);
  input.erase(input.begin(), end);
  if (client.set_up) {
    ++client.sequence;
    answer(client, request);
  } else {
    client.set_up = true;
    send_setup(client);
  }
  return true;
}

void LyingXServer::send_setup(Client& client) {
  std::vector<std::uint8_t> bytes = setup();
  for (const Lie& lie : lies_)
    if (lie.reply == replies_ && lie.kind != Lie::Kind::kWords) apply(lie, bytes);
  ++replies_;
  bytes.resize(8 + std::size_t{4} * read_at<std::uint16_t>(bytes, 6));
  // xcb prints a refusal's reason without a look at its length.
  if (bytes[0] == 0)
    bytes[1] = static_cast<std::uint8_t>(std::min<std::size_t>(bytes[1], bytes.size() - 8));
  send_all(client.socket, bytes);
}

void LyingXServer::answer(Client& client, const std::vector<std::uint8_t>& request) {
  std::vector<std::uint8_t> bytes = reply_to(request);
  if (!bytes.empty()) send_reply(client, std::move(bytes));
}

void LyingXServer::send_reply(Client& client, std::vector<std::uint8_t> bytes) {
  for (const Lie& lie : lies_) {
    if (lie.reply != replies_) continue;
    apply(lie, bytes);
    if (lie.kind != Lie::Kind::kError) continue;
    bytes.assign(32, 0);
    bytes[1] = static_cast<std::uint8_t>(lie.value);
  }
  ++replies_;
  std::memcpy(bytes.data() + 2, &client.sequence, 2);
  if (bytes[0] != 0) {
    bytes[0] = 1;
    const std::uint32_t words =
        std::min<std::uint32_t>(read_at<std::uint32_t>(bytes, 4), kMaxWords);
    std::memcpy(bytes.data() + 4, &words, 4);
    bytes.resize(32 + std::size_t{4} * words);
  } else {
    bytes.resize(32);  // an error
  }
  send_all(client.socket, bytes);
}

std::vector<std::uint8_t> LyingXServer::property(std::uint32_t window, std::uint32_t atom) {
  const auto numbers = [](std::uint32_t type, const std::vector<std::uint32_t>& values) {
    Message tail;
    for (const std::uint32_t value : values) tail.u32(value);
    return reply(32, Message().u32(type).u32(0).u32(static_cast<std::uint32_t>(values.size())),
                 tail);
  };
  const auto text = [](std::uint32_t type, const std::string& value) {
    return reply(8, Message().u32(type).u32(0).u32(static_cast<std::uint32_t>(value.size())),
                 Message().text(value));
  };
  const auto is = [&](const char* name) { return atom == atoms_[name]; };
  const bool on_root = window == kRoot;
  if (is("_NET_SUPPORTING_WM_CHECK") && (on_root || window == kCheck)) return numbers(33, {kCheck});
  if (is("_NET_CLIENT_LIST_STACKING") && on_root) return numbers(33, {kWindow, kOther});
  if (is("_NET_ACTIVE_WINDOW") && on_root) return numbers(33, {kOther});
  if (is("_NET_CURRENT_DESKTOP") && on_root) return numbers(6, {0});
  if (is("_NET_SUPPORTED") && on_root)
    return numbers(4, {atoms_["_NET_CLIENT_LIST_STACKING"], atoms_["_NET_ACTIVE_WINDOW"]});
  if (is("_NET_WM_NAME") && window == kWindow) return text(atoms_["UTF8_STRING"], "One");
  if (is("_NET_WM_WINDOW_TYPE")) return numbers(4, {atoms_["_NET_WM_WINDOW_TYPE_NORMAL"]});
  if (is("_NET_FRAME_EXTENTS")) return numbers(6, {1, 1, 2, 1});
  if (is("WM_STATE")) return numbers(atom, {1, 0});
  if (atom == 39) return text(atoms_["COMPOUND_TEXT"], "a\x1b$(B4A\x1b(Bz\x1b%/1\x80\x85k\x02xy");
  if (atom == 67) return text(31, std::string("one\0One\0", 8));
  if (atom == 23) return text(31, "Xft.dpi:\t192\n");
  return reply(0, Message());
}

std::vector<std::uint8_t> LyingXServer::reply_to(const std::vector<std::uint8_t>& request) {
  const auto window = read_at<std::uint32_t>(request, 4);
  const bool first = window == kWindow;
  switch (request[0]) {
    case 3:  // GetWindowAttributes
      return reply(0, Message().u32(kVisual).u16(1).zeros(12).u8(2).zeros(5).zeros(12), Message());
    case 14:  // GetGeometry
      if (window == kRoot) return reply(24, Message().u32(kRoot).u32(0).u16(64).u16(48));
      return reply(24, Message().u32(kRoot).u16(first ? 0 : 30).u16(0).u16(20).u16(20).u16(0));
    case 15:  // QueryTree
      if (window != kRoot) return reply(0, Message().u32(kRoot).u32(kRoot).u16(0));
      return reply(0, Message().u32(kRoot).u32(0).u16(2), Message().u32(kWindow).u32(kOther));
    case 16: {  // InternAtom
      const auto length = read_at<std::uint16_t>(request, 4);
      const auto begin = request.begin() + 8;
      const std::string name(begin, std::min<decltype(begin)>(begin + length, request.end()));
      const auto next = static_cast<std::uint32_t>(200 + atoms_.size());
      return reply(0, Message().u32(atoms_.emplace(name, next).first->second));
    }
    case 17:  // GetAtomName
      return reply(0, Message().u16(5), Message().text("VGA-1"));
    case 20:  // GetProperty
      return property(window, read_at<std::uint32_t>(request, 8));
    case 23:  // GetSelectionOwner
      return reply(0, Message());
    case 38:  // QueryPointer
      return reply(1, Message().u32(kRoot).u32(kWindow));
    case 40:  // TranslateCoordinates
      return reply(1, Message().u32(0).u16(first || window == kRoot ? 0 : 30).u16(0));
    case 43:  // GetInputFocus
      return reply(1, Message().u32(kOther));
    case 73:
      return image(request);
    case 91:  // QueryColors
      return reply(0, Message().u16(1), Message().zeros(8));
    case 98: {  // QueryExtension
      const auto length = read_at<std::uint16_t>(request, 4);
      const auto begin = request.begin() + 8;
      const std::string name(begin, std::min<decltype(begin)>(begin + length, request.end()));
      const auto* const found = std::find(kExtensions.begin(), kExtensions.end(), name);
      const bool known = found != kExtensions.end();
      const auto number = kFirstExtension + static_cast<unsigned>(found - kExtensions.begin());
      return reply(0, Message().u8(known).u8(known ? number : 0).u8(known ? number - 40 : 0).u8(0));
    }
    case 101:  // GetKeyboardMapping
      return reply(2, Message(), Message().zeros(std::size_t{8} * request[5]));
    case 119:  // GetModifierMapping
      return reply(2, Message(), Message().zeros(16));
    default:
      return other_extension(request);
  }
}

}  // namespace test
