#include "runtime/mcp/catalog/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "runtime/core/async/nursery.hpp"
#include "tests/unit/runtime/mcp/fakes.hpp"

namespace runtime::mcp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Task<Value> fail(Value arguments, CallContext&) {
  if (arguments["how"] == Value("standard")) throw std::runtime_error("broken");
  if (arguments["how"] == Value("cancel")) throw Cancelled();
  throw Error("APP_NOT_FOUND", "No Foo", "Start it.");
}

Task<Value> lower(Value arguments) {
  if (arguments["format"] == Value("PNG")) arguments.set("format", "png");
  if (arguments["format"] == Value("explode")) throw Error("INVALID_ARGUMENT", "boom");
  co_return arguments;
}

Task<Value> picture(Value, CallContext&) {
  Value block;
  block.set("type", "image")
      .set("data", std::make_shared<const Blob>(std::vector<std::uint8_t>{1, 2, 3}, "image/png"));
  Value structured;
  structured.set("n", 3);
  Value result;
  result.set("content", Value::List{std::move(block)});
  result.set("is_error", false)
      .set("members", structured)
      .set("meta", structured)
      .set("structured", structured);
  co_return result;
}

Task<Value> data(Value, CallContext&) {
  Value structured;
  structured.set("n", 3);
  Value result;
  result.set("is_error", false)
      .set("members", structured)
      .set("meta", structured)
      .set("structured", structured);
  co_return result;
}

Task<Value> noted(Value, CallContext&) {
  Value structured;
  structured.set("messages", Value::List{});
  Value result;
  result.set("structured", structured);
  co_return result;
}

Task<void> store(const Registry* registry, std::string name, Value arguments, CallContext* context,
                 Value* result) {
  *result = co_await registry->call(std::move(name), std::move(arguments), *context);
}

class RegistryTest : public testing::Test {
 protected:
  RegistryTest() { quiet_log(); }
  Value call(std::string name, Value arguments = {}) {
    CallContext context(Caller(), {}, scope, nullptr);
    Value result;
    run(loop, store(&registry, std::move(name), std::move(arguments), &context, &result));
    return result;
  }
  std::string refusal(Tool tool) {
    try {
      registry.add(std::move(tool));
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "INVALID_ARGUMENT");
      return error.message;
    }
    return "accepted";
  }

  Loop loop;
  Cancel scope;
  Registry registry;
};

TEST_F(RegistryTest, ListsInTheOrderOfRegistrationWithFreshSuffixes) {
  int listed = 0;
  Tool second = make_tool("a");
  second.title = "A";
  second.description_suffix = [&] { return " " + std::to_string(++listed); };
  second.annotations = json::parse(R"({"readOnlyHint":true})");
  registry.add(make_tool("z"));
  registry.add(std::move(second));
  EXPECT_EQ(
      json::dump(registry.list()),
      R"({"tools":[{"name":"z","description":"for tests","inputSchema":{"type":"object","properties":{}}},)"
      R"({"name":"a","title":"A","description":"for tests 1","inputSchema":{"type":"object","properties":{}},)"
      R"("annotations":{"readOnlyHint":true}}]})");
  EXPECT_EQ((*registry.list()["tools"].list())[1]["description"], Value("for tests 2"));
  EXPECT_THAT(registry.names(), ElementsAre("z", "a"));
}

