#include "runtime/http/server/transport/request_head.hpp"

#include <algorithm>
#include <charconv>

#include "runtime/http/server/transport/refusal.hpp"

namespace runtime::http {

namespace {

// RFC 9110, section 5.6.2.
bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

// Refuses control characters in a value; allows bytes beyond ASCII.
bool is_value(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t') || byte == 0x7F;
  });
}

[[noreturn]] void refuse_request(const char* why) {
  throw Refusal(400, std::string("invalid HTTP request: ") + why);
}

std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (line.empty() || line.back() != '\r') refuse_request("line does not end with CR LF");
  line.remove_suffix(1);
  return line;
}

// Removes the authority from a target in absolute form (RFC 9112, section 3.2.2), leaving its path,
// and returns it; "" for one in origin form.
std::string take_authority(std::string_view& target) {
  const std::size_t mark = target.find("://");
  if (mark == std::string_view::npos || target[0] == '/') return {};
  const std::string scheme = lower_case(target.substr(0, mark));
  if (scheme != "http" && scheme != "https") refuse_request("target scheme is not http or https");
  target.remove_prefix(mark + 3);
  const std::size_t size = std::min(target.find_first_of("/?#"), target.size());
  std::string authority(target.substr(0, size));
  if (authority.empty()) refuse_request("no host in request target");
  // RFC 9110, section 4.2.4: user information in an authority can only mislead.
  if (authority.find('@') != std::string::npos) refuse_request("userinfo in request target");
  target.remove_prefix(size);
  if (target.empty() || target[0] != '/') target = "/";
  return authority;
}

// Returns the authority of the target, "" when it has none.
std::string read_request_line(std::string_view line, RequestHead& head) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || last == first)
    refuse_request("request line does not have three parts");
  head.method = line.substr(0, first);
  std::string_view target = line.substr(first + 1, last - first - 1);
  const std::string_view version = line.substr(last + 1);
  if (!is_token(head.method)) refuse_request("invalid method");
  if (version.substr(0, 5) != "HTTP/") refuse_request("no HTTP version in request line");
  if (version != "HTTP/1.1") throw Refusal(505, "this server speaks HTTP/1.1");
  const bool plain =
      std::all_of(target.begin(), target.end(), [](char c) { return c > 0x20 && c < 0x7F; });
  if (target.empty() || !plain) refuse_request("request target is not a path");
  std::string authority = take_authority(target);
  if (target[0] != '/') refuse_request("request target is not a path");
  head.path = target.substr(0, target.find('?'));
  return authority;
}

void read_field(std::string_view line, RequestHead& head) {
  if (line[0] == ' ' || line[0] == '\t') refuse_request("folded header field");
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !is_token(line.substr(0, colon)))
    refuse_request("header field without a name");
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (!is_value(value)) refuse_request("control characters in a header field");
  if (head.fields.size() >= RequestHead::kMaxFields)
    throw Refusal(
        431, "a request has at most " + std::to_string(RequestHead::kMaxFields) + " header fields");
  head.fields.emplace_back(lower_case(line.substr(0, colon)), value);
}

std::size_t count_fields(const RequestHead& head, std::string_view name) {
  return static_cast<std::size_t>(
      std::count_if(head.fields.begin(), head.fields.end(),
                    [&](const auto& field) { return field.first == name; }));
}

void read_length(RequestHead& head) {
  const std::string* coding = find_field(head.fields, "transfer-encoding");
  const std::string* length = find_field(head.fields, "content-length");
  if (coding && length) refuse_request("both Content-Length and Transfer-Encoding given");
  if (count_fields(head, "transfer-encoding") > 1 || count_fields(head, "content-length") > 1)
    refuse_request("repeated Content-Length or Transfer-Encoding");
  if (coding) {
    if (lower_case(*coding) != "chunked")
      throw Refusal(501, "unsupported transfer coding; only chunked is supported");
    head.chunked = true;
  }
  if (!length) return;
  const char* end = length->data() + length->size();
  const auto [stopped, error] = std::from_chars(length->data(), end, head.length);
  if (error == std::errc::result_out_of_range) throw Refusal(413, "body is too large");
  if (error != std::errc() || stopped != end) refuse_request("Content-Length is not a number");
}

