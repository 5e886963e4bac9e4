// Records which lines of the scripts run. Part of the program in the configuration `coverage`
// alone, where the linker puts these functions in place of Lua's (--wrap). Each script has a file
// in PEEKABOO_COVERAGE_FOLDER with a byte for each line, shared by all processes and complete
// whenever one of them ends.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <lua5.4/lua.hpp>
#include <map>
#include <string>

extern "C" {
lua_State* __real_lua_newstate(lua_Alloc allocate, void* data);
void __real_lua_sethook(lua_State* lua, lua_Hook hook, int mask, int count);
}

namespace {

constexpr std::size_t kMostLines = 1 << 16;
std::atomic<lua_Hook> other_hook{nullptr};  // what the program itself asked for
std::atomic<int> other_mask{0};

char* map_lines(const std::string& source) {
  std::string name = source.substr(1);
  for (char& c : name)
    if (c == '/') c = '#';
  const std::string path = std::string(PEEKABOO_COVERAGE_FOLDER) + "/" + name + ".lines";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || ftruncate(file, kMostLines) != 0) return nullptr;
  void* bytes = mmap(nullptr, kMostLines, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return bytes == MAP_FAILED ? nullptr : static_cast<char*>(bytes);
}

void record(const lua_Debug& at) {
  thread_local const char* last_source = nullptr;
  thread_local char* lines = nullptr;
  if (at.source != last_source) {
    thread_local std::map<std::string, char*> known;
    last_source = at.source;
    const auto [entry, is_new] = known.try_emplace(at.source, nullptr);
    if (is_new && std::strstr(at.source, "scripts/") != nullptr && at.source[0] == '@')
      entry->second = map_lines(entry->first);
    lines = entry->second;
  }
  if (lines != nullptr && at.currentline > 0 &&
      static_cast<std::size_t>(at.currentline) < kMostLines)
    lines[at.currentline] = 1;
}

void on_event(lua_State* lua, lua_Debug* at) {
  if (at->event == LUA_HOOKLINE && lua_getinfo(lua, "Sl", at) != 0) record(*at);
  const lua_Hook hook = other_hook;
  if (hook != nullptr && (other_mask & (1 << at->event)) != 0) hook(lua, at);
}

}  // namespace

extern "C" {

lua_State* __wrap_lua_newstate(lua_Alloc allocate, void* data) {
  lua_State* lua = __real_lua_newstate(allocate, data);
  if (lua != nullptr) __real_lua_sethook(lua, on_event, LUA_MASKLINE, 0);
  return lua;
}

void __wrap_lua_sethook(lua_State* lua, lua_Hook hook, int mask, int count) {
  other_mask = hook == nullptr ? 0 : mask;
  other_hook = hook;
  __real_lua_sethook(lua, on_event, LUA_MASKLINE | (hook == nullptr ? 0 : mask), count);
}

}  // extern "C"