TEST_F(RegistryTest, RefusesWhatCannotBeATool) {
  registry.add(make_tool("image"));
  EXPECT_EQ(refusal(make_tool("image")), "two tools named image: built in, twice");
  for (const std::string& name :
       {std::string(), std::string("a b"), std::string("é"), std::string(129, 'a')})
    EXPECT_THAT(refusal(make_tool(name)), HasSubstr("is not a name for a tool"));
  EXPECT_EQ(refusal(make_tool(std::string(128, 'a'))), "accepted");
  EXPECT_EQ(refusal(make_tool("b", nullptr)),
            "Tool b has no handler: give it run = function(args, call)");
  Tool tool = make_tool("c");
  tool.input_schema = json::parse(R"({"type":"object","if":{},"properties":{"p":{"$ref":"#"}}})");
  EXPECT_EQ(refusal(tool),
            "tool c, input schema: keywords that are not enforced: if, properties.p.$ref");
  tool.unchecked = {"if", "$ref"};
  EXPECT_EQ(refusal(tool), "accepted");
  tool = make_tool("d");
  tool.output_schema = json::parse(R"({"type":"string"})");
  EXPECT_EQ(refusal(tool), "tool d, output schema: its type must be \"object\"");
}

TEST_F(RegistryTest, DressesAHandlersResult) {
  registry.add(make_tool("data", data));
  EXPECT_EQ(json::dump(call("data")),
            R"({"content":[],"structuredContent":{"n":3},"n":3,"isError":false,"_meta":{"n":3}})");
}

constexpr const char* kPictureResult =
    R"({"content":[{"type":"image","data":"AQID","mimeType":"image/png"}],)"
    R"("n":3,"isError":false,"_meta":{"n":3}})";

// Many clients hand on structured content alone, or nothing that a schema does not name.
TEST_F(RegistryTest, SendsNoStructuredContentBesideAPicture) {
  registry.add(make_tool("picture", picture));
  EXPECT_EQ(json::dump(call("picture")), kPictureResult);
}

TEST_F(RegistryTest, ListsNoSchemaOfAnswersThatMayHoldPictures) {
  Tool tool = make_tool("picture", picture);
  tool.output_schema =
      json::parse(R"({"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]})");
  tool.pictures = true;
  tool.meta = json::parse(R"({"hint":5})");
  registry.add(tool);
  const Value row = registry.list()["tools"].list()->front();
  EXPECT_TRUE(row["outputSchema"].is_nil());
  EXPECT_EQ(json::dump(row["_meta"]), R"({"hint":5})");
  EXPECT_EQ(json::dump(call("picture")), kPictureResult);
  // Also those that hold none, and what is declared is still checked.
  tool.name = "data";
  tool.run = data;
  registry.add(tool);
  EXPECT_EQ(json::dump(call("data")), R"({"content":[],"n":3,"isError":false,"_meta":{"n":3}})");
  tool.name = "echo";
  tool.run = echo;
  registry.add(tool);
  EXPECT_EQ(call("echo")["isError"], Value(true));
}

TEST_F(RegistryTest, RefusesAPictureBesideADeclaredResult) {
  Tool tool = make_tool("picture", picture);
  tool.output_schema = json::parse(R"({"type":"object","properties":{"n":{"type":"integer"}}})");
  registry.add(tool);
  EXPECT_NE(json::dump(call("picture")).find("pictures = true"), std::string::npos);
}

TEST_F(RegistryTest, TellsOfUnknownArgumentsInTheMessagesToo) {
  Tool tool = make_tool("noted", noted);
  tool.input_schema =
      json::parse(R"({"type":"object","properties":{},"additionalProperties":false})");
  registry.add(tool);
  const Value result = call("noted", json::parse(R"({"x":1})"));
  const Value& messages = result["structuredContent"]["messages"];
  ASSERT_EQ(messages.list()->size(), 1u);
  EXPECT_EQ((*result["content"].list())[0]["text"], messages.list()->front());
}

