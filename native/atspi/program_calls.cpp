#include "native/atspi/program_calls.hpp"

#include <algorithm>

#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

using dbus::Bus;
using dbus::Reply;

constexpr std::chrono::milliseconds kSilence{700};

// Asks for events that hardly ever come: toolkits offer elements only while events are wanted of
// them. The bus delivers none, because no match is added.
void register_listener(Bus& bus, const Program& program, Deadline deadline) {
  bus.call({.service = "org.a11y.atspi.Registry",
            .path = "/org/a11y/atspi/registry",
            .interface = "org.a11y.atspi.Registry",
            .name = "RegisterEvent",
            .arguments = {"Window:Lower:", dbus::Texts{}, program.name},
            .starts_service = true},
           deadline);
}

// Returns the address of the program's own socket; "" when it offers none.
std::string ask_own_address(Bus& bus, const Program& program, Deadline deadline) {
  std::string address;
  Reply reply =
      bus.call({program.name, kRootPath, "org.a11y.atspi.Application", "GetApplicationBusAddress"},
               deadline);
  if (!reply || !reply.read(&address) || !address.starts_with("unix:")) return {};
  return address;
}

}  // namespace

std::unique_ptr<Bus> connect_directly(const Program& program, Deadline deadline) {
  if (program.own_address.empty()) return nullptr;
  auto peer = std::make_unique<Bus>(program.own_address, Bus::Kind::kPeer);
  // A program might name the socket of another one.
  const bool is_it =
      peer->connect(deadline) == Bus::State::kThere && peer->peer_process() == program.pid;
  return is_it ? std::move(peer) : nullptr;
}

void prepare(Bus& bus, Program& program, Deadline deadline) {
  if (program.prepared) return;
  register_listener(bus, program, deadline);
  program.own_address = ask_own_address(bus, program, deadline);
  program.peer = connect_directly(program, deadline);
  program.prepared = bus.state() == Bus::State::kThere;
}

ProgramCalls::ProgramCalls(Bus& bus, Program& program, Deadline deadline,
                           const std::function<void()>& check)
    : program_(program), bus_(bus), by_bus_(bus, deadline, check) {
  if (program.peer) direct_ = std::make_unique<dbus::Pipeline>(*program.peer, deadline, check);
}

void ProgramCalls::add(const Object& object, const char* interface, const char* name,
                       std::vector<dbus::Argument> arguments, Answer answer) {
  const bool direct = direct_ && object.bus == program_.name;
  (direct ? *direct_ : by_bus_)
      .add({object.bus, object.path, interface, name, std::move(arguments)}, std::move(answer));
}

void ProgramCalls::get(const Object& object, const char* interface, const char* name,
                       Answer answer) {
  add(object, "org.freedesktop.DBus.Properties", "Get", {interface, name}, std::move(answer));
}

bool ProgramCalls::run_until(Deadline moment) {
  // Answers over one connection add calls to the other.
  do {
    if (direct_ && !direct_->run_until(moment)) return false;
    if (!by_bus_.run_until(moment)) return false;
  } while (!by_bus_.is_empty() || (direct_ && !direct_->is_empty()));
  return true;
}

bool ProgramCalls::is_silent() const {
  auto last = by_bus_.last_answer();
  if (direct_) last = std::max(last, direct_->last_answer());
  return std::chrono::steady_clock::now() - last > kSilence;
}

bool ProgramCalls::is_lost() const {
  return bus_.state() == Bus::State::kAbsent ||
         (program_.peer && program_.peer->state() == Bus::State::kAbsent);
}

}  // namespace native::atspi
