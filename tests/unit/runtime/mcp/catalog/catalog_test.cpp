#include "runtime/mcp/catalog/catalog.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/core/async/nursery.hpp"
#include "runtime/mcp/catalog/ttl_resources.hpp"
#include "runtime/mcp/dialect/dialect.hpp"
#include "runtime/mcp/server/page.hpp"
#include "tests/unit/runtime/mcp/fakes.hpp"

namespace runtime::mcp {
namespace {

using testing::ElementsAre;

Task<Value> give(Value value) { co_return value; }

Resource make_resource(std::string uri, Value content = Value("text")) {
  Resource resource;
  resource.uri = std::move(uri);
  resource.name = "name";
  resource.read = [content](std::string, Value values, CallContext&) {
    return give(values.is_nil() ? content : values["id"]);
  };
  return resource;
}

class CatalogTest : public testing::Test {
 public:
  CatalogTest()
      : listener_(catalog.changes, [this](const Change& change) { changes.push_back(change); }) {}

  Value perform(const std::string& method, const char* params) {
    Request request;
    request.method = method;
    request.params = json::parse(params);
    Value result;
    static constexpr auto work = [](Catalog* all, Request* asked, Value* out) -> Task<void> {
      const Context context = co_await current_context();
      const Caller client{Caller::Kind::kMcp, "", "", 0};
      CallContext call(client, nullptr, *context.cancel);
      *out = co_await all->perform(asked, &call);
    };
    Cancel scope;
    run(loop, work(&catalog, &request, &result), &scope);
    return result;
  }
  int admission(const std::string& method, const char* params) {
    Request request;
    request.method = method;
    request.params = json::parse(params);
    try {
      catalog.admit(request);
    } catch (const RpcError& error) {
      return error.code;
    }
    return 0;
  }
  static std::string keep_for(TtlResources& resources, Owner owner, std::size_t size) {
    Resource described;
    described.owner = owner;
    described.uri = "s://";
    described.name = "n";
    return resources.keep(
        std::make_shared<const Blob>(std::vector<std::uint8_t>(size), "image/png"), described);
  }
  Owner asker = kNobody;
  std::vector<std::string> uris() {
    std::vector<std::string> all;
    for (const Value& row : catalog.resources.list(asker)) all.push_back(*row["uri"].string());
    return all;
  }

