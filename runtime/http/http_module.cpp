#include "runtime/http/http_module.hpp"

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/workers.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/http/client/download.hpp"
#include "runtime/http/client/plan.hpp"
#include "runtime/http/client/retry.hpp"
#include "runtime/http/client/stream.hpp"

namespace runtime {

namespace {

using http::Answer;
using http::Fetch;
using http::Plan;
using http::Response;

// A DNS look-up cannot be interrupted. A caller that stops waiting resumes at once, while the
// look-up occupies its thread until the resolver gives up, then ends without connecting; so these
// limits include abandoned ones. Further requests wait for a thread, within their own time limit.
constexpr int kThreads = 8;
constexpr int kStreams = 32;

struct Service {
  explicit Service(Loop& loop)
      : workers(loop, "http", kThreads),
        streams(std::make_shared<Workers>(loop, "http-stream", kStreams)) {}
  Workers workers;
  std::shared_ptr<Workers> streams;  // separate, because a stream may last for days
};

// Ends the exchange as soon as its caller stops waiting, to free its thread.
class EndsWithWaiter {
 public:
  explicit EndsWithWaiter(std::shared_ptr<Fetch> fetch) : fetch_(std::move(fetch)) {}
  ~EndsWithWaiter() { fetch_->interrupt(); }
  EndsWithWaiter(const EndsWithWaiter&) = delete;
  EndsWithWaiter& operator=(const EndsWithWaiter&) = delete;

