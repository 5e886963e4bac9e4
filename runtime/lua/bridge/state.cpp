#include "runtime/lua/bridge/state.hpp"

#include <algorithm>
#include <cstdlib>

#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/sandbox.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr std::size_t kReserve = 16u << 20;
constexpr std::size_t kRoom = 1u << 20;  // bytes that make_room() provides
// Bytes in use when memory is collected for the first time. What the program allocates before
// stays: collecting it was a seventh of the instructions of a one-shot command.
constexpr std::size_t kFirstCollection = 2u << 20;
// Of bytes outside Lua, one in so many counts as memory of Lua's: the cost of a collection depends
// on what scripts hold, and a picture is one value of theirs.
constexpr std::size_t kPart = 16;

// Counts a state's memory and refuses to exceed its limit, which Lua reports to the script as an
// error.
void* allocate(void* context, void* block, std::size_t old_size, std::size_t new_size) {
  Vm& vm = *static_cast<Vm*>(context);
  if (!block) old_size = 0;
  if (new_size == 0) {
    std::free(block);
    vm.memory -= old_size;
    return nullptr;
  }
  const std::size_t limit = vm.memory_limit + (vm.supervises ? kReserve : 0);
  if (new_size > old_size && vm.memory + (new_size - old_size) > limit) return nullptr;
  void* moved = std::realloc(block, new_size);
  if (moved) vm.memory += new_size - old_size;
  return moved;
}

int panic(lua_State* lua) {
  const char* message = lua_tostring(lua, -1);
  throw Error("INTERNAL_ERROR", message ? message : "unprotected error in Lua");
}

}  // namespace

Vm& vm_of(lua_State* lua) {
  void* context = nullptr;
  lua_getallocf(lua, &context);
  return *static_cast<Vm*>(context);
}

Callback::~Callback() {
  if (vm_->lua) luaL_unref(vm_->lua, LUA_REGISTRYINDEX, reference_);
}

State::State(Settings settings)
    : vm_(std::make_shared<Vm>()), memory_limit_(settings.memory_limit) {
  vm_->memory_limit = settings.memory_limit;
  vm_->print = std::move(settings.print);
  vm_->abandoned = std::move(settings.abandoned);
  vm_->lua = lua_newstate(allocate, vm_.get());
  if (!vm_->lua) throw Error("INTERNAL_ERROR", "not enough memory for a Lua state");
  lua_State* lua = vm_->lua;
  lua_gc(lua, LUA_GCSTOP);  // until Vm::collect_if_due() starts it
  lua_atpanic(lua, panic);
  install_warnings(lua);
  install_interrupt(lua);
  open_libraries(lua);
  register_conversions(lua);
  install_loader(lua, std::move(settings.find_script), std::move(settings.find_for_users));
  run_prelude(lua);
}

void Vm::close() {
  if (!lua) return;
  closing = true;
  lua_close(lua);
  alarm.reset();
  lua = nullptr;
}

void Vm::collect_if_due() {
  if (collects || memory + outside / kPart < kFirstCollection) return;
  collects = true;
  lua_gc(lua, LUA_GCRESTART);
}

void Vm::add_outside(std::size_t bytes) {
  if (!collects) {
    outside += bytes;
    return collect_if_due();
  }
  const std::size_t kilobytes = bytes / kPart / 1024;
  if (kilobytes > 0)
    lua_gc(lua, LUA_GCSTEP, static_cast<int>(std::min<std::size_t>(kilobytes, 1 << 20)));
}

State::~State() {
  vm_->close();
  vm_->modules.clear();  // a callback may keep the Vm alive, but not the modules' shared state
  vm_->print = nullptr;
  vm_->failures = nullptr;
}

void State::add_module(Module module) {
  add_native_module(vm_->lua, module);
  vm_->modules.push_back(std::move(module));
}

void State::add_module(const std::string& name, std::function<Module()> open) {
  add_later_module(vm_->lua, name, std::move(open));
}

std::vector<Module> built_in_modules() {
  Value null;
  null.set("null", Value());
  return {Module{.name = "json",
                 .functions = json_functions(),
                 .constants = std::move(null),
                 .about = "JSON texts. `json.null` stands for null in a list or record."},
          Module{.name = "os",
                 .functions = os_functions(),
                 .about = "Lua's own library; here is what differs in it."},
          Module{.name = "blob", .functions = {}, .methods = blob_methods()}};
}

const std::vector<Module>& State::modules() const { return vm_->modules; }

Task<std::shared_ptr<Callback>> State::function(std::string module, std::string name) {
  lua_getglobal(vm_->lua, "require");
  const auto require = std::make_shared<Callback>(vm_, luaL_ref(vm_->lua, LUA_REGISTRYINDEX));
  const auto pick = pick_function(vm_);
  std::vector<Value> arguments;
  arguments.emplace_back(require);
  arguments.emplace_back(module);
  arguments.emplace_back(name);
  const auto host = std::make_shared<Origin>(Caller::Kind::kScript, std::string());
  host->supervises = true;
  const Results results = co_await call_script(vm_, pick, std::move(arguments), host);
  if (!results.values.empty())
    if (const auto* found = results.values[0].as<std::shared_ptr<Callback>>()) co_return *found;
  throw Error("INTERNAL_ERROR", "module '" + module + "' has no function '" + name + "'");
}

Task<Results> State::call(std::shared_ptr<Callback> function, std::vector<Value> arguments,
                          std::shared_ptr<Origin> origin) {
  return call_script(vm_, std::move(function), std::move(arguments), std::move(origin));
}

std::shared_ptr<Callback> State::load(const Script& script, const Value& globals) {
  return std::make_shared<Callback>(vm_, load_user_script(vm_->lua, script, globals));
}

void State::interrupt() noexcept { vm_->interrupted = true; }

void State::go_on() noexcept { vm_->interrupted = false; }

std::string State::where() { return vm_->locator.where(); }

void State::end_what_runs() noexcept { vm_->locator.end_it(); }

const Caller* State::caller() const {
  const Origin* origin = vm_->current ? vm_->current->origin.get() : nullptr;
  return origin ? &origin->caller : nullptr;
}

bool State::computing() const noexcept { return vm_->current != nullptr; }

void State::set_print(std::function<void(std::string_view)> print) {
  vm_->print = std::move(print);
}

void State::set_failure_output(std::function<void(std::string_view)> write) {
  vm_->failures = write ? std::make_unique<FailureReporter>(std::move(write)) : nullptr;
}

void State::set_trace(std::function<void(std::string_view)> write) {
  vm_->tracer = write ? std::make_unique<Tracer>(std::move(write)) : nullptr;
}

std::size_t State::reported() const { return vm_->reported; }

std::size_t State::memory() const { return vm_->memory; }

void State::make_room() {
  vm_->memory_limit = memory_limit_;
  if (vm_->memory + kRoom <= memory_limit_) return;
  lua_gc(vm_->lua, LUA_GCCOLLECT);
  vm_->memory_limit = std::max(memory_limit_, vm_->memory + kRoom);
}

}  // namespace runtime
