#include <algorithm>

#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

// Elements are those of windows: without these there are none.
Capability elements_without(const std::vector<Capability>& rows) {
  const auto windows = std::find_if(rows.begin(), rows.end(), [](const Capability& each) {
    return each.operation == "windows" && !each.available;
  });
  if (windows == rows.end()) return {"elements", true, {}, {}};
  return {"elements", false, windows->detail, windows->remedy, windows->reason};
}

Task<Results> status(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(Desktop&, Elements&)> work = [deadline](Desktop& desktop,
                                                              Elements& elements) {
    std::vector<Capability> rows = desktop.capabilities(deadline);
    Capability own = elements_without(rows);
    rows.push_back(own.available ? elements.capability(deadline) : own);
    static const runtime::RecordKind kStatus("desktop_status");
    Value result = kStatus.record();
    result.set("name", desktop.name())
        .set("description", runtime::plain_line(desktop.description()));
    result.set("capabilities", to_list(rows));
    return result;
  };
  Task<Value> running = host.on_elements<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Results guess(const Args& args) {
  const std::string note = args.self<DesktopService>().guess();
  return note.empty() ? Value() : Value(note);
}

constexpr Function kDesktop[] = {
    {.call = "desktop.status",
     .text = "What this desktop is, how it was found, and for each operation {operation, "
             "available, detail, remedy}.",
     .options = {kTimeout},
     .results = {{"desktop_status"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = status},
    {.call = "desktop.guess",
     .text = "Which display was used last, and which others there are, when DISPLAY is not set and "
             "it was guessed among several; nil otherwise.",
     .results = {{"string?"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = guess},
};

}  // namespace

Module desktop_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "desktop",
                .functions = kDesktop,
                .self = std::move(host),
                .about = "What this desktop can do."};
}

}  // namespace native
