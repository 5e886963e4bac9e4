#include <algorithm>
#include <new>
#include <string_view>

#include "runtime/lua/bridge/vm.hpp"

// Userdata: objects with methods, and blobs.
namespace runtime {

namespace {

constexpr const char* kObjectMark =
    "peekaboo.object";  // a member of the metatable of every object type
constexpr const char* kBlobType = "blob";
// Bytes that any object counts for: it may hold a connection, a file or a process.
constexpr std::size_t kLeastObject = 256u << 10;

// Gives the value the metatable on top of the stack, which must be complete: memory may run out
// between any two steps, and the value must never lack its __gc.
template <class T>
void wrap_userdata(lua_State* lua, const T& value) {
  new (lua_newuserdatauv(lua, sizeof(T), 0)) T(value);
  lua_insert(lua, -2);
  lua_setmetatable(lua, -2);
}

int collect_object(lua_State* lua) {
  static_cast<std::shared_ptr<Object>*>(lua_touserdata(lua, 1))->~shared_ptr();
  return 0;
}

int close_object(lua_State* lua) {
  (*static_cast<std::shared_ptr<Object>*>(lua_touserdata(lua, 1)))->close();
  return 0;
}

int name_object(lua_State* lua) {
  lua_pushfstring(lua, "%s: %p",
                  (*static_cast<std::shared_ptr<Object>*>(lua_touserdata(lua, 1)))->type().name,
                  lua_touserdata(lua, 1));
  return 1;
}

// The program's own scripts may read fields that an object lacks; checking those would make them
// load the whole reference.
bool read_by_ours(lua_State* lua) {
  lua_Debug reader;
  if (!lua_getstack(lua, 1, &reader) || !lua_getinfo(lua, "S", &reader)) return false;
  return std::string_view(reader.source, reader.srclen).rfind("@scripts/", 0) == 0;
}

// Looks up methods first (upvalue 1), then properties.
int index_object(lua_State* lua) {
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  if (lua_type(lua, 2) != LUA_TSTRING) return 1;
  const Object& object = **static_cast<std::shared_ptr<Object>*>(lua_touserdata(lua, 1));
  push_value(lua, object.field(lua_tostring(lua, 2)));
  if (lua_isnil(lua, -1) && !read_by_ours(lua)) refuse_unknown_field(lua, object.type().name);
  return 1;
}

void push_type(lua_State* lua, const ObjectType& type) {
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &type) == LUA_TTABLE) return;
  lua_pop(lua, 1);
  lua_newtable(lua);
  lua_pushboolean(lua, 1);
  lua_setfield(lua, -2, kObjectMark);
  lua_pushstring(lua, type.name);
  lua_setfield(lua, -2, "__name");
  lua_pushcfunction(lua, collect_object);
  lua_setfield(lua, -2, "__gc");
  lua_pushcfunction(lua, close_object);
  lua_setfield(lua, -2, "__close");
  lua_pushcfunction(lua, name_object);
  lua_setfield(lua, -2, "__tostring");
  push_module(lua, Module{type.name, type.functions, nullptr, Value()});
  lua_pushcclosure(lua, index_object, 1);
  lua_setfield(lua, -2, "__index");
  if (type.call) {
    push_function(lua, *type.call, nullptr);
    lua_setfield(lua, -2, "__call");
  }
  lua_pushvalue(lua, -1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &type);
}

BlobRef& blob_at(lua_State* lua) {
  return *static_cast<BlobRef*>(luaL_checkudata(lua, 1, kBlobType));
}

int collect_blob(lua_State* lua) {
  blob_at(lua).~shared_ptr();
  return 0;
}

int blob_bytes(lua_State* lua) {
  const auto& bytes = blob_at(lua)->bytes();
  lua_pushlstring(lua, reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return 1;
}

// RFC 6838, section 4.2, without parameters; at most 127 bytes per name.
bool is_media_type(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == text.size() ||
      text.size() > 255)
    return false;
  return std::all_of(text.begin(), text.end(), [slash, at = std::size_t{0}](char c) mutable {
    if (at++ == slash) return true;
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$&-^_.+").find(c) != std::string_view::npos;
  });
}

