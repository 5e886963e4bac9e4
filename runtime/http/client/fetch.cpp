#include "runtime/http/client/fetch.hpp"

#include <algorithm>

#include "runtime/core/value/json.hpp"
#include "runtime/core/value/secret.hpp"
#include "runtime/http/client/failure.hpp"

namespace runtime::http {

namespace {

constexpr int kMaxRedirects = 5;

// RFC 9110, section 15.4: a redirect by 303, and by convention one by 301 or 302 after a POST, is
// followed with GET.
bool becomes_get(int status, const std::string& method) {
  if (status == 303) return method != "GET" && method != "HEAD";
  return (status == 301 || status == 302) && method == "POST";
}

template <class Drop>
void drop_fields(Fields& fields, Drop drop) {
  std::erase_if(fields, [&](const auto& field) { return drop(field.first); });
}

Value decoded(const Response& response) {
  const std::string* type = find_field(response.fields, "content-type");
  if (!type || !is_json(*type)) return Value();
  try {
    return json::parse(response.body);
  } catch (const Error&) {
    return Value();
  }
}

}  // namespace

bool is_redirect(const Response& head) {
  const int status = head.status;
  return (status == 301 || status == 302 || status == 303 || status == 307 || status == 308) &&
         find_field(head.fields, "location");
}

bool is_json(std::string_view content_type) {
  std::string type(content_type.substr(0, content_type.find(';')));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  for (char& c : type)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return type == "application/json" || type == "text/json" || type.ends_with("+json");
}

void Fetch::follow(int status, const std::string& location) {
  Url next;
  try {
    next = resolve(url_, location);
  } catch (const Error& error) {
    throw failure("redirect", url_.origin() + " redirects to an invalid address: " + error.message,
                  "Use another address.");
  }
  if (url_.secure && !next.secure)
    throw failure("redirect",
                  url_.origin() + " redirects to " + next.origin() + ", which is not encrypted",
                  "Request the other address directly if that is intended.");
  if (limits_.same_origin && !next.same_origin(url_))
    throw failure("redirect",
                  url_.origin() + " redirects to " + next.origin() + ", which is another server",
                  "Request the other address directly if that is intended.");
  if (!next.same_origin(url_)) drop_fields(request_.fields, is_secret);
  if (becomes_get(status, request_.method)) {
    request_.method = "GET";
    request_.body.clear();
    drop_fields(request_.fields,
                [](const std::string& name) { return name.starts_with("content-"); });
  }
  url_ = std::move(next);
}

Response Fetch::run() {
  for (int hop = 0;; ++hop) {
    Response response = exchange(connection_, url_, request_, limits_, sink_);
    if (!is_redirect(response)) {
      response.document = decoded(response);
      return response;
    }
    if (hop == kMaxRedirects)
      throw failure("redirect", url_.origin() + " redirects too many times",
                    "Request the final address.");
    follow(response.status, *find_field(response.fields, "location"));
  }
}

}  // namespace runtime::http
