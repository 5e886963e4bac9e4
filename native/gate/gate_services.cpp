#include "native/gate/gate.hpp"

// The part of the gate that the services of the session pass: sound, notifications, the file
// manager.
namespace native {
namespace {

ActRecord record_of(const char* name, std::size_t count) {
  ActRecord record;
  record.name = name;
  record.count = static_cast<std::int64_t>(count);
  return record;
}

}  // namespace

void Gate::use_service(const Caller& caller, const ActRecord& record,
                       const std::function<void()>& work) {
  audited(caller, record, [&] {
    policy_->admit(caller, {Operation::Kind::kUseService}, *policy_->rules());
    work();
  });
}

SentNotification Gate::send(const Caller& caller, const SentMessage& message, Deadline deadline) {
  SentNotification sent;
  const std::size_t length = message.title.size() + message.subtitle.size() + message.text.size();
  use_service(caller, record_of("send notification", length), [&] {
    if (!notifications_) throw Error("UNSUPPORTED", "notifications cannot be sent here");
    sent = notifications_->send(message, deadline);
  });
  return sent;
}

void Gate::withdraw(const Caller& caller, std::uint32_t id, Deadline deadline) {
  use_service(caller, record_of("close notification", 0), [&] {
    if (!notifications_) throw Error("UNSUPPORTED", "notifications cannot be sent here");
    notifications_->withdraw(id, !caller.is_foreign(), deadline);
  });
}

// The windows of a process tell more names than its file does, and rules may name any of them.
void Gate::refuse_process(Desktop& desktop, const Caller& caller, std::int64_t pid,
                          Deadline deadline) {
  bool has_windows = false;
  const std::vector<Window> windows = marked_windows(desktop, caller, deadline);
  for (const Window& each : windows) {
    if (each.pid != pid) continue;
    has_windows = true;
    ActRecord target;
    target.window = each.id;
    refuse_targets(desktop, windows, target, caller);
  }
  if (has_windows) return;
  const std::string executable = desktop.applications().executable(pid);
  refuse_launch(caller, {"", executable, executable, executable, executable});
}

FileManagerProgram Gate::show_file(Desktop& desktop, FileManagers& managers, const Caller& caller,
                                   const std::string& path, Deadline deadline) {
  FileManagerProgram shown;
  use_service(caller, record_of("reveal file", path.size()), [&] {
    const FileManagerProgram program = managers.program(deadline);
    if (program.pid != 0) refuse_process(desktop, caller, program.pid, deadline);
    shown = managers.show(path, deadline);
  });
  return shown;
}

}  // namespace native
