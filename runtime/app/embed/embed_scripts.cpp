// Compiles the scripts and writes them as C++ source: embed_scripts FOLDER OUTPUT. Runs during the
// build, with the same Lua that the program links. A syntax error in a script fails the build.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <lua5.4/lua.hpp>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

namespace fs = std::filesystem;

constexpr const char* kHead = R"(// Made by runtime/app/embed/embed_scripts.cpp from scripts/.
#include "runtime/app/host/embedded_scripts.hpp"

namespace runtime {

namespace {
constexpr EmbeddedScript kScripts[] = {
)";
constexpr const char* kFoot = R"(};
}  // namespace

std::span<const EmbeddedScript> embedded_scripts() { return kScripts; }

}  // namespace runtime
)";

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

int append(lua_State*, const void* bytes, std::size_t size, void* to) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return 0;
}

// Keeps names and lines, which tracebacks show.
std::string compiled(lua_State* lua, const std::string& path, const std::string& text) {
  const std::string chunk = "@scripts/" + path;
  if (luaL_loadbufferx(lua, text.data(), text.size(), chunk.c_str(), "t") != LUA_OK)
    throw std::runtime_error(lua_tostring(lua, -1));
  std::string bytes;
  lua_dump(lua, append, &bytes, 0);
  lua_pop(lua, 1);
  return bytes;
}

// Splits the literal, because compilers may limit its length.
std::string literal(const std::string& bytes) {
  constexpr std::size_t kPiece = 1000;
  std::string result;
  char digits[8];
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % kPiece == 0) result += i == 0 ? "     std::string_view(\"" : "\"\n     \"";
    std::snprintf(digits, sizeof digits, "\\%03o",
                  static_cast<unsigned>(static_cast<unsigned char>(bytes[i])));
    result += digits;
  }
  return result + "\", " + std::to_string(bytes.size()) + ")},\n";
}

// "lib/paths.lua" is lib.paths, "repl/init.lua" is repl, "modules/ai.lua" is ai,
// "modules/rows/ai.lua" is modules.rows.ai.
std::string module_of(const std::string& path) {
  constexpr std::string_view kModules = "modules/", kFirst = "/init";
  std::string module = path.substr(0, path.rfind('.'));
  if (module.rfind(kModules, 0) == 0 && module.find('/', kModules.size()) == std::string::npos)
    module.erase(0, kModules.size());
  if (module.ends_with(kFirst)) module.erase(module.size() - kFirst.size());
  for (char& c : module)
    if (c == '/') c = '.';
  return module;
}

std::string row(lua_State* lua, const std::string& path, const std::string& text) {
  const std::string module = module_of(path);
  return "    {\"" + module + "\", \"scripts/" + path + "\",\n" +
         literal(compiled(lua, path, text));
}

void embed(const fs::path& folder, const fs::path& output) {
  std::map<std::string, std::string> scripts;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".lua")
      scripts[entry.path().lexically_relative(folder).generic_string()] = text_of(entry.path());
  lua_State* lua = luaL_newstate();
  std::string rows;
  for (const auto& [path, text] : scripts) rows += row(lua, path, text);
  lua_close(lua);
  const std::string source = kHead + rows + kFoot;
  if (text_of(output) != source) std::ofstream(output, std::ios::binary) << source;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 64;
  try {
    embed(words[1], words[2]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
