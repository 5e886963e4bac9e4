#include "runtime/http/server/transport/tls_channel.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <cstring>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/condition.hpp"

namespace runtime::http {

struct TlsIdentity::Context {
  SSL_CTX* library = nullptr;
  ~Context() { SSL_CTX_free(library); }
};

namespace {

std::string last_problem() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  const char* text = code ? ERR_reason_error_string(code) : nullptr;
  if (!text && code && ERR_SYSTEM_ERROR(code)) text = std::strerror(ERR_GET_REASON(code));
  return text ? text : "unknown reason";
}

[[noreturn]] void refuse_identity(const std::string& what, const std::string& file) {
  throw Error("FILE_IO_ERROR", what + " cannot be used: " + file + ": " + last_problem(),
              "Give --tls-certificate and --tls-key files in PEM format that belong together.");
}

}  // namespace

TlsIdentity::TlsIdentity(const std::string& certificate, const std::string& key)
    : context_(std::make_unique<Context>()) {
  ERR_clear_error();
  SSL_CTX* library = context_->library = SSL_CTX_new(TLS_server_method());
  if (!library)
    throw Error("UNSUPPORTED", "cannot start TLS: " + last_problem(), "Reinstall OpenSSL.");
  SSL_CTX_set_min_proto_version(library, TLS1_2_VERSION);
  // Renegotiation would let a client make the server compute.
  SSL_CTX_set_options(library, SSL_OP_NO_RENEGOTIATION);
  if (SSL_CTX_use_certificate_chain_file(library, certificate.c_str()) != 1)
    refuse_identity("certificate", certificate);
  if (SSL_CTX_use_PrivateKey_file(library, key.c_str(), SSL_FILETYPE_PEM) != 1)
    refuse_identity("key", key);
  if (SSL_CTX_check_private_key(library) != 1) refuse_identity("key", key);
}

TlsIdentity::~TlsIdentity() = default;

// OpenSSL works on two memory buffers; the channel moves their bytes from and to the connection.
struct TlsChannel::Session {
  SSL* ssl;
  BIO* received;
  BIO* to_send;
  std::string decrypted;
  Condition sent;
  bool sending = false;
  bool broken = false;
  bool cut = false;  // a write has begun and not ended

  // Released however its wait ends.
  class Sending {
   public:
    explicit Sending(Session& session) : session_(session) { session_.sending = true; }
    ~Sending() {
      session_.sending = false;
      session_.sent.notify_all();
    }
    Sending(const Sending&) = delete;
    Sending& operator=(const Sending&) = delete;

   private:
    Session& session_;
  };

  explicit Session(SSL_CTX* context)
      : ssl(SSL_new(context)), received(BIO_new(BIO_s_mem())), to_send(BIO_new(BIO_s_mem())) {
    SSL_set_bio(ssl, received, to_send);
    SSL_set_accept_state(ssl);
  }
  ~Session() { SSL_free(ssl); }

  // Returns the bytes that OpenSSL could decrypt; sets `waiting` when it needs more input for the
  // rest.
  std::string decrypt(bool& waiting) {
    std::string bytes(16 * 1024, '\0');
    ERR_clear_error();
    const int count = SSL_read(ssl, bytes.data(), static_cast<int>(bytes.size()));
    const int problem = count > 0 ? SSL_ERROR_NONE : SSL_get_error(ssl, count);
    waiting = problem == SSL_ERROR_WANT_READ;
    broken = broken || problem == SSL_ERROR_SSL;
    bytes.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return bytes;
  }
  std::string outgoing() {
    std::string bytes(BIO_ctrl_pending(to_send), '\0');
    if (!bytes.empty()) BIO_read(to_send, bytes.data(), static_cast<int>(bytes.size()));
    return bytes;
  }
};

TlsChannel::TlsChannel(const TlsIdentity& identity, std::unique_ptr<ByteChannel> wire)
    : wire_(std::move(wire)), session_(std::make_unique<Session>(identity.context().library)) {}

TlsChannel::~TlsChannel() { ERR_clear_error(); }

// Both the reader (handshake answers) and the writer have bytes to send, whose order must be kept.
Task<bool> TlsChannel::flush() {
  while (session_->sending) co_await session_->sent.wait();
  std::string bytes = session_->outgoing();
  if (bytes.empty()) co_return !session_->broken;
  const Session::Sending sending(*session_);
  const bool open = co_await wire_->write(std::move(bytes));
  if (!open) session_->broken = true;
  co_return open;
}

// Keeps decrypted bytes until they are returned, because a wait may be cancelled.
Task<std::string> TlsChannel::read() {
  for (;;) {
    bool waiting = false;
    if (session_->decrypted.empty()) session_->decrypted = session_->decrypt(waiting);
    const bool open = co_await flush();
    if (!session_->decrypted.empty()) co_return std::exchange(session_->decrypted, std::string());
    if (!open || !waiting) co_return std::string();
    const std::string encrypted = co_await wire_->read();
    if (encrypted.empty()) co_return std::string();
    BIO_write(session_->received, encrypted.data(), static_cast<int>(encrypted.size()));
  }
}

Task<bool> TlsChannel::write(std::string bytes) {
  constexpr std::size_t kPiece = 256 * 1024;
  session_->cut = true;
  for (std::size_t at = 0; at < bytes.size(); at += kPiece) {
    const std::size_t count = std::min(kPiece, bytes.size() - at);
    ERR_clear_error();
    if (SSL_write(session_->ssl, bytes.data() + at, static_cast<int>(count)) <= 0) co_return false;
    const bool open = co_await flush();
    if (!open) co_return false;
  }
  session_->cut = false;
  co_return !session_->broken;
}

Task<void> TlsChannel::close(double seconds) {
  const bool notifies =
      !session_->broken && !session_->cut && SSL_is_init_finished(session_->ssl) == 1;
  if (notifies) {
    ERR_clear_error();
    SSL_shutdown(session_->ssl);
    Task<bool> notifying = flush();
    Task<bool> limited = timeout(seconds, std::move(notifying), "close_notify");
    try {
      co_await std::move(limited);
    } catch (const Error&) {
      co_return;  // the destructor abandons what the client does not read
    }
  }
  Task<void> closing = wire_->close(seconds);
  co_await std::move(closing);
}

}  // namespace runtime::http
