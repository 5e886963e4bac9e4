#pragma once

#include <functional>
#include <string>

#include "runtime/mcp/catalog/change_notifier.hpp"
#include "runtime/mcp/catalog/prompts.hpp"
#include "runtime/mcp/catalog/registry.hpp"
#include "runtime/mcp/catalog/resources.hpp"
#include "runtime/mcp/rpc/rpc.hpp"
#include "runtime/mcp/server/owners.hpp"

namespace runtime::mcp {

struct Request;

// Everything declared by scripts, and the requests about it. One for the program, shared by all
// sessions. Independent of revisions: a dialect has already checked the params, and encodes the
// results.
struct Catalog {
  Owners owners;
  ChangeNotifier changes;
  Registry tools{&changes};
  Resources resources{changes};
  Prompts prompts{changes};

  // Removes everything that `source` has declared and runs `declare`, which declares it anew. When
  // that throws, restores the former state. Clients are notified once, at the end.
  void redeclare(const Source& source, const std::function<void()>& declare);

  // Throws RpcError for a request about something that does not exist or is unavailable, before any
  // work is started.
  void admit(const Request& request) const;
  // Returns the answer to a list request; nil for all others.
  Value list(const Request& request) const;
  // Returns the result of tools/call, resources/read, prompts/get or completion/complete. Takes the
  // request's params. Throws RpcError, and Cancelled when `context`'s scope has fired. The catalog
  // and both arguments must outlive the task.
  Task<Value> perform(Request* request, CallContext* context) const;

 private:
  Task<Value> read(std::string uri, CallContext* context) const;
  Task<Value> get(Value params, CallContext* context) const;
  Task<Value> complete(Value params) const;
};

}  // namespace runtime::mcp