 private:
  std::shared_ptr<Fetch> fetch_;
};

Response download(Fetch& fetch, const std::string& path, const Stop& stop) {
  http::Download file(path);
  fetch.set_sink(&file);
  Response response = fetch.run();
  if (!stop.requested()) file.finish(response);
  return response;
}

Task<Response> attempt_once(std::shared_ptr<Service> service, std::shared_ptr<const Plan> plan) {
  const auto fetch = std::make_shared<Fetch>(plan->url, plan->request, plan->limits);
  const EndsWithWaiter end(fetch);
  const auto job = [fetch, plan](const Stop& stop) {
    fetch->set_body(plan->content.bytes());
    return plan->path ? download(*fetch, *plan->path, stop) : fetch->run();
  };
  Response response = co_await service->workers.run(job);
  co_return response;
}

double seconds_left(const Plan& plan) {
  return std::chrono::duration<double>(plan.limits.deadline - http::Clock::now()).count();
}

// Holds no thread between attempts. Returns a failed answer when no time is left to repeat the
// request.
Task<Response> attempt(std::shared_ptr<Service> service, std::shared_ptr<const Plan> plan) {
  for (int count = 0;; ++count) {
    Response response = co_await attempt_once(service, plan);
    if (count >= plan->retries || !http::worth_retrying(response.status)) co_return response;
    const double pause = http::retry_pause(response.fields, count, std::time(nullptr));
    if (pause >= seconds_left(*plan)) co_return response;
    co_await sleep(pause);
  }
}

Value to_value(Response response) {
  Value result;
  result.set("status", response.status).set("headers", http::to_value(response.fields));
  if (response.path.empty())
    result.set("body", std::move(response.body)).set("json", std::move(response.document));
  else
    result.set("path", response.path).set("size", static_cast<std::int64_t>(response.size));
  return result;
}

// Paths, queries, headers and bodies may contain secrets, so the log omits them.
void note(const Plan& plan, int status) {
  if (!log::enabled(log::Level::kDebug)) return;
  Value fields;
  fields.set("method", plan.request.method).set("server", plan.url.origin()).set("status", status);
  log::debug("http", fields);
}

// Names the helpful option in the hint of a TIMEOUT.
template <class T>
Task<T> in_time(std::shared_ptr<const Plan> plan, Task<T> work) {
  Task<T> limited = timeout(plan->timeout, std::move(work),
                            plan->url.origin() + " did not answer within the time limit");
  try {
    if constexpr (std::is_void_v<T>) {
      co_await std::move(limited);
      co_return;
    } else {
      T result = co_await std::move(limited);
      co_return result;
    }
  } catch (Error& error) {
    if (error.code == "TIMEOUT" && error.hint.empty())
      error.hint = "Raise the option timeout (seconds).";
    throw;
  }
}

Task<Results> perform(std::shared_ptr<Service> service, std::shared_ptr<const Plan> plan) {
  Task<Response> work = attempt(service, plan);
  Task<Response> limited = in_time(plan, std::move(work));
  Response response = co_await std::move(limited);
  note(*plan, response.status);
  co_return to_value(std::move(response));
}

Task<Results> start(const Args& args, const std::string& method, std::size_t url) {
  const Options options = args.options(url + 1);
  return perform(args.shared_self<Service>(),
                 std::make_shared<const Plan>(
                     http::make_plan(method, args.string(url), options, Answer::kWhole)));
}

Task<Results> get(Args args) { return start(args, "GET", 1); }
Task<Results> post(Args args) { return start(args, "POST", 1); }
Task<Results> request(Args args) { return start(args, args.string(1), 2); }

Task<Results> open(Args args) {
  const Context context = co_await current_context();
  const Options options = args.options(2);
  const auto plan = std::make_shared<const Plan>(
      http::make_plan(options.string("method", "GET"), args.string(1), options, Answer::kStreamed));
  const auto stream =
      std::make_shared<http::Stream>(*context.loop, args.self<Service>().streams, plan);
  Task<void> head = stream->arrive();
  Task<void> limited = in_time(plan, std::move(head));
  co_await std::move(limited);
  note(*plan, stream->status());
  co_return Value(std::shared_ptr<Object>(stream));
}

constexpr Parameter kUrl{"url", "string", "An http or https address."};
constexpr Parameter kHeaders{"headers", "table<string, string>", "Headers of the request."};
constexpr Parameter kJson{"json", "any",
                          "A value, mostly a table, to send as JSON; blobs in it become Base64."};
constexpr Parameter kBody{"body", "string|blob", "What to send."};
constexpr Parameter kTimeout{"timeout", "number",
                             "Seconds for everything, repetitions too. Default 30."};
constexpr Parameter kConnectTimeout{"connect_timeout", "number",
                                    "Seconds until the connection stands. Default 10."};
constexpr Parameter kReadTimeout{"read_timeout", "number",
                                 "Seconds of silence once the answer has begun. Default: timeout."};
constexpr Parameter kLimit{"limit", "integer",
                           "Bytes of body. Default 64 MiB, with to 4 GiB; more raises "
                           "UNKNOWN_ERROR with details.reason \"too_large\"."};
constexpr Parameter kRetry{"retry", "integer", "How often to repeat after 429 and 5xx. Default 0."};
constexpr Parameter kTo{
    "to", "string",
    "A file for the body of a 2xx answer, all or nothing. Replaces one of that name."};
constexpr Parameter kRedirect{
    "redirect", "\"any\"|\"origin\"",
    "Which redirects are followed: any, or those to the same scheme, host and port; others then "
    "raise UNKNOWN_ERROR with details.reason \"redirect\". Default \"any\"."};

constexpr Function kHttp[] = {
    {.call = "http.get",
     .text =
         "Asks an http or https address. Any status is an answer, not an error. Repetitions come "
         "after the pause that Retry-After asks for, or half a second, doubled each time. With to, "
         "the body of a 2xx answer goes to that file as it arrives (give a timeout that suits the "
         "size): path and size stand in the place of body and json. Up to five redirects are "
         "followed; headers that hold secrets (authorization, cookie, x-api-key …) do not go to "
         "another origin. FILE_IO_ERROR: the file, or PEEKABOO_CA_FILE. UNKNOWN_ERROR has "
         "details.reason connect, tls, closed, too_large, protocol or redirect.",
     .parameters = {kUrl},
     .options = {kHeaders, kJson, kBody, kTimeout, kConnectTimeout, kReadTimeout, kLimit, kRetry,
                 kTo, kRedirect},
     .results = {{"reply"}},
     .errors = {"INVALID_ARGUMENT", "TIMEOUT", "CONNECTION_REFUSED", "FILE_IO_ERROR",
                "UNKNOWN_ERROR"},
     .work = get},
    {.call = "http.post",
     .text = "As http.get, with POST. fs.read gives a file as a blob.",
     .parameters = {kUrl},
     .options = {kHeaders, kJson, kBody, kTimeout, kConnectTimeout, kReadTimeout, kLimit, kRetry,
                 kTo, kRedirect},
     .results = {{"reply"}},
     .errors = {"INVALID_ARGUMENT", "TIMEOUT", "CONNECTION_REFUSED", "FILE_IO_ERROR",
                "UNKNOWN_ERROR"},
     .work = post},
    {.call = "http.request",
     .text = "As http.get, with any method.",
     .parameters = {{"method", "string", "\"GET\", \"PUT\", \"DELETE\" …"}, kUrl},
     .options = {kHeaders, kJson, kBody, kTimeout, kConnectTimeout, kReadTimeout, kLimit, kRetry,
                 kTo, kRedirect},
     .results = {{"reply"}},
     .errors = {"INVALID_ARGUMENT", "TIMEOUT", "CONNECTION_REFUSED", "FILE_IO_ERROR",
                "UNKNOWN_ERROR"},
     .work = request},
    {.call = "http.open",
     .text = "Asks as http.get does and returns when the head of the answer is there; its body is "
             "read as it arrives, with stream:lines and stream:read. While the script does not "
             "read, no more than some two megabytes are taken from the server. At most 32 streams "
             "are open at a time; more wait.",
     .parameters = {kUrl},
     .options = {{"method", "string", "Default \"GET\"."},
                 kHeaders,
                 kJson,
                 kBody,
                 {"timeout", "number",
                  "Seconds until the head of the answer is there. Default 30."},
                 kConnectTimeout,
                 kReadTimeout,
                 {"limit", "integer",
                  "Bytes of body. Default 4 GiB; more raises UNKNOWN_ERROR with details.reason "
                  "\"too_large\"."},
                 kRedirect},
     .results = {{"stream"}},
     .errors = {"INVALID_ARGUMENT", "TIMEOUT", "CONNECTION_REFUSED", "FILE_IO_ERROR",
                "UNKNOWN_ERROR"},
     .work = open},
};

}  // namespace

Module http_module(Loop& loop) {
  return Module{.name = "http",
                .functions = kHttp,
                .self = std::make_shared<Service>(loop),
                .methods = http::stream_methods(),
                .about = "Asking HTTP servers."};
}

}  // namespace runtime

// Looked up by the program when it opens the module; see runtime/app/host/module_loader.cpp.
extern "C" {
__attribute__((visibility("default"))) const char* peekaboo_module_version() {
  return PEEKABOO_VERSION;
}
__attribute__((visibility("default"))) void peekaboo_module_open(runtime::Loop& loop,
                                                                 runtime::Module& module) {
  module = runtime::http_module(loop);
}
}
