#include "runtime/http/client/exchange.hpp"

#include <httplib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "runtime/http/client/failure.hpp"
#include "runtime/http/client/head.hpp"

namespace runtime::http {

namespace {

constexpr int kNoContent = 204;
constexpr int kNotModified = 304;

// The connection as a stream of the library. The library does not expect exceptions to pass through
// it, so the first failure is stored here and thrown after it returns. Its virtual functions differ
// between versions: each version overrides a subset of those below, so none can be marked
// `override`.
class ServerStream : public httplib::Stream {
 public:
  ServerStream(Connection& connection, Clock::duration longest_silence)
      : connection_(connection), longest_silence_(longest_silence) {}

  virtual bool is_readable() const { return true; }
  virtual bool is_writable() const { return true; }
  virtual bool wait_readable() const { return true; }
  virtual bool wait_writable() const { return true; }
  virtual bool is_peer_alive() const { return true; }
  virtual time_t duration() const { return 0; }
  virtual void get_remote_ip_and_port(std::string&, int&) const {}
  virtual void get_local_ip_and_port(std::string&, int&) const {}
  virtual socket_t socket() const { return INVALID_SOCKET; }

  virtual ssize_t read(char* bytes, std::size_t size) {
    return guard([&] { return take(bytes, size); });
  }
  virtual ssize_t write(const char* bytes, std::size_t size) {
    return guard([&] { return static_cast<ssize_t>(connection_.send(bytes, size)); });
  }

  // Returns the result of `work`, or -1 after any failure.
  template <class Work>
  auto guard(Work work) -> decltype(work()) {
    try {
      if (!failure) return work();
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    return decltype(work())(-1);
  }

  Head head;
  bool ended = false;     // the peer sends no more
  bool bodiless = false;  // the answer ends with its head
  std::exception_ptr failure = nullptr;

 private:
  ssize_t take(char* bytes, std::size_t size) {
    if (!begun_) skip_interim_answers();
    if (given_ == first_line_.size()) return receive(bytes, size);
    const std::size_t count = first_line_.copy(bytes, size, given_);
    given_ += count;
    return static_cast<ssize_t>(count);
  }

  // Skips interim answers (RFC 9110, section 15.2), which have no body and were not requested: the
  // library handles only "100 Continue".
  void skip_interim_answers() {
    begun_ = true;
    while (is_interim(first_line_ = line()))
      for (std::string field = line(); !field.empty() && field != "\r\n" && field != "\n";)
        field = line();
  }

  // Returns a line with its end, or without one where the peer has closed.
  std::string line() {
    std::string text;
    char byte = 0;
    while (receive(&byte, 1) == 1) {
      text += byte;
      if (byte == '\n') break;
    }
    return text;
  }

  static bool is_interim(std::string_view status_line) {
    const std::string_view status =
        status_line.substr(std::min(status_line.find(' '), status_line.size()));
    return status_line.starts_with("HTTP/") && status.starts_with(" 1") &&
           !status.starts_with(" 101");
  }

  ssize_t receive(char* bytes, std::size_t size) {
    if (begin_ == end_) {
      begin_ = 0;
      end_ = connection_.receive(buffer_.data(), buffer_.size());
      ended = end_ == 0;
      connection_.limit_silence(longest_silence_);
    }
    const std::size_t count = std::min(size, end_ - begin_);
    std::memcpy(bytes, buffer_.data() + begin_, count);
    begin_ += count;
    if (size == 1 && count == 1) head.take(*bytes);  // the library reads lines byte by byte
    return static_cast<ssize_t>(count);
  }

  Connection& connection_;
  Clock::duration longest_silence_;
  std::array<char, 16384> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool begun_ = false;
  std::string first_line_;  // of the final answer, already read
  std::size_t given_ = 0;   // number of its bytes already passed on
};

// Runs the library's HTTP over our stream. Makes the protected member that does this accessible;
// overrides nothing.
class Client : public httplib::ClientImpl {
 public:
  using ClientImpl::ClientImpl;
  using ClientImpl::process_request;
};

// Keeps the target unchanged, because it is already encoded. The setter's name depends on the
// version.
template <class Library>
void keep_target(Library& library) {
  if constexpr (requires { library.set_url_encode(false); })
    library.set_url_encode(false);
  else
    library.set_path_encode(false);
}

// Passes an answer's body on and limits its size.
class Body {
 public:
  Body(Connection& connection, const Limits& limits, Sink* sink)
      : connection_(connection), limits_(limits), sink_(sink) {}