  Loop loop;
  Catalog catalog;
  std::vector<Change> changes;
  ChangeNotifier::Subscription listener_;
};

TEST_F(CatalogTest, ReadsResourcesAndFamiliesOfThem) {
  catalog.resources.add(make_resource("a:b"));
  catalog.resources.add(make_resource(
      "a:blob", Value(std::make_shared<const Blob>(std::vector<std::uint8_t>{1}, "image/png"))));
  catalog.resources.add(make_resource("a:gone", Value()));
  catalog.resources.add_template(make_resource("a:{id}/x"));
  EXPECT_EQ(json::dump(perform("resources/read", R"({"uri":"a:b"})")),
            R"({"contents":[{"text":"text","uri":"a:b"}]})");
  EXPECT_EQ(json::dump(perform("resources/read", R"({"uri":"a:blob"})")),
            R"({"contents":[{"blob":"AQ==","uri":"a:blob","mimeType":"image/png"}]})");
  EXPECT_EQ(json::dump(perform("resources/read", R"({"uri":"a:q%2fr/x"})")),
            R"({"contents":[{"text":"q/r","uri":"a:q%2fr/x"}]})");
  EXPECT_THROW(perform("resources/read", R"({"uri":"a:gone"})"), RpcError);
  EXPECT_EQ(admission("resources/read", R"({"uri":"a:q"})"), kResourceNotFound);
  EXPECT_EQ(admission("resources/subscribe", R"({"uri":"a:b"})"), 0);
  EXPECT_TRUE(catalog.resources.remove("a:b"));
  EXPECT_FALSE(catalog.resources.remove("a:b"));
  EXPECT_EQ(changes.back(), (Change{Change::What::kResources, {}}));
  EXPECT_EQ(changes[changes.size() - 2], (Change{Change::What::kResource, "a:b"}));
}

TEST_F(CatalogTest, NobodySubscribesToWhatTellsOfNoChanges) {
  Resource silent = make_resource("a:{id}/silent");
  silent.subscribe = false;
  catalog.resources.add_template(std::move(silent));
  catalog.resources.add(make_resource("a:b"));
  EXPECT_EQ(admission("resources/subscribe", R"({"uri":"a:1/silent"})"), kInvalidParams);
  EXPECT_EQ(admission("resources/read", R"({"uri":"a:1/silent"})"), 0);
  EXPECT_EQ(
      admission("subscriptions/listen", R"({"notifications":{"resourceSubscriptions":["a:b"]}})"),
      0);
  EXPECT_EQ(admission("subscriptions/listen",
                      R"({"notifications":{"resourceSubscriptions":["a:b","a:1/silent"]}})"),
            kInvalidParams);
}

Tool tool_from(std::string name, Source source) {
  Tool tool;
  tool.name = std::move(name);
  tool.source = std::move(source);
  tool.input_schema = json::parse(R"({"type":"object"})");
  tool.run = [](Value, CallContext&) { return give(Value(Value::Record{})); };
  return tool;
}

TEST_F(CatalogTest, AFileDeclaresAnewAllOrNothing) {
  const Source first{1, "/first.lua"};
  const Source second{2, "/second.lua"};
  catalog.tools.add(tool_from("late", second));
  catalog.tools.add(tool_from("a", first));
  catalog.tools.add(tool_from("built_in", Source()));
  catalog.tools.add(tool_from("b", first));
  EXPECT_THAT(catalog.tools.names(), ElementsAre("built_in", "a", "b", "late"));
  changes.clear();

  catalog.redeclare(first, [&] {
    catalog.tools.add(tool_from("c", first));
    catalog.tools.add(tool_from("d", first));
  });
  EXPECT_THAT(catalog.tools.names(), ElementsAre("built_in", "c", "d", "late"));
  EXPECT_THAT(changes, ElementsAre(Change{Change::What::kTools, {}}));

  Resource resource = make_resource("a:b");
  resource.source = first;
  catalog.resources.add(resource);
  changes.clear();
  try {
    catalog.redeclare(first, [&] {
      catalog.tools.add(tool_from("e", first));
      catalog.tools.add(tool_from("late", first));
    });
    ADD_FAILURE() << "a taken name was accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "two tools named late: in /second.lua, and in /first.lua");
  }
  EXPECT_THAT(catalog.tools.names(), ElementsAre("built_in", "c", "d", "late"));
  EXPECT_THAT(uris(), ElementsAre("a:b"));
  EXPECT_TRUE(changes.empty());

  catalog.redeclare(first, [] {});
  EXPECT_THAT(catalog.tools.names(), ElementsAre("built_in", "late"));
  EXPECT_TRUE(uris().empty());
}

TEST_F(CatalogTest, RefusesBadDeclarations) {
  for (const char* uri : {"", "noscheme", "a b:c", "1a:b", "a:b c", ":x"})
    EXPECT_THROW(catalog.resources.add(make_resource(uri)), Error) << uri;
  for (const char* uri : {"a:b", "a:{", "a:{}", "a:{b-c}", "a:{b}{c}", "a:{b}/{b}", "a:}", "{b}"})
    EXPECT_THROW(catalog.resources.add_template(make_resource(uri)), Error) << uri;
  catalog.resources.add(make_resource("a:b"));
  EXPECT_THROW(catalog.resources.add(make_resource("a:b")), Error);
  EXPECT_THROW(catalog.prompts.add(Prompt()), Error);
  EXPECT_EQ(changes.size(), 1u);
}

TEST_F(CatalogTest, MatchesTemplates) {
  const UriTemplate pattern("x://{a}/and/{b}");
  EXPECT_EQ(json::dump(*pattern.match("x://1%20/and/2")), R"({"a":"1 ","b":"2"})");
  for (const char* uri : {"x://1/and/", "x:///and/2", "x://1/and/2/3", "x://1/and/2?q", "x://1",
                          "x://1/and/%4", "x://1/and/%g0", "y://1/and/2", ""})
    EXPECT_FALSE(pattern.match(uri)) << uri;
}

TEST_F(CatalogTest, GivesOutPagesInOrder) {
  Value::List rows;
  for (int i = 0; i < 250; ++i) {
    Value row;
    row.set("name", "n" + std::to_string(i));
    rows.push_back(row);
  }
  const Value first = page("tools", rows, "name", Value());
  EXPECT_EQ(first["tools"].list()->size(), kPageSize);
  const Value second = page("tools", rows, "name", first["nextCursor"]);
  EXPECT_EQ(second["tools"].list()->front()["name"], Value("n100"));
  const Value third = page("tools", rows, "name", second["nextCursor"]);
  EXPECT_EQ(third["tools"].list()->size(), 50u);
  EXPECT_EQ(third.find("nextCursor"), nullptr);
  EXPECT_THROW(page("prompts", rows, "name", first["nextCursor"]), RpcError);
  rows.erase(rows.begin() + 99);
  EXPECT_THROW(page("tools", rows, "name", first["nextCursor"]), RpcError);
  for (const Value& cursor : {Value(""), Value("x"), Value("====")})
    EXPECT_THROW(page("tools", rows, "name", cursor), RpcError);
}

TEST_F(CatalogTest, MakesPromptsAndCompletesTheirArguments) {
  Prompt prompt;
  prompt.name = "p";
  prompt.arguments.push_back({"a", "", "", true});
  prompt.run = [](Value arguments, CallContext&) { return give(arguments["a"]); };
  static constexpr auto values = [](std::string typed, Value) -> Task<std::vector<std::string>> {
    co_return std::vector<std::string>(150, typed);
  };
  prompt.complete["a"] = values;
  catalog.prompts.add(std::move(prompt));
  EXPECT_EQ(json::dump(perform("prompts/get", R"({"name":"p","arguments":{"a":"x"}})")),
            R"({"messages":[{"role":"user","content":{"type":"text","text":"x"}}]})");
  EXPECT_EQ(admission("prompts/get", R"({"name":"p"})"), kInvalidParams);
  EXPECT_EQ(admission("prompts/get", R"({"name":"q"})"), kInvalidParams);
  const Value found =
      perform("completion/complete",
              R"({"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"t"}})");
  EXPECT_EQ(found["completion"]["values"].list()->size(), 100u);
  EXPECT_EQ(found["completion"]["total"], Value(150));
  EXPECT_EQ(found["completion"]["hasMore"], Value(true));
  EXPECT_TRUE(catalog.prompts.remove("p"));
}

