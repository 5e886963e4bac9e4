#include "runtime/http/server/transport/address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "runtime/core/value/error.hpp"

namespace runtime::http {

namespace {

constexpr const char* kForms =
    "Write --http PORT, --http HOST:PORT, --http [IPV6]:PORT or --http unix:PATH.";

[[noreturn]] void refuse_address(const std::string& text) {
  throw Error("INVALID_ARGUMENT", "'" + text + "' is not an address to listen at", kForms);
}

int parse_port(std::string_view text, const std::string& whole) {
  int port = -1;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, port);
  if (error != std::errc() || stopped != end || port < 0 || port > 65535) refuse_address(whole);
  return port;
}

union AnyAddress {
  sockaddr any;
  sockaddr_in four;
  sockaddr_in6 six;
  sockaddr_un path;
};

// Returns the size of the address, or 0 for a host that is not numeric.
socklen_t fill(AnyAddress& to, const std::string& host, int port) {
  std::memset(&to, 0, sizeof to);
  const auto network_port = htons(static_cast<std::uint16_t>(port));
  if (inet_pton(AF_INET, host.c_str(), &to.four.sin_addr) == 1) {
    to.four.sin_family = AF_INET;
    to.four.sin_port = network_port;
    return sizeof to.four;
  }
  if (inet_pton(AF_INET6, host.c_str(), &to.six.sin6_addr) != 1) return 0;
  to.six.sin6_family = AF_INET6;
  to.six.sin6_port = network_port;
  return sizeof to.six;
}

bool is_loopback(const std::string& host) { return host.substr(0, 4) == "127." || host == "::1"; }

// Returns whether a server listens at a path.
bool answers(const AnyAddress& address) {
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const bool open = probe >= 0 && connect(probe, &address.any, sizeof address.path) == 0;
  if (probe >= 0) close(probe);
  return open;
}

[[noreturn]] void refuse_path(const std::string& path, const std::string& why,
                              const std::string& remedy) {
  throw Error("FILE_IO_ERROR", "cannot create a socket at " + path + ": " + why, remedy);
}

}  // namespace

Address parse_address(const std::string& text) {
  Address address;
  if (text.substr(0, 5) == "unix:") {
    address.place = AccessRules::Place::kUnixSocket;
    address.host = text.substr(5);
    if (address.host.empty() || address.host.size() >= sizeof(sockaddr_un::sun_path))
      refuse_address(text);
    return address;
  }
  const std::size_t colon = text.rfind(':');
  std::string host = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  address.port =
      parse_port(std::string_view(text).substr(colon == std::string::npos ? 0 : colon + 1), text);
  if (host == "localhost") host = "127.0.0.1";
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  AnyAddress numeric;
  if (fill(numeric, host, address.port) == 0) refuse_address(text);
  address.host = host;
  address.place = is_loopback(host) ? AccessRules::Place::kLoopback : AccessRules::Place::kNetwork;
  return address;
}

BoundSocket::BoundSocket(const Address& address) : address_(address) {
  if (address_.place == AccessRules::Place::kUnixSocket)
    bind_path();
  else
    bind_port();
}

void BoundSocket::bind_port() {
  AnyAddress wanted;
  socklen_t size = fill(wanted, address_.host, address_.port);
  descriptor_ = socket(wanted.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(descriptor_, &wanted.any, size) != 0 || listen(descriptor_, kBacklog) != 0) {
    const std::string why = std::strerror(errno);
    close(descriptor_);
    throw Error(
        "INVALID_ARGUMENT",
        "cannot listen at " + address_.host + " port " + std::to_string(address_.port) + ": " + why,
        "Choose another port, or 0 for any free one.");
  }
  getsockname(descriptor_, &wanted.any, &size);
  address_.port =
      ntohs(wanted.any.sa_family == AF_INET6 ? wanted.six.sin6_port : wanted.four.sin_port);
}

// Only the owner may connect: the socket has this permission from its creation on.
void BoundSocket::bind_path() {
  const std::string& path = address_.host;
  AnyAddress wanted;
  std::memset(&wanted, 0, sizeof wanted);
  wanted.path.sun_family = AF_UNIX;
  path.copy(wanted.path.sun_path, path.size());
  struct stat before = {};
  if (lstat(path.c_str(), &before) == 0) {
    if (!S_ISSOCK(before.st_mode))
      refuse_path(path, "a file of this name exists", "Choose another path.");
    if (answers(wanted))
      refuse_path(path, "another server is listening there", "Stop it, or choose another path.");
    unlink(path.c_str());
  }
  descriptor_ = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const mode_t mask = umask(0177);
  const bool bound = bind(descriptor_, &wanted.any, sizeof wanted.path) == 0;
  const int problem = errno;
  umask(mask);
  if (!bound || listen(descriptor_, kBacklog) != 0) {
    close(descriptor_);
    refuse_path(path, std::strerror(problem),
                "Choose a path in a folder of your own, such as $XDG_RUNTIME_DIR.");
  }
  struct stat after = {};
  if (lstat(path.c_str(), &after) == 0) file_ = after.st_ino;
}

BoundSocket::~BoundSocket() {
  if (descriptor_ >= 0) close(descriptor_);
  struct stat now = {};
  if (file_ != 0 && lstat(address_.host.c_str(), &now) == 0 && now.st_ino == file_)
    unlink(address_.host.c_str());
}

int BoundSocket::take() {
  const int taken = descriptor_;
  descriptor_ = -1;
  return taken;
}

std::string BoundSocket::name(bool secure) const {
  if (address_.place == AccessRules::Place::kUnixSocket) return "unix:" + address_.host;
  const bool six = address_.host.find(':') != std::string::npos;
  const std::string host = six ? "[" + address_.host + "]" : address_.host;
  return (secure ? "https://" : "http://") + host + ":" + std::to_string(address_.port);
}

}  // namespace runtime::http
