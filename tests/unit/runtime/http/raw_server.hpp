#pragma once

#include <openssl/ssl.h>
#include <sys/socket.h>

#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace runtime::http {

// The server's end of one connection, driven by a test line by line.
class RawPeer {
 public:
  RawPeer(int descriptor, SSL* ssl) : descriptor_(descriptor), ssl_(ssl) {}
  // Up to and including the empty line; what there was when the client ends earlier.
  std::string read_head();
  // The body that a head announces by its Content-Length.
  std::string read_body(const std::string& head);
  // False when the client no longer takes it.
  bool send(const std::string& bytes);
  void end_sending() { shutdown(descriptor_, SHUT_WR); }
  // Returns when the client has closed.
  void wait_end();

 private:
  bool read_byte(std::string& out);
  int descriptor_;
  SSL* ssl_;
};

// Plays the same scene for every connection, one after the other, on a thread of its own and on a
// port of its own.
class RawServer {
 public:
  explicit RawServer(std::function<void(RawPeer&)> play, SSL_CTX* tls = nullptr);
  ~RawServer();
  int port() const { return port_; }
  // Waits for the end of the scene that is played, so that the test may look at, and change, what
  // it uses.
  void settle() { const std::lock_guard lock(scene_); }
  std::string url(const std::string& target = "/") const;

 private:
  void serve();
  void play_on(int descriptor);

  std::function<void(RawPeer&)> play_;
  SSL_CTX* tls_;
  int listener_;
  int port_ = 0;
  std::mutex scene_;  // held while a scene is played
  std::mutex mutex_;  // guards the two below
  int current_ = -1;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace runtime::http
