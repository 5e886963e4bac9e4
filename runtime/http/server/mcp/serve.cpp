#include "runtime/http/server/mcp/serve.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/io/listener.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/http/server/mcp/endpoint.hpp"
#include "runtime/http/server/transport/address.hpp"
#include "runtime/http/server/transport/peer_users.hpp"
#include "runtime/http/server/transport/tls_channel.hpp"

namespace runtime::http {

namespace {

constexpr std::size_t kShortestToken = 16;
// Seconds for shutdown: calls may finish, then clean up after a cancellation. The program allows
// 0.8 in all.
constexpr double kFinish = 0.25;
constexpr double kWindUp = 0.3;
constexpr double kNoDescriptors = 0.1;  // seconds before the next attempt

constexpr std::string_view kFull =
    "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: "
    "close\r\n\r\n";

void check_token(const std::string& token) {
  const bool visible =
      std::all_of(token.begin(), token.end(), [](char c) { return c > 0x20 && c < 0x7F; });
  if (token.empty() || (visible && token.size() >= kShortestToken)) return;
  throw Error("INVALID_ARGUMENT",
              "token must have at least 16 characters, all of them visible ASCII",
              "Generate one with `openssl rand -hex 16`.");
}

std::unique_ptr<TlsIdentity> identity_of(const ServerSettings& settings) {
  if (settings.certificate.empty() != settings.key.empty())
    throw Error("INVALID_ARGUMENT", "TLS needs both a certificate and a key",
                "Give --tls-certificate FILE and --tls-key FILE.");
  if (settings.certificate.empty()) return nullptr;
  return std::make_unique<TlsIdentity>(settings.certificate, settings.key);
}

// Accepts connections and starts a task for each.
class McpHttpServer {
 public:
  McpHttpServer(const Context& context, Endpoint& endpoint, const AccessRules& rules,
                const TlsIdentity* identity, int descriptor)
      : loop_(*context.loop),
        endpoint_(endpoint),
        rules_(rules),
        identity_(identity),
        listener_(std::make_unique<Listener>(loop_, descriptor)),
        connections_(Context{context.loop, &scope_}) {}

  Task<void> listen();
  Task<void> wind_up();
  const PeerUsers& users() const { return users_; }

 private:
  Task<void> converse(int descriptor, Peer peer);
  Task<void> until_quiet();
  void begin(int descriptor);

  Loop& loop_;
  Endpoint& endpoint_;
  const AccessRules& rules_;
  const TlsIdentity* identity_;
  PeerUsers users_;
  Places places_;
  std::unique_ptr<Listener> listener_;
  Cancel scope_;
  Nursery connections_;
};

Task<void> McpHttpServer::listen() {
  for (;;) {
    int descriptor = -1;
    try {
      descriptor = co_await listener_->accept();
    } catch (const Error& problem) {
      log::warn(problem.message);
    }
    if (descriptor < 0)
      co_await sleep(kNoDescriptors);
    else
      begin(descriptor);
  }
}

void McpHttpServer::begin(int descriptor) {
  Peer peer = identify(descriptor, rules_, users_);
  if (places_.take(peer, !may_be_served(peer, rules_)))
    return connections_.start(converse(descriptor, std::move(peer)));
  if (!identity_) send(descriptor, kFull.data(), kFull.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  close(descriptor);
}

// Throws nothing but Cancelled.
Task<void> McpHttpServer::converse(int descriptor, Peer peer) {
  const std::shared_ptr<void> leaving(nullptr, [this, peer](void*) { places_.give_back(peer); });
  const int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const int output = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (output < 0) {
    close(descriptor);
    co_return;
  }
  std::unique_ptr<ByteChannel> channel = std::make_unique<PlainChannel>(loop_, descriptor, output);
  if (identity_) channel = std::make_unique<TlsChannel>(*identity_, std::move(channel));
  Task<void> conversation = endpoint_.converse(std::move(channel), peer);
  try {
    co_await std::move(conversation);
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& failure) {
    log::error("internal error in an HTTP connection", Value(failure.what()));
  }
}

Task<void> McpHttpServer::until_quiet() {
  constexpr double kLook = 0.01;
  while (endpoint_.busy()) co_await sleep(kLook);
}

Task<void> McpHttpServer::wind_up() {
  listener_.reset();
  endpoint_.stop();
  for (const double seconds : {kFinish, kWindUp}) {
    Task<void> quiet = timeout(seconds, until_quiet(), "the end");
    try {
      co_await std::move(quiet);
      break;
    } catch (const Error&) {
      endpoint_.cancel_calls();
    }
  }
  scope_.fire();
  try {
    co_await connections_.join();
  } catch (const Cancelled&) {
    // Expected.
  }
}

void tell(const ServerSettings& settings, const std::string& name, const AccessRules& rules,
          bool knows_users, bool generated, bool secure) {
  settings.announce("Peekaboo serves MCP at " + name +
                    (rules.place == AccessRules::Place::kUnixSocket ? " (path /mcp)" : "/mcp"));
  if (generated)
    settings.announce("Clients need this header: Authorization: Bearer " + rules.token);
  if (rules.place == AccessRules::Place::kLoopback && rules.token.empty())
    settings.announce(
        knows_users
            ? "Only you and root are served; --token TEXT lets other users in."
            : "No client is served: the kernel does not report the user of a connection. Start "
              "with --token TEXT or --http unix:PATH.");
  if (rules.place == AccessRules::Place::kNetwork && !secure)
    settings.announce(
        "The token and all pictures cross the network unencrypted; --tls-certificate and --tls-key "
        "prevent that.");
}

}  // namespace

Task<void> serve(mcp::Catalog* catalog, mcp::ServerInfo info, ServerSettings settings) {
  const Context context = co_await current_context();
  check_token(settings.token);
  const std::unique_ptr<TlsIdentity> identity = identity_of(settings);
  const Address address = parse_address(settings.address);
  AccessRules rules;
  rules.place = address.place;
  rules.token = settings.token;
  const bool generated = rules.token.empty() && rules.place == AccessRules::Place::kNetwork;
  if (generated) rules.token = random_id();
  BoundSocket socket(address);
  Endpoint endpoint(context, *catalog, info, settings, rules);
  McpHttpServer host(context, endpoint, rules, identity.get(), socket.take());
  tell(settings, socket.name(identity != nullptr), rules, host.users().available(), generated,
       identity != nullptr);
  Task<void> listening = host.listen();
  try {
    co_await std::move(listening);
  } catch (const Cancelled&) {
    // Handled below.
  }
  Task<void> ending = host.wind_up();
  co_await shield(kFinish + kWindUp + 0.1, std::move(ending));
  throw Cancelled();
}

}  // namespace runtime::http

extern "C" __attribute__((visibility("default"))) void peekaboo_serve_http(
    runtime::mcp::Catalog* catalog, const runtime::mcp::ServerInfo* info,
    const runtime::http::ServerSettings* settings, runtime::Task<void>* serving) {
  *serving = runtime::http::serve(catalog, *info, *settings);
}
