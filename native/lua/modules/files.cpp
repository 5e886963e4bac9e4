#include <utility>

#include "native/desktop/providers/file_manager.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/value/plain_text.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

constexpr std::size_t kMaxPath = 4096;  // bytes, as PATH_MAX

// Returns a path that can be handed on. Control characters would be seen as something else.
std::string checked_path(const Args& args, const char* what) {
  std::string path = args.string(1);
  const auto refuse = [what](const char* why) {
    throw runtime::Error("INVALID_ARGUMENT", std::string(what) + ": path " + why, "Give another.");
  };
  if (!path.starts_with('/')) refuse("is not absolute");
  if (path.size() > kMaxPath) refuse("is longer than 4096 bytes");
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    if (byte < 0x20 || byte == 0x7f) refuse("has a control character");
  }
  return path;
}

Value to_value(const FileManagerProgram& program, Desktop& desktop) {
  Value value = Value::Record{};
  value.set("service", program.name).set("pid", program.pid);
  const std::string executable =
      program.pid == 0 ? std::string() : desktop.applications().executable(program.pid);
  value.set("executable", runtime::plain_line(executable));
  return value;
}

Value to_value(const FolderWindow& window) {
  Value::List folders;
  for (const std::string& folder : window.folders) folders.emplace_back(folder);
  Value value = Value::Record{};
  value.set("object", window.object).set("folders", Value(std::move(folders)));
  return value;
}

Task<Results> show(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const std::string path = checked_path(args, "files.reveal");
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  std::function<Value(Desktop&, SessionServices&)> work =
      [gate = host.gate(), caller, path, deadline](Desktop& desktop, SessionServices& services) {
        const FileManagerProgram program =
            gate->show_file(desktop, services.file_managers(), caller, path, deadline);
        return to_value(program, desktop);
      };
  Task<Value> running = host.on_service_with_desktop<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> program(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListApplications);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(Desktop&, SessionServices&)> work = [deadline](Desktop& desktop,
                                                                     SessionServices& services) {
    return to_value(services.file_managers().program(deadline), desktop);
  };
  Task<Value> running = host.on_service_with_desktop<Value>(std::move(work), deadline);
  Value result = co_await std::move(running);
  co_return result;
}

Task<Results> windows(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const auto window = static_cast<std::uint64_t>(args.integer(1));
  const Deadline deadline = host.deadline(args.call(), args.options(2).number("timeout", 0));
  std::function<Results(Desktop&, SessionServices&)> work = [=](Desktop& desktop,
                                                                SessionServices& services) {
    const auto found = services.file_managers().windows(deadline);
    if (!found) return Results(Value());
    Value::List list;
    for (const FolderWindow& each : *found) list.push_back(to_value(each));
    std::string object = desktop.windows().menu_export(window, deadline).window;
    return Results(std::vector<Value>{Value(std::move(list)), Value(std::move(object))});
  };
  Task<Results> running = host.on_service_with_desktop<Results>(std::move(work), deadline);
  Results results = co_await std::move(running);
  co_return results;
}

constexpr Function kFileManagers[] = {
    {.call = "file_managers.show",
     .text = "Has the file manager show a file in its folder. Gives who took the call.",
     .parameters = {{"path", "string", "Absolute."}},
     .options = {kTimeout},
     .results = {{"table", "{service, pid, executable}"}},
     .errors = {"DISPLAY_UNAVAILABLE", "INVALID_ARGUMENT", "POLICY_DENIED", "PROVIDER_UNAVAILABLE",
                "TIMEOUT"},
     .work = show},
    {.call = "file_managers.program",
     .text = "Who would take the call; pid 0 when it does not run yet.",
     .options = {kTimeout},
     .results = {{"table", "{service, pid, executable}"}},
     .errors = {"PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = program},
    {.call = "file_managers.windows",
     .text = "The folders that each window shows, one for each tab, where the file manager tells "
             "them; nil where it does not. Then the object that one window is, \"\" when that is "
             "unknown.",
     .parameters = {{"id", "integer", "The window's."}},
     .options = {kTimeout},
     .results = {{"table[]?", "{object, folders}"}, {"string?", "object"}},
     .errors = {"DISPLAY_UNAVAILABLE", "PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = windows},
};

constexpr Parameter kFilesTimeout{"timeout", "number",
                                  "Seconds, then TIMEOUT. Default: PEEKABOO_CLI_TIMEOUT, or 30."};

constexpr Function kFiles[] = {
    {.call = "files.reveal",
     .text = "Has the file manager show a file or folder, selected in the folder that holds it. "
             "Gives the manager, and the window that shows it. EFFECT_NOT_SEEN when the manager "
             "takes the call and shows nothing, FILE_IO_ERROR when there is no such file.",
     .parameters = {{"path", "string", "Absolute."}},
     .options = {kFilesTimeout},
     .results = {{"string", "manager"}, {"window"}},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "FILE_IO_ERROR", "INVALID_ARGUMENT",
                "POLICY_DENIED", "PROVIDER_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"files_shown"}},
    {.call = "files.folder",
     .text = "The folder that the front window of a file manager shows. WINDOW_NOT_FOUND when none "
             "is open, UNSUPPORTED when the manager does not tell.",
     .options = {kFilesTimeout},
     .results = {{"string"}, {"window"}},
     .errors = {"DISPLAY_UNAVAILABLE", "PERMISSION_ERROR_ACCESSIBILITY", "POLICY_DENIED",
                "PROVIDER_UNAVAILABLE", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = Function::Scripted{"files_shown"}},
    {.call = "files.selected",
     .text = "The files that are selected in the front window of a file manager, as paths. "
             "WINDOW_NOT_FOUND when none is open. Some managers do not mark what is selected: "
             "then UNSUPPORTED, unless through_clipboard.",
     .options = {{"through_clipboard", "boolean",
                  "Copies the files, reads the clipboard and puts back what was in it."},
                 kFilesTimeout},
     .results = {{"string[]"}, {"window"}},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED",
                "PERMISSION_ERROR_ACCESSIBILITY", "POLICY_DENIED", "PROVIDER_UNAVAILABLE",
                "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = Function::Scripted{"files_shown"}},
};

}  // namespace

Module files_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "files",
                .functions = kFiles,
                .self = std::move(host),
                .about = "What file managers show."};
}

Module file_managers_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "file_managers", .functions = kFileManagers, .self = std::move(host)};
}

}  // namespace native