TEST_F(RegistryTest, RefusesMasksUnderAnotherName) {
  static int runs;
  runs = 0;
  Tool tool = make_tool("shot", [](Value, CallContext&) -> Task<Value> {
    ++runs;
    co_return Value::Record{};
  });
  tool.input_schema = json::parse(
      R"({"type":"object","properties":{"mask_pii":{"type":"boolean"}},"additionalProperties":false})");
  registry.add(tool);
  tool.name = "bare";
  tool.input_schema =
      json::parse(R"({"type":"object","properties":{},"additionalProperties":false})");
  registry.add(tool);
  const auto text = [&](const char* name, const std::string& arguments) {
    const Value result = call(name, json::parse(arguments));
    EXPECT_EQ(result["isError"], Value(true)) << arguments;
    EXPECT_EQ(result["_meta"]["backend_error_code"], Value("INVALID_ARGUMENT")) << arguments;
    return *(*result["content"].list())[0]["text"].string();
  };
  for (const char* wrong : {"mask_pi", "maskPII", "MASK-PII", "enablePiiMasking", "enable_masking",
                            "msk_pi", "maks_pi", "pii", "redact", "anonymise", "hideSecrets"}) {
    const std::string arguments = "{\"" + std::string(wrong) + "\":true}";
    EXPECT_THAT(text("shot", arguments), HasSubstr(std::string(wrong) + ": no such argument"));
    EXPECT_THAT(text("shot", arguments), HasSubstr("Use mask_pii."));
    EXPECT_THAT(text("bare", arguments), HasSubstr("policy"));
  }
  // Behind many others, with any value, beside the right one.
  Value::Record many;
  for (int i = 0; i < 1000; ++i) many.emplace_back("unknown" + std::to_string(i), i);
  many.emplace_back("mask_pii", false);
  many.emplace_back("maskpii", 1);
  EXPECT_EQ(call("shot", Value(many))["isError"], Value(true));
  EXPECT_EQ(runs, 0);
  for (const char* harmless :
       {R"({"mask_pi":false})", R"({"mask_pi":null})", R"({"mask_pi":""})", R"({"task_id":1})",
        R"({"max":true})", R"({"api":true})", R"({"mask_pii":true})"})
    EXPECT_NE(call("shot", json::parse(harmless))["isError"], Value(true)) << harmless;
  EXPECT_EQ(runs, 7);
}

TEST_F(RegistryTest, MakesFailuresToolErrors) {
  registry.add(make_tool("fail", fail));
  EXPECT_EQ(json::dump(call("fail")),
            R"({"content":[{"type":"text","text":"No Foo\nStart it."}],"isError":true,)"
            R"("_meta":{"backend_error_code":"APP_NOT_FOUND"}})");
  EXPECT_EQ(call("fail", json::parse(R"({"how":"standard"})"))["_meta"]["backend_error_code"],
            Value("INTERNAL_ERROR"));
  EXPECT_EQ(call("fail", json::parse(R"({"how":"cancel"})"))["_meta"]["backend_error_code"],
            Value("CANCELLED"));
  EXPECT_THROW(call("unknown"), Error);
  scope.fire();
  EXPECT_THROW(call("fail", json::parse(R"({"how":"cancel"})")), Cancelled);
}

// A tool's own form of failures: the error as JSON.
Task<Value> present(Value error) {
  if (error["message"] == Value("boom")) throw Error("INTERNAL_ERROR", "broken presenter");
  if (error["code"] == Value("CANCELLED")) co_return Value();
  Value block;
  block.set("type", "text").set("text", json::dump(error));
  Value result;
  result.set("content", Value::List{std::move(block)}).set("is_error", true);
  co_return result;
}

TEST_F(RegistryTest, LetsAToolPresentItsFailures) {
  Tool tool = make_tool("own", fail);
  tool.input_schema = json::parse(
      R"({"type":"object","properties":{"n":{"type":"integer"}},"additionalProperties":false})");
  tool.failure = present;
  tool.normalise = lower;
  registry.add(tool);
  const auto text = [&](const char* arguments) {
    const Value result = call("own", json::parse(arguments));
    EXPECT_EQ(result["isError"], Value(true));
    return *(*result["content"].list())[0]["text"].string();
  };
  EXPECT_EQ(text("{}"), R"({"code":"APP_NOT_FOUND","message":"No Foo","hint":"Start it."})");
  EXPECT_EQ(text(R"({"n":"x"})"),
            R"({"code":"INVALID_ARGUMENT","message":"Invalid arguments for own: n: expected an )"
            R"(integer, received \"x\"","details":{"field":"n"}})");
  // The usual form, because the presenter answered nothing or failed itself.
  EXPECT_EQ(text(R"({"how":"cancel"})"), "own was cancelled from within");
  EXPECT_EQ(text(R"({"format":"explode"})"), "boom");
}

