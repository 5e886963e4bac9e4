#include "runtime/http/client/url.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "runtime/core/value/error.hpp"

namespace runtime::http {

namespace {

constexpr std::size_t kLongestUrl = 16384;
constexpr int kPlainPort = 80;
constexpr int kSecurePort = 443;

[[noreturn]] void refuse_url(const std::string& why) {
  throw Error("INVALID_ARGUMENT", "invalid address: " + why,
              "Write it like https://host:port/path?query.");
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// Percent-encodes bytes that a request line must not contain; keeps existing encoding.
std::string encode_target(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string result = text.empty() || text[0] != '/' ? "/" : "";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7f &&
        std::string_view("\"<>\\^`{|}").find(c) == std::string_view::npos) {
      result += c;
      continue;
    }
    result += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return result;
}

int parse_port(std::string_view text) {
  int port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size() || port < 1 || port > 65535)
    refuse_url("the port is not a number from 1 to 65535");
  return port;
}

void check_host(const std::string& host, bool bracketed) {
  if (host.empty() || host.size() > 255) refuse_url("no host");
  for (const char c : host)
    if (!is_word(c) && c != '.' && c != '-' && !(bracketed ? c == ':' : c == '_'))
      refuse_url("invalid character in the host");
}

void split_authority(std::string_view text, Url& url) {
  if (text.find('@') != std::string_view::npos)
    throw Error("INVALID_ARGUMENT", "address contains a user name or password",
                "Send them as headers = {authorization = …}.");
  const bool bracketed = !text.empty() && text[0] == '[';
  const std::size_t end = bracketed ? text.find(']') : std::min(text.find(':'), text.size());
  if (end == std::string_view::npos) refuse_url("missing bracket");
  url.host = lower(text.substr(bracketed ? 1 : 0, bracketed ? end - 1 : end));
  check_host(url.host, bracketed);
  const std::string_view rest = text.substr(bracketed ? end + 1 : end);
  url.port = url.secure ? kSecurePort : kPlainPort;
  if (rest.empty() || rest == ":") return;
  if (rest[0] != ':') refuse_url("unexpected text after the host");
  url.port = parse_port(rest.substr(1));
}

// Returns the scheme before ':', or "" for a relative reference.
std::string scheme_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) return "";
  const std::string_view name = text.substr(0, colon);
  const bool proper = std::all_of(name.begin(), name.end(), [](char c) {
    return is_word(c) || c == '+' || c == '-' || c == '.';
  });
  return proper ? lower(name) : "";
}

void check_text(std::string_view text) {
  if (text.size() > kLongestUrl) refuse_url("longer than 16 KiB");
  if (std::any_of(text.begin(), text.end(), is_control)) refuse_url("contains control characters");
}

std::string remove_dots(std::string_view path) {
  std::vector<std::string_view> parts;
  bool folder = false;
  for (std::size_t at = 1; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view part = path.substr(at, end - at);
    folder = part == "." || part == "..";
    if (part == ".." && !parts.empty()) parts.pop_back();
    if (!folder) parts.push_back(part);
    at = end + 1;
  }
  std::string result;
  for (const std::string_view part : parts) result += "/" + std::string(part);
  return folder || result.empty() ? result + "/" : result;
}

}  // namespace

std::string Url::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == (secure ? kSecurePort : kPlainPort) ? name : name + ":" + std::to_string(port);
}

std::string Url::origin() const { return (secure ? "https://" : "http://") + authority(); }

Url parse_url(std::string_view text) {
  check_text(text);
  const std::string scheme = scheme_of(text);
  if (scheme != "http" && scheme != "https")
    throw Error("INVALID_ARGUMENT", "address scheme is not http or https",
                "Begin it with https:// or http://.");
  Url url;
  url.secure = scheme == "https";
  text.remove_prefix(scheme.size() + 1);
  if (text.substr(0, 2) != "//") refuse_url("// missing after the scheme");
  text.remove_prefix(2);
  text = text.substr(0, text.find('#'));
  const std::size_t end = std::min(text.find_first_of("/?"), text.size());
  split_authority(text.substr(0, end), url);
  url.target = encode_target(text.substr(end));
  return url;
}

Url resolve(const Url& base, std::string_view reference) {
  check_text(reference);
  if (!scheme_of(reference).empty()) return parse_url(reference);
  if (reference.substr(0, 2) == "//")
    return parse_url((base.secure ? "https:" : "http:") + std::string(reference));
  reference = reference.substr(0, reference.find('#'));
  Url url = base;
  if (reference.empty()) return url;
  const std::string path = base.target.substr(0, base.target.find('?'));
  if (reference[0] == '?') {
    url.target = encode_target(path + std::string(reference));
    return url;
  }
  const std::string whole = reference[0] == '/'
                                ? std::string(reference)
                                : path.substr(0, path.rfind('/') + 1) + std::string(reference);
  const std::size_t query = std::min(whole.find('?'), whole.size());
  url.target = encode_target(remove_dots(whole.substr(0, query)) + whole.substr(query));
  return url;
}

}  // namespace runtime::http
