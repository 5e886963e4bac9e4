#include "runtime/http/server/transport/reply.hpp"

#include "runtime/core/value/base64.hpp"

namespace runtime::http {

namespace {

const char* reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Status";
  }
}

}  // namespace

std::string reply_head(int status, const Fields& fields, std::int64_t length, bool keep_alive) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + " " + reason_of(status) + "\r\n";
  for (const auto& [name, value] : fields) text += name + ": " + value + "\r\n";
  if (length < 0)
    text += "Transfer-Encoding: chunked\r\n";
  else if (status != 204)
    text += "Content-Length: " + std::to_string(length) + "\r\n";
  text += "X-Content-Type-Options: nosniff\r\n";
  text += keep_alive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return text;
}

std::string short_reply(int status, Fields fields, std::string_view media_type,
                        std::string_view body, bool keep_alive) {
  if (!body.empty()) fields.emplace_back("Content-Type", media_type);
  return reply_head(status, fields, static_cast<std::int64_t>(body.size()), keep_alive) +
         std::string(body);
}

std::size_t size_of(const mcp::Segments& message) {
  std::size_t size = 0;
  for (const json::Segment& segment : message) {
    if (const auto* text = std::get_if<std::string>(&segment))
      size += text->size();
    else
      size += base64_size(std::get<BlobRef>(segment)->bytes().size());
  }
  return size;
}

std::string event_begin(const std::string& id) {
  std::string text = "event: message\n";
  if (!id.empty()) text += "id: " + id + "\n";
  return text + "data: ";
}

std::string priming_event(const std::string& id, int retry_milliseconds) {
  return "id: " + id + "\nretry: " + std::to_string(retry_milliseconds) + "\ndata: \n\n";
}

std::string chunk(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string size;
  for (std::size_t rest = bytes.size(); rest > 0; rest >>= 4)
    size.insert(size.begin(), kDigits[rest & 15]);
  std::string text;
  text.reserve(bytes.size() + 16);
  text.append(size).append("\r\n").append(bytes).append("\r\n");
  return text;
}

}  // namespace runtime::http
