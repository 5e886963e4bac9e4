#pragma once

#include <deque>
#include <string>

#include "runtime/core/async/channel.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/core/value/base64.hpp"
#include "runtime/mcp/dialect/handshake.hpp"
#include "runtime/mcp/server/server.hpp"

namespace runtime::mcp {

// Tools that fail on purpose must not fill the user's log.
inline void quiet_log() {
  log::Settings settings;
  settings.level = log::Level::kFatal;
  log::configure(settings);
}

inline std::string text_of(const Segments& segments) {
  std::string text;
  for (const auto& segment : segments) {
    if (const auto* part = std::get_if<std::string>(&segment))
      text += *part;
    else
      append_base64(text, std::get<BlobRef>(segment)->bytes());
  }
  return text;
}

// A client in memory: what the test says goes in, what the server says is kept as text.
class FakeTransport : public Transport {
 public:
  FakeTransport() : said_(100'000), heard_(100'000), room_(100'000), end_(1) {}

  void say(std::string text) {
    Line line;
    line.text = std::move(text);
    said_.try_push(std::move(line));
  }
  void say_too_long() {
    Line line;
    line.too_long = true;
    said_.try_push(std::move(line));
  }
  void finish() { said_.close(); }
  void leave() { gone_ = true; }
  // From now on write() waits until as many messages have been allowed.
  void stop_reading() { stopped_ = true; }
  void allow_one() { room_.try_push(true); }
  std::size_t unread() const { return said_.size(); }
  std::size_t heard() const { return heard_.size(); }

  // The server's next message; nil when it will not say anything more.
  Task<Value> hear() {
    std::optional<std::string> text = co_await heard_.pop();
    if (!text) co_return Value();
    co_return json::parse(*text);
  }
  void end_hearing() { heard_.close(); }

  // Waits until the server knows that the client has finished.
  Task<void> end_seen() { co_await end_.pop(); }

  Task<std::optional<Line>> next() override {
    std::optional<Line> line = co_await said_.pop();
    if (!line) end_.close();
    co_return line;
  }
  bool finished() const override { return said_.closed(); }
  Task<bool> write(std::vector<Message> messages) override {
    ++writes;
    for (const Message& message : messages) {
      if (stopped_) co_await room_.pop();
      if (gone_) co_return false;
      natures.push_back(message.nature);
      heard_.try_push(text_of(message.segments));
    }
    co_return true;
  }
  std::size_t limit() const override { return 1000; }

  // What each message was that has been written.
  std::vector<Nature> natures;
  int writes = 0;

 private:
  Channel<Line> said_;
  Channel<std::string> heard_;
  Channel<bool> room_;
  Channel<bool> end_;
  bool stopped_ = false;
  bool gone_ = false;
};

inline Value text_result(const std::string& text) {
  Value block;
  block.set("type", "text").set("text", text);
  Value result;
  result.set("content", Value::List{std::move(block)});
  return result;
}

inline Task<Value> echo(Value arguments, CallContext&) {
  co_return text_result(json::dump(arguments));
}

inline Value object_schema() { return json::parse(R"({"type":"object","properties":{}})"); }

inline Tool make_tool(std::string name,
                      std::function<Task<Value>(Value, CallContext&)> run = echo) {
  Tool tool;
  tool.name = std::move(name);
  tool.description = "for tests";
  tool.input_schema = object_schema();
  tool.run = std::move(run);
  return tool;
}

}  // namespace runtime::mcp
