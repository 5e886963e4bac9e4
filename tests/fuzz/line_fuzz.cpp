// Feeds hostile lines to a whole session of both generations: whatever comes in, what goes out is
// JSON-RPC, each request is answered at most once, and the session ends when the input does.

#include <cstdlib>
#include <map>
#include <string>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/mcp/dialect/dual.hpp"
#include "runtime/mcp/server/server.hpp"

namespace runtime::mcp {
namespace {

class Lines : public Transport {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  Task<std::optional<Line>> next() override {
    co_await yield();
    if (done_) co_return std::nullopt;
    const std::size_t end = rest_.find('\n');
    Line line;
    line.text = std::string(rest_.substr(0, end));
    line.too_long = line.text.size() > limit();
    if (line.too_long) line.text.clear();
    done_ = end == std::string_view::npos;
    if (!done_) rest_.remove_prefix(end + 1);
    co_return line;
  }
  Task<bool> write(std::vector<Message> messages) override {
    for (const Message& message : messages) {
      std::string text;
      for (const auto& segment : message.segments)
        if (const auto* part = std::get_if<std::string>(&segment)) text += *part;
      check(json::parse(text));
    }
    co_return true;
  }
  std::size_t limit() const override { return 1 << 16; }

 private:
  static void check(const Value& message) {
    if (const Value::List* batch = message.list()) {
      if (batch->empty()) std::abort();
      for (const Value& each : *batch) check(each);
      return;
    }
    if (message["jsonrpc"] != Value("2.0")) std::abort();
    const bool notice = message.find("method") != nullptr;
    if (notice && (message.find("id") || !message["method"].string())) std::abort();
    if (notice) return;
    if ((message.find("result") == nullptr) == (message.find("error") == nullptr)) std::abort();
    const Value& error = message["error"];
    if (!error.is_nil() && (!error["code"].as<std::int64_t>() || !error["message"].string()))
      std::abort();
  }

  std::string_view rest_;
  bool done_ = false;
};

Task<Value> text(std::string words) { co_return Value(std::move(words)); }
Task<Value> echo(Value arguments) {
  Value block;
  block.set("type", "text").set("text", json::dump(arguments));
  Value result;
  result.set("content", Value::List{std::move(block)});
  co_return result;
}
Task<std::vector<std::string>> words(std::string typed) {
  co_return std::vector<std::string>{std::move(typed)};
}

void fill(Catalog* catalog) {
  Tool tool;
  tool.name = "echo";
  tool.input_schema =
      json::parse(R"({"type":"object","properties":{"a":{"type":"string","pattern":"^x"}}})");
  tool.run = [](Value arguments, CallContext& context) {
    context.progress(1, 2, "half");
    context.log(LogLevel::kInfo, "line");
    return echo(std::move(arguments));
  };
  catalog->tools.add(std::move(tool));
  Resource resource;
  resource.uri = "x:y";
  resource.name = "y";
  resource.read = [](std::string uri, Value, CallContext&) { return text(std::move(uri)); };
  catalog->resources.add(resource);
  resource.uri = "x:{id}/z";
  resource.complete["id"] = [](std::string typed, Value) { return words(std::move(typed)); };
  catalog->resources.add_template(resource);
  Prompt prompt;
  prompt.name = "p";
  prompt.arguments.push_back({"a", "", "", true});
  prompt.complete["a"] = [](std::string typed, Value) { return words(std::move(typed)); };
  prompt.run = [](Value arguments, CallContext&) { return text(*arguments["a"].string()); };
  catalog->prompts.add(std::move(prompt));
}

ServerInfo everything() {
  log::Settings settings;
  settings.level = log::Level::kFatal;
  log::configure(settings);
  ServerInfo info;
  info.logging = info.resources = info.prompts = info.completions = info.changes = true;
  return info;
}

}  // namespace
}  // namespace runtime::mcp

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace runtime;
  static const mcp::ServerInfo info = mcp::everything();
  mcp::Catalog catalog;
  mcp::fill(&catalog);
  Loop loop;
  mcp::DualDialect dialect(info);
  mcp::Lines transport({reinterpret_cast<const char*>(data), size});
  mcp::Server server(catalog, dialect, transport);
  run(loop, server.serve());
  if (server.in_flight() != 0) std::abort();
  return 0;
}