TEST_F(CatalogTest, APromptsMessagesAreOfAKindThatClientsKnow) {
  const char* wrong[] = {
      R"({"messages":[{"content":5}]})",
      R"({"messages":[{"role":"user"}]})",
      R"({"messages":[{"role":"system","content":"x"}]})",
      R"({"messages":[{"content":{"type":"text"}}]})",
      R"({"messages":[{"content":{"type":"hologram"}}]})",
      R"({"messages":[{"content":{"type":"resource","resource":{"text":"x"}}}]})"};
  for (const char* text : wrong) {
    Prompt prompt;
    prompt.name = "p";
    prompt.run = [given = json::parse(text)](Value, CallContext&) { return give(given); };
    catalog.prompts.add(std::move(prompt));
    EXPECT_ANY_THROW(perform("prompts/get", R"({"name":"p"})")) << text;
    EXPECT_TRUE(catalog.prompts.remove("p"));
  }
}

TEST_F(CatalogTest, WhatIsKeptIsItsSessionsAlone) {
  TtlResources resources(loop, catalog, {3, 10, 20, 600});
  std::vector<Change> heard;
  const ChangeNotifier::Subscription listener(catalog.changes, [&](const Change& each) {
    if (each.what == Change::What::kResources) heard.push_back(each);
  });
  std::optional<Owners::Lease> one(std::in_place, catalog.owners);
  const Owners::Lease other(catalog.owners);
  const Owner first = one->owner();
  const std::string its = keep_for(resources, first, 5);
  const std::string nobodys = keep_for(resources, kNobody, 5);
  const auto reachable = [&](const std::string& uri) {
    std::string who;
    for (const Owner each : {first, other.owner(), kNobody})
      who += catalog.resources.contains(uri, each) ? "yes " : "no ";
    return who;
  };
  EXPECT_EQ(reachable(its), "yes no no ");
  EXPECT_EQ(reachable(nobodys), "yes yes yes ");
  for (const Owner each : {first, other.owner(), kNobody}) {
    asker = each;
    EXPECT_EQ(uris().size(), each == first ? 1u : 0u);
  }
  EXPECT_EQ(heard.front().owner, first);
  EXPECT_EQ(heard.back().owner, kNobody);
  one.reset();
  EXPECT_EQ(reachable(its), "no no no ") << "it goes with the session";
  EXPECT_EQ(reachable(nobodys), "yes yes yes ");
  EXPECT_EQ(keep_for(resources, first, 1), "") << "nothing is kept for one that is over";
}

