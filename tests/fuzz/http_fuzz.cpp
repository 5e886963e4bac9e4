// Feeds hostile bytes to a server's connection: heads, and bodies plain and in chunks. Each request
// is taken or refused with a status, and how the bytes were cut into pieces on their way makes no
// difference.

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "runtime/core/async/nursery.hpp"
#include "runtime/http/server/transport/http_connection.hpp"
#include "runtime/http/server/transport/refusal.hpp"

namespace runtime::http {
namespace {

constexpr std::size_t kLimit = 4096;  // bytes of a body
constexpr int kMaxRequests = 20;

class Pieces : public ByteChannel {
 public:
  Pieces(std::string_view bytes, std::size_t size) : rest_(bytes), size_(size) {}

  Task<std::string> read() override {
    std::string piece(rest_.substr(0, size_));
    rest_.remove_prefix(piece.size());
    co_return piece;
  }
  Task<bool> write(std::string bytes) override {
    co_return bytes == "HTTP/1.1 100 Continue\r\n\r\n";
  }
  Task<void> close(double) override { co_return; }

 private:
  std::string_view rest_;
  std::size_t size_;
};

void check(const RequestHead& head, const std::string& body) {
  if (head.method.empty() || head.path.empty() || head.path[0] != '/') std::abort();
  if (head.path.find_first_of("? \r\n") != std::string::npos) std::abort();
  if (head.fields.size() > RequestHead::kMaxFields || !head.only("host")) std::abort();
  for (const auto& [name, value] : head.fields) {
    if (name.empty() || name != lower_case(name) || value != trimmed(value)) std::abort();
    if (name.find_first_of(" \t\r\n:") != std::string::npos) std::abort();
    if (value.find_first_of(std::string_view("\0\r\n", 3)) != std::string::npos) std::abort();
  }
  if (head.chunked && head.length != 0) std::abort();
  if (head.chunked ? body.size() > kLimit : body.size() != head.length) std::abort();
}

// All that was understood, in one text.
Task<void> read_all(std::string_view bytes, std::size_t size, std::string* seen) {
  HttpConnection connection(std::make_unique<Pieces>(bytes, size));
  try {
    for (int i = 0; i < kMaxRequests; ++i) {
      std::optional<RequestHead> head = co_await connection.next();
      if (!head) break;
      Task<std::string> reading = connection.body(*head, kLimit);
      const std::string body = co_await std::move(reading);
      check(*head, body);
      *seen += head->method + " " + head->path + (head->keep_alive ? "\n" : " close\n");
      for (const auto& [name, value] : head->fields) *seen += name + ":" + value + "\n";
      *seen += body + "\n";
      if (!head->keep_alive) break;
    }
  } catch (const Refusal& refusal) {
    static const std::set<int> kStatuses = {400, 413, 417, 431, 501, 505};
    if (!kStatuses.contains(refusal.status) || refusal.text.empty()) std::abort();
    *seen += std::to_string(refusal.status) + " " + refusal.text;
  }
}

}  // namespace
}  // namespace runtime::http

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  static runtime::Loop loop;
  std::string whole;
  std::string pieces;
  runtime::run(loop, runtime::http::read_all(bytes, bytes.size(), &whole));
  runtime::run(loop, runtime::http::read_all(bytes, data[0] % 16 + 1, &pieces));
  if (whole != pieces) std::abort();
  return 0;
}
