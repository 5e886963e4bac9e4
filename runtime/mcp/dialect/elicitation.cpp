#include "runtime/mcp/dialect/elicitation.hpp"

#include <chrono>

#include "runtime/core/value/sha256.hpp"
#include "runtime/mcp/dialect/signed_token.hpp"
#include "runtime/mcp/server/params.hpp"

namespace runtime::mcp {

namespace {

constexpr std::int64_t kLife = 600;        // seconds
constexpr std::size_t kMaxAnswers = 1000;  // of all rounds; each is searched for among the others

const SignedToken& token_key() {
  static const SignedToken made;
  return made;
}

std::int64_t now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

std::string digest_of(const Request& request) {
  std::string all = request.method;
  for (const char* name : {"name", "uri", "arguments"})
    all += "\n" + json::dump(request.params[name]);
  std::string text;
  for (const char each : sha256(all)) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[static_cast<unsigned char>(each) >> 4];
    text += kDigits[each & 15];
  }
  return text;
}

Value earlier_answers(const Request& request, const Value& state) {
  if (state.absent()) return Value(Value::Record{});
  const auto text = state.string() ? token_key().verify(*state.string()) : std::nullopt;
  const RpcError wrong =
      invalid_params("requestState is not what the server gave for this request");
  if (!text) throw wrong;
  const Value opened = json::parse(*text);
  const auto* until = opened["until"].as<std::int64_t>();
  if (!until || *until < now() || opened["about"] != Value(request.about)) throw wrong;
  return opened["answers"];
}

}  // namespace

bool may_ask(const Request& request) {
  return request.method == "tools/call" || request.method == "resources/read" ||
         request.method == "prompts/get";
}

void read_answers(Request* request) {
  if (!may_ask(*request)) return;
  const Value& responses = request->params["inputResponses"];
  const Value* given = request->params.find("inputResponses");
  if (given && !responses.record()) throw invalid_params("inputResponses must be an object");
  request->about = digest_of(*request);
  request->answers = earlier_answers(*request, request->params["requestState"]);
  if (!given) return;
  if (responses.record()->size() + request->answers.record()->size() > kMaxAnswers)
    throw invalid_params("inputResponses has at most " + std::to_string(kMaxAnswers) +
                         " members in all rounds");
  for (const auto& [key, answer] : *responses.record()) {
    if (!answer.record())
      throw invalid_params("inputResponses." + shortened(key) + " must be an object");
    request->answers.set(key, answer);
  }
}

Value ask_result(const Request& request, const Value& questions) {
  Value state;
  state.set("about", request.about).set("until", now() + kLife).set("answers", request.answers);
  Value result;
  result.set("resultType", "input_required")
      .set("inputRequests", questions)
      .set("requestState", token_key().sign(json::dump(state)));
  return result;
}

}  // namespace runtime::mcp
