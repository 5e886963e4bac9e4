#pragma once

#include <memory>
#include <string>

#include "runtime/http/server/transport/byte_channel.hpp"

namespace runtime::http {

// The server's certificate and key; shared by its connections.
class TlsIdentity {
 public:
  // Reads PEM files. Throws Error "FILE_IO_ERROR" when they cannot be used.
  TlsIdentity(const std::string& certificate, const std::string& key);
  ~TlsIdentity();
  TlsIdentity(const TlsIdentity&) = delete;
  TlsIdentity& operator=(const TlsIdentity&) = delete;

  struct Context;
  Context& context() const { return *context_; }

 private:
  std::unique_ptr<Context> context_;
};

// TLS (1.2 or newer) over another channel. Performs the handshake at the first read.
class TlsChannel : public ByteChannel {
 public:
  // The identity must outlive the channel.
  TlsChannel(const TlsIdentity& identity, std::unique_ptr<ByteChannel> wire);
  ~TlsChannel() override;

  Task<std::string> read() override;
  Task<bool> write(std::string bytes) override;
  // Sends close_notify, unless an answer was cut off: only then may the client miss it.
  Task<void> close(double seconds) override;

 private:
  struct Session;
  Task<bool> flush();

  std::unique_ptr<ByteChannel> wire_;
  std::unique_ptr<Session> session_;
};

}  // namespace runtime::http