  void begin(int status, const Fields& fields) {
    response.status = status;
    response.fields = fields;
    if (begun_) return;
    begun_ = true;
    if (sink_ && sink_->begin(response))
      most_ = limits_.flow;
    else
      sink_ = nullptr;
    if (sink_ && limits_.endless) connection_.set_deadline(Deadline::max());
  }
  void check_size(std::uint64_t more) const {
    if (more > most_ - size_)
      throw failure("too_large", "answer is larger than " + std::to_string(most_) + " bytes",
                    "Raise the option limit (bytes).");
  }
  void take(std::string_view bytes) {
    check_size(bytes.size());
    size_ += bytes.size();
    if (sink_)
      sink_->take(bytes);
    else
      response.body.append(bytes);
  }

  Response response;

 private:
  Connection& connection_;
  const Limits& limits_;
  Sink* sink_;
  bool begun_ = false;
  std::size_t most_ = limits_.body;
  std::size_t size_ = 0;
};

httplib::Request to_library(const Url& url, const Request& request) {
  httplib::Request result;
  result.method = request.method;
  result.path = url.target;
  result.body = request.body;
  for (const auto& [name, value] : request.fields) result.headers.emplace(name, value);
  result.headers.emplace("Host", url.authority());
  return result;
}

// Throws errors that the library cannot report.
void check(const ServerStream& stream, bool complete, const Url& url) {
  if (stream.failure) std::rethrow_exception(stream.failure);
  if (complete || stream.bodiless) return;
  if (stream.ended)
    throw failure("closed", url.origin() + " closed the connection before its answer was complete",
                  "Try again.");
  throw failure("protocol", url.origin() + " sent an invalid HTTP answer",
                "Check that the address is that of an HTTP server.");
}

void check_end(const ServerStream& stream, const Url& url) {
  const std::string* coding = find_field(stream.head.fields(), "transfer-encoding");
  if (coding && strcasecmp(coding->c_str(), "chunked") == 0 && !stream.head.chunks_ended())
    throw failure("protocol", "chunks from " + url.origin() + " are inconsistent", "Try again.");
}

Clock::duration time_span(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

bool has_body(const Request& request, int status) {
  return request.method != "HEAD" && status != kNoContent && status != kNotModified;
}

}  // namespace

Response exchange(Connection& connection, const Url& url, const Request& request,
                  const Limits& limits, Sink* sink) {
  const std::shared_ptr<void> end(nullptr, [&](void*) { connection.close(); });
  connection.set_deadline(limits.deadline);
  connection.limit_silence(Clock::duration::max());
  connection.connect(url.host, url.port,
                     std::min(limits.deadline, Clock::now() + time_span(limits.connect_seconds)));
  if (url.secure) connection.secure(url.host, limits.ca_file);

  ServerStream stream(connection, time_span(limits.read_seconds));
  Body body(connection, limits, sink);
  httplib::Request outgoing = to_library(url, request);
  outgoing.response_handler = [&](const httplib::Response& head) {
    return stream.guard([&] {
      body.begin(head.status, stream.head.fields());
      stream.bodiless = head.status == kNotModified;  // regardless of its Content-Length
      if (stream.bodiless) return 0;
      const std::int64_t length = stream.head.content_length();
      if (length >= 0) body.check_size(static_cast<std::uint64_t>(length));
      stream.head.end();
      return 1;
    }) == 1;
  };
  outgoing.content_receiver = [&](const char* bytes, std::size_t size, auto, auto) {
    return stream.guard([&] {
      body.take({bytes, size});
      return 1;
    }) == 1;
  };

  Client client(url.host, url.port);
  keep_target(client);
  httplib::Response incoming;
  httplib::Error error = httplib::Error::Success;
  const bool complete = client.process_request(stream, outgoing, incoming, true, error);
  check(stream, complete, url);
  if (has_body(request, incoming.status)) check_end(stream, url);
  body.begin(incoming.status, stream.head.fields());  // not called yet for an answer without a body
  return std::move(body.response);
}

}  // namespace runtime::http