void read_connection(RequestHead& head) {
  for (const auto& [name, value] : head.fields) {
    if (name == "connection" && lower_case(value).find("close") != std::string::npos)
      head.keep_alive = false;
    if (name != "expect") continue;
    if (lower_case(value) != "100-continue")
      throw Refusal(417, "unsupported expectation; only 100-continue is supported");
    head.expects_continue = true;
  }
}

}  // namespace

const std::string* RequestHead::only(std::string_view name) const {
  return count_fields(*this, name) == 1 ? find_field(fields, name) : nullptr;
}

std::optional<std::string> RequestHead::list(std::string_view name) const {
  std::optional<std::string> all;
  for (const auto& [key, value] : fields)
    if (key == name) all = all ? *all + ", " + value : value;
  return all;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Checks the next byte. Anything that begins differently is another protocol.
void HeadScan::check_request_line(std::string_view bytes) {
  constexpr std::size_t kLongestMethod = 32;
  const char byte = bytes[seen_];
  if (in_method_ && byte == ' ' && seen_ > 0) {
    in_method_ = false;
  } else if (in_method_) {
    if (!is_token(bytes.substr(seen_, 1)) || seen_ >= kLongestMethod)
      refuse_request("request does not begin with a method");
  } else if (byte == '\n') {
    if (bytes[seen_ - 1] != '\r') refuse_request("line does not end with CR LF");
    RequestHead head;
    read_request_line(bytes.substr(0, seen_ - 1), head);
  } else if (bytes[seen_ - 1] == '\r' || (byte != '\r' && (byte < 0x20 || byte > 0x7E))) {
    refuse_request("request target is not a path");
  }
}

std::optional<std::size_t> HeadScan::take(std::string_view bytes) {
  const std::size_t count = std::min(bytes.size(), RequestHead::kLargest);
  for (; seen_ < count; ++seen_) {
    if (line_ == 0) check_request_line(bytes);
    if (bytes[seen_] != '\n') continue;
    if (bytes[seen_ - 1] != '\r') refuse_request("line does not end with CR LF");
    if (seen_ == line_ + 1) return seen_ + 1;
    line_ = seen_ + 1;
  }
  if (bytes.size() >= RequestHead::kLargest)
    throw Refusal(431, "the header of a request has at most " +
                           std::to_string(RequestHead::kLargest) + " bytes");
  return std::nullopt;
}

RequestHead parse_head(std::string_view bytes) {
  RequestHead head;
  std::string authority = read_request_line(take_line(bytes), head);
  for (std::string_view line = take_line(bytes); !line.empty(); line = take_line(bytes))
    read_field(line, head);
  if (count_fields(head, "host") != 1) refuse_request("exactly one Host field is required");
  for (auto& [name, value] : head.fields)
    if (name == "host" && !authority.empty()) value = authority;
  read_length(head);
  read_connection(head);
  return head;
}

bool is_media_type(std::string_view field, std::string_view media_type) {
  return lower_case(trimmed(field.substr(0, field.find(';')))) == media_type;
}

bool accepts(std::string_view field, std::string_view media_type) {
  const std::string family = std::string(media_type.substr(0, media_type.find('/') + 1)) + "*";
  while (!field.empty()) {
    const std::size_t comma = field.find(',');
    const std::string_view item = field.substr(0, comma);
    if (is_media_type(item, media_type) || is_media_type(item, family) ||
        is_media_type(item, "*/*"))
      return true;
    field.remove_prefix(comma == std::string_view::npos ? field.size() : comma + 1);
  }
  return false;
}

}  // namespace runtime::http