TEST_F(RegistryTest, TellsOfTheFirstOfManyUnknownArguments) {
  Tool tool = make_tool("image");
  tool.input_schema = json::parse(
      R"({"type":"object","properties":{"format":{"type":"string"}},"additionalProperties":false})");
  registry.add(std::move(tool));
  Value::Record many;
  for (int i = 0; i < 300'000; ++i) many.emplace_back("unknown" + std::to_string(i), i);
  const Value result = call("image", Value(std::move(many)));
  const std::string& text = *result["content"].list()->back()["text"].string();
  EXPECT_THAT(text, HasSubstr("no such argument: unknown0, unknown1,"));
  EXPECT_THAT(text, HasSubstr("unknown9 and 299990 more."));
  EXPECT_LT(text.size(), 1000u);
}

TEST_F(RegistryTest, NormalisesThenValidates) {
  Tool tool = make_tool("image");
  tool.input_schema = json::parse(
      R"({"type":"object","properties":{"format":{"enum":["png"]},"n":{"type":"integer"}},"additionalProperties":false})");
  tool.normalise = lower;
  registry.add(std::move(tool));
  EXPECT_EQ(
      (*call("image", json::parse(R"({"format":"PNG","extra":1})"))["content"].list())[0]["text"],
      Value(R"({"format":"png","extra":1})"));
  const Value wrong = call("image", json::parse(R"({"format":"bmp","n":"x"})"));
  EXPECT_EQ((*wrong["content"].list())[0]["text"],
            Value("Invalid arguments for image: format: expected \"png\", received \"bmp\"; "
                  "n: expected an integer, received \"x\""));
  EXPECT_EQ(wrong["isError"], Value(true));
  EXPECT_EQ(wrong["_meta"]["backend_error_code"], Value("INVALID_ARGUMENT"));
  EXPECT_EQ((*call("image", json::parse(R"({"format":"explode"})"))["content"].list())[0]["text"],
            Value("boom"));
  EXPECT_EQ(call("image", Value::Null{})["isError"], Value());
}

TEST_F(RegistryTest, HoldsResultsAgainstTheirPromise) {
  Tool tool = make_tool("picture", picture);
  tool.output_schema = json::parse(R"({"type":"object","properties":{"n":{"type":"string"}}})");
  registry.add(std::move(tool));
  const Value result = call("picture");
  EXPECT_EQ(result["isError"], Value(true));
  EXPECT_THAT(*(*result["content"].list())[0]["text"].string(),
              HasSubstr("n: expected a string, received 3"));
  const char* wrong[] = {R"(5)",
                         R"({"content":"x"})",
                         R"({"content":[{"text":"x"}]})",
                         R"({"content":[{"type":"text"}]})",
                         R"({"content":[{"type":"image"}]})",
                         R"({"content":[{"type":"hologram"}]})",
                         R"({"content":[{"type":"resource_link","uri":"a:b"}]})",
                         R"({"content":[{"type":"resource","resource":{"text":"x"}}]})",
                         R"({"members":{"content":[]}})",
                         R"({"is_error":1})"};
  for (const char* text : wrong) {
    Registry other;
    const Value given = json::parse(text);
    other.add(make_tool("x", [&](Value, CallContext&) {
      return [](Value v) -> Task<Value> { co_return v; }(given);
    }));
    CallContext context(Caller(), {}, scope, nullptr);
    Value answer;
    run(loop, store(&other, "x", Value(), &context, &answer));
    EXPECT_EQ(answer["_meta"]["backend_error_code"], Value("INTERNAL_ERROR")) << text;
  }
}

}  // namespace
}  // namespace runtime::mcp