TEST_F(CatalogTest, WhoKeepsMostMakesRoom) {
  TtlResources resources(loop, catalog, {3, 10, 20, 600});
  const Owners::Lease one(catalog.owners), other(catalog.owners), third(catalog.owners);
  const std::string small = keep_for(resources, one.owner(), 2);
  for (int i = 0; i < 3; ++i) keep_for(resources, other.owner(), 3);
  for (int i = 0; i < 3; ++i) keep_for(resources, third.owner(), 3);
  keep_for(resources, one.owner(), 2);
  EXPECT_TRUE(catalog.resources.contains(small, one.owner()));
  asker = other.owner();
  const std::size_t others = uris().size();
  asker = third.owner();
  EXPECT_EQ(others + uris().size(), 5u);
}

TEST_F(CatalogTest, TemporaryResourcesEndWithTheirGeneration) {
  TtlResources resources(loop, catalog, {3, 10, 20, 600});
  std::uint64_t generation = 1;
  resources.follow([&] { return generation; });
  const Owners::Lease session(catalog.owners);
  asker = session.owner();
  const std::string old = keep_for(resources, kNobody, 1);
  const std::string read = R"({"uri":")" + old + R"("})";
  EXPECT_NO_THROW(perform("resources/read", read.c_str()));
  generation = 2;
  EXPECT_THROW(perform("resources/read", read.c_str()), RpcError);
  const std::string next = keep_for(resources, kNobody, 1);
  EXPECT_FALSE(catalog.resources.contains(old, kNobody));
  EXPECT_TRUE(catalog.resources.contains(next, kNobody));
}

TEST_F(CatalogTest, TemporaryResourcesAreBoundedInCountBytesAndTime) {
  TtlResources resources(loop, catalog, {3, 10, 100, 0.05});
  const Owners::Lease session(catalog.owners);
  asker = session.owner();
  const auto keep = [&](std::size_t size) { return keep_for(resources, session.owner(), size); };
  EXPECT_EQ(keep(11), "");
  const std::string first = keep(1), second = keep(1), third = keep(1), fourth = keep(1);
  EXPECT_THAT(uris(), ElementsAre(second, third, fourth));
  EXPECT_EQ(first.size(), 4u + 32u);
  const std::string large = keep(9);
  EXPECT_THAT(uris(), ElementsAre(fourth, large));
  static constexpr auto until_empty = [](CatalogTest* test) -> Task<void> {
    while (!test->uris().empty()) co_await sleep(0.01);
  };
  run(loop, until_empty(this));
}

}  // namespace
}  // namespace runtime::mcp
