#include "runtime/http/client/plan.hpp"

#include <algorithm>

#include "runtime/core/files/files.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/core/value/settings.hpp"

namespace runtime::http {

namespace {

constexpr double kDefaultTimeout = 30;
constexpr double kLongestTimeout = 86400;
constexpr double kDefaultConnectTimeout = 10;
constexpr std::int64_t kDefaultLimit = 64 << 20;
constexpr std::int64_t kLargestLimit = 256 << 20;
constexpr std::int64_t kDefaultFlow = std::int64_t{4} << 30;
constexpr std::int64_t kLargestFlow = std::int64_t{1} << 40;
constexpr std::int64_t kMaxRetries = 10;
constexpr std::size_t kMaxFields = 100;
constexpr std::size_t kLongestField = 65536;

[[noreturn]] void refuse_argument(const std::string& message, const std::string& remedy) {
  throw Error("INVALID_ARGUMENT", message, remedy);
}

// Returns whether the text is a token (RFC 9110, section 5.6.2).
bool is_token(std::string_view text) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kMarks.find(c) != std::string_view::npos;
  });
}

std::string checked_method(std::string method) {
  for (char& c : method)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  if (!is_token(method) || method.size() > 32 || method == "CONNECT" || method == "TRACE")
    refuse_argument("http.request: the method is not valid",
                    "Use GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS.");
  return method;
}

std::string lower_name(const std::string& name) {
  std::string result = name;
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

// Returns whether a header concerns message framing, which only the program sets.
bool is_framing(std::string_view name) {
  constexpr std::string_view kFraming[] = {
      "host",    "connection", "content-length", "transfer-encoding", "expect",
      "upgrade", "te",         "trailer"};
  return std::find(std::begin(kFraming), std::end(kFraming), name) != std::end(kFraming);
}

std::string field_value(const std::string& name, const Value& value) {
  std::string text;
  if (const std::string* given = value.string())
    text = *given;
  else if (const auto* number = value.as<std::int64_t>())
    text = std::to_string(*number);
  else
    refuse_argument("http: the header '" + name + "' is not a string",
                    "Give header values as strings.");
  const bool clean = std::none_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
  });
  if (!clean || text.size() > kLongestField)
    refuse_argument("http: the header '" + name + "' has control characters or is too long",
                    "Give header values of one line.");
  return text;
}

Fields read_fields(const Value& table) {
  Fields fields;
  if (table.absent() || (table.list() && table.list()->empty())) return fields;
  if (!table.record())
    refuse_argument("http: option 'headers': expected a table of names and values",
                    "For example {[\"x-name\"] = \"value\"}.");
  if (table.record()->size() > kMaxFields)
    refuse_argument("http: more than 100 headers", "Send fewer.");
  for (const auto& [given, value] : *table.record()) {
    const std::string name = lower_name(given);
    if (!is_token(name) || name.size() > 256)
      refuse_argument("http: a header's name is not valid", "Use letters, digits and -.");
    if (is_framing(name))
      refuse_argument("http: the header '" + name + "' cannot be set",
                      "Leave it out; it follows from the request itself.");
    if (find_field(fields, name))
      refuse_argument("http: the header '" + name + "' is given twice",
                      "Give it once; names are case-insensitive.");
    fields.emplace_back(name, field_value(name, value));
  }
  return fields;
}

void default_field(Fields& fields, const char* name, std::string value) {
  if (!find_field(fields, name)) fields.emplace_back(name, std::move(value));
}

void read_body(const Options& options, Plan& plan) {
  Request& request = plan.request;
  if (options.has("json") && options.has("body"))
    refuse_argument("http: both body and json given", "Give one of them.");
  if (options.has("json")) {
    plan.content = Content(options["json"]);
    default_field(request.fields, "content-type", "application/json");
    default_field(request.fields, "accept", "application/json, */*;q=0.5");
  } else if (const BlobRef* blob = options["body"].as<BlobRef>()) {
    plan.content = Content(*blob);
    default_field(request.fields, "content-type",
                  field_value("content-type", (*blob)->media_type()));
  } else if (options.has("body")) {
    plan.content = Content(options.string("body", ""));
    default_field(request.fields, "content-type", "application/octet-stream");
  }
}

double seconds(const Options& options, const char* name, double fallback) {
  const double value = options.number(name, fallback);
  if (!(value > 0 && value <= kLongestTimeout))
    refuse_argument(std::string("http: option '") + name + "' is not a valid time",
                    "Give seconds, more than 0 and at most a day.");
  return value;
}

std::int64_t whole(const Options& options, const char* name, std::int64_t fallback,
                   std::int64_t least, std::int64_t most) {
  const std::int64_t value = options.integer(name, fallback);
  if (value < least || value > most)
    refuse_argument(std::string("http: option '") + name + "' is out of range",
                    "Give a number from " + std::to_string(least) + " to " + std::to_string(most));
  return value;
}

bool stays_at_origin(const Options& options) {
  const std::string redirect = options.string("redirect", "any");
  if (redirect != "any" && redirect != "origin")
    refuse_argument(
        "http: option 'redirect': unknown value '" + redirect + "'",
        "Use \"any\", or \"origin\" to follow only those to the same scheme, host and port.");
  return redirect == "origin";
}

// A body that goes to a file or a stream takes no memory.
void read_limit(const Options& options, Plan& plan) {
  if (plan.path || plan.limits.endless)
    plan.limits.flow =
        static_cast<std::size_t>(whole(options, "limit", kDefaultFlow, 1, kLargestFlow));
  else
    plan.limits.body =
        static_cast<std::size_t>(whole(options, "limit", kDefaultLimit, 1, kLargestLimit));
}

}  // namespace

Plan make_plan(const std::string& method, const std::string& url, const Options& options,
               Answer answer) {
  Plan plan;
  plan.url = parse_url(url);
  plan.request.method = checked_method(method);
  plan.request.fields = read_fields(options["headers"]);
  read_body(options, plan);
  default_field(plan.request.fields, "user-agent", "peekaboo/" PEEKABOO_VERSION);
  plan.timeout = seconds(options, "timeout", kDefaultTimeout);
  plan.retries = static_cast<int>(whole(options, "retry", 0, 0, kMaxRetries));
  plan.limits.connect_seconds =
      seconds(options, "connect_timeout", std::min(kDefaultConnectTimeout, plan.timeout));
  plan.limits.read_seconds = seconds(options, "read_timeout", plan.timeout);
  if (options.has("to")) plan.path = files::expanded(options.string("to", ""));
  plan.limits.endless = answer == Answer::kStreamed;
  read_limit(options, plan);
  plan.limits.same_origin = stays_at_origin(options);
  plan.limits.ca_file = settings::text("PEEKABOO_CA_FILE");
  plan.limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(plan.timeout));
  return plan;
}

}  // namespace runtime::http