// blob:typed(media_type) and blob:data_url(media_type?)
int retype_blob(lua_State* lua, bool data_url) {
  const BlobRef& blob = blob_at(lua);
  const char* type =
      lua_isnoneornil(lua, 2) ? blob->media_type().c_str() : luaL_checkstring(lua, 2);
  if (!is_media_type(type)) return luaL_argerror(lua, 2, "a media type such as image/png expected");
  push_blob(lua, std::make_shared<const Blob>(blob, type, data_url));
  return 1;
}

int blob_typed(lua_State* lua) { return retype_blob(lua, false); }
int blob_data_url(lua_State* lua) { return retype_blob(lua, true); }

constexpr Function kBlobMethods[] = {
    {.call = "blob:bytes",
     .text = "The bytes as a Lua string.",
     .results = {{"string"}},
     .work = blob_bytes},
    {.call = "blob:typed",
     .text = "The same bytes under another media type.",
     .parameters = {{"media_type", "string", "Such as \"image/png\"."}},
     .results = {{"blob"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = blob_typed},
    {.call = "blob:data_url",
     .text = "For a JSON request: its data: URL, whose Base64 is made when it is sent.",
     .results = {{"any", "json"}},
     .work = blob_data_url},
};

// Pushes nil when there is no such method.
void push_blob_method(lua_State* lua, std::string_view name) {
  for (const Function& method : kBlobMethods)
    if (name == method.name()) return push_function(lua, method, nullptr);
  lua_pushnil(lua);
}

int index_blob(lua_State* lua) {
  const BlobRef& blob = blob_at(lua);
  const char* const name = luaL_checkstring(lua, 2);
  if (name == std::string_view("size")) {
    lua_pushinteger(lua, static_cast<lua_Integer>(blob->bytes().size()));
  } else if (name == std::string_view("media_type")) {
    lua_pushstring(lua, blob->media_type().c_str());
  } else {
    push_blob_method(lua, name);
    if (!lua_isnil(lua, -1) || read_by_ours(lua)) return 1;
    refuse_unknown_field(lua, "blob");
    lua_pushnil(lua);
  }
  return 1;
}

int join_blob(lua_State* lua) {
  return luaL_error(lua, "a blob cannot be joined to a text: blob:bytes() is its text");
}

int name_blob(lua_State* lua) {
  const BlobRef& blob = blob_at(lua);
  lua_pushfstring(lua, "blob: %s, %d bytes", blob->media_type().c_str(),
                  static_cast<int>(blob->bytes().size()));
  return 1;
}

}  // namespace

std::span<const Function> blob_methods() { return kBlobMethods; }

void push_object(lua_State* lua, const std::shared_ptr<Object>& object) {
  if (!object) return lua_pushnil(lua);
  push_type(lua, object->type());
  wrap_userdata(lua, object);
  vm_of(lua).add_outside(kLeastObject + object->memory());
}

std::shared_ptr<Object>* test_object(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TUSERDATA || !lua_getmetatable(lua, index)) return nullptr;
  const bool ours = lua_getfield(lua, -1, kObjectMark) == LUA_TBOOLEAN;
  lua_pop(lua, 2);
  return ours ? static_cast<std::shared_ptr<Object>*>(lua_touserdata(lua, index)) : nullptr;
}

void register_blobs(lua_State* lua) {
  static constexpr luaL_Reg kMembers[] = {{"__gc", collect_blob},
                                          {"__index", index_blob},
                                          {"__concat", join_blob},
                                          {"__tostring", name_blob},
                                          {nullptr, nullptr}};
  luaL_newmetatable(lua, kBlobType);
  luaL_setfuncs(lua, kMembers, 0);
  lua_pop(lua, 1);
}

void push_blob(lua_State* lua, const BlobRef& blob) {
  if (!blob) return lua_pushnil(lua);
  luaL_getmetatable(lua, kBlobType);
  wrap_userdata(lua, blob);
  vm_of(lua).add_outside(blob->bytes().size());
}

BlobRef* test_blob(lua_State* lua, int index) {
  return static_cast<BlobRef*>(luaL_testudata(lua, index, kBlobType));
}

}  // namespace runtime
