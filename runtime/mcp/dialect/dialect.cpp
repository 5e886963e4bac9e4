#include "runtime/mcp/dialect/dialect.hpp"

namespace runtime::mcp {

Value capabilities_of(const ServerInfo& info) {
  const auto lists = [&] {
    Value capability = Value::Record{};
    if (info.changes) capability.set("listChanged", true);
    return capability;
  };
  Value offered;
  offered.set("tools", lists());
  if (info.resources) {
    Value resources = lists();
    if (info.changes) resources.set("subscribe", true);
    offered.set("resources", std::move(resources));
  }
  if (info.prompts) offered.set("prompts", lists());
  if (info.completions) offered.set("completions", Value::Record{});
  if (info.logging) offered.set("logging", Value::Record{});
  return offered;
}

Value implementation_of(const ServerInfo& info) {
  Value server;
  server.set("name", info.name);
  if (!info.title.empty()) server.set("title", info.title);
  server.set("version", info.version);
  return server;
}

}  // namespace runtime::mcp
