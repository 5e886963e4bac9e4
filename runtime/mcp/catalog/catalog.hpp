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

// Everything that scripts have declared, and the requests about it. One for the program; sessions
// share it. Knows no revision: a dialect has checked the params before, and dresses what comes out.
struct Catalog {
  Owners owners;
  ChangeNotifier changes;
  Registry tools{&changes};
  Resources resources{changes};
  Prompts prompts{changes};

  // Takes back all that `source` has declared and runs `declare`, which adds what it declares now:
  // all of it, or, when that throws, everything stays as it was. Clients hear of it once, when it
  // is done.
  void redeclare(const Source& source, const std::function<void()>& declare);

  // Throws RpcError for a request that names what does not exist or cannot be had, before anything
  // is started.
  void admit(const Request& request) const;
  // The answer to the request for a list, at once; nil for all others.
  Value list(const Request& request) const;
  // The result of tools/call, resources/read, prompts/get or completion/complete. Takes the
  // request's params. Throws RpcError, and Cancelled when `context`'s scope has fired. The catalog
  // and both arguments must outlive the task.
  Task<Value> perform(Request* request, CallContext* context) const;

 private:
  Task<Value> read(std::string uri, CallContext* context) const;
  Task<Value> get(Value params, CallContext* context) const;
  Task<Value> complete(Value params) const;
};

}  // namespace runtime::mcp
