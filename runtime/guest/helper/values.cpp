#include "runtime/guest/helper/values.hpp"

#include "runtime/guest/helper/handles.hpp"

namespace guest {

namespace {

constexpr const char* kArrayType = "json.array";
constexpr int kRoom = 8;  // stack slots needed per level

bool is_array(lua_State* lua, int index) {
  if (!lua_getmetatable(lua, index)) return lua_rawlen(lua, index) > 0;
  luaL_getmetatable(lua, kArrayType);
  const bool same = lua_rawequal(lua, -1, -2);
  lua_pop(lua, 2);
  return same || lua_rawlen(lua, index) > 0;
}

class Packer {
 public:
  Packer(lua_State* lua, Outgoing& frame, std::string& fault)
      : lua_(lua), frame_(frame), fault_(fault) {}

  bool pack(int index, int depth) {
    if (++values_ > protocol::kMaxValues || frame_.too_large()) return fail("it is too large");
    switch (lua_type(lua_, index)) {
      case LUA_TNIL:
      case LUA_TNONE:
        frame_.tag(protocol::kNil);
        return true;
      case LUA_TBOOLEAN:
        frame_.tag(lua_toboolean(lua_, index) ? protocol::kTrue : protocol::kFalse);
        return true;
      case LUA_TNUMBER:
        return pack_number(index);
      case LUA_TSTRING:
        return pack_string(index);
      case LUA_TTABLE:
        return pack_table(lua_absindex(lua_, index), depth);
      case LUA_TUSERDATA:
        return pack_handle(index);
      case LUA_TLIGHTUSERDATA:
        frame_.tag(protocol::kNull);  // the only light userdata
        return true;
      default:
        return fail(std::string("a ") + luaL_typename(lua_, index) + " cannot be passed");
    }
  }

 private:
  bool fail(std::string why) {
    fault_ = std::move(why);
    return false;
  }

  bool pack_number(int index) {
    if (lua_isinteger(lua_, index)) {
      frame_.tag(protocol::kInteger);
      frame_.integer(lua_tointeger(lua_, index));
    } else {
      frame_.tag(protocol::kDouble);
      frame_.number(lua_tonumber(lua_, index));
    }
    return true;
  }

  bool pack_string(int index) {
    std::size_t size = 0;
    const char* text = lua_tolstring(lua_, index, &size);
    if (size > protocol::kMaxFromGuest)
      return fail("a string of more than a megabyte cannot be passed");
    frame_.tag(protocol::kString);
    frame_.text(std::string_view(text, size));
    return true;
  }

  bool pack_handle(int index) {
    const std::uint32_t* number = test_handle(lua_, index);
    if (!number) return fail("an unknown userdata cannot be passed");
    frame_.tag(protocol::kHandle);
    frame_.size(*number);
    return true;
  }

  bool pack_table(int index, int depth) {
    if (depth >= protocol::kMaxDepth) return fail("nested too deeply");
    if (!lua_checkstack(lua_, kRoom)) return fail("nested too deeply");
    return is_array(lua_, index) ? pack_list(index, depth) : pack_record(index, depth);
  }

  bool pack_list(int index, int depth) {
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua_, index));
    lua_Integer keys = 0;
    for (lua_pushnil(lua_); lua_next(lua_, index); lua_pop(lua_, 1)) ++keys;
    if (keys > count) return fail("a table is either a list or a record, not both");
    if (static_cast<std::size_t>(count) > protocol::kMaxValues) return fail("it is too large");
    frame_.tag(protocol::kList);
    frame_.size(static_cast<std::uint32_t>(count));
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(lua_, index, i);
      const bool fine = pack(-1, depth + 1);
      lua_pop(lua_, 1);
      if (!fine) return false;
    }
    return true;
  }

  bool pack_record(int index, int depth) {
    frame_.tag(protocol::kRecord);
    const std::size_t place = frame_.place();
    frame_.size(0);
    std::uint32_t count = 0;
    for (lua_pushnil(lua_); lua_next(lua_, index); lua_pop(lua_, 1)) {
      if (lua_type(lua_, -2) != LUA_TSTRING) return fail("keys must be strings");
      std::size_t size = 0;
      const char* key = lua_tolstring(lua_, -2, &size);
      if (size > protocol::kMaxFromGuest) return fail("it is too large");
      frame_.text(std::string_view(key, size));
      ++count;
      if (!pack(-1, depth + 1)) return false;
    }
    frame_.set_size(place, count);
    return true;
  }

  lua_State* lua_;
  Outgoing& frame_;
  std::string& fault_;
  std::size_t values_ = 0;
};

void push_list(lua_State* lua, Incoming& frame) {
  const std::uint32_t count = frame.size();
  lua_createtable(lua, static_cast<int>(count), 0);
  for (std::uint32_t i = 1; i <= count; ++i) {
    push_value(lua, frame);
    lua_rawseti(lua, -2, i);
  }
  luaL_setmetatable(lua, kArrayType);
}

void push_record(lua_State* lua, Incoming& frame) {
  const std::uint32_t count = frame.size();
  lua_createtable(lua, 0, static_cast<int>(count));
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::string_view key = frame.text();
    lua_pushlstring(lua, key.data(), key.size());
    push_value(lua, frame);
    lua_rawset(lua, -3);
  }
}

}  // namespace

void register_values(lua_State* lua) {
  luaL_newmetatable(lua, kArrayType);
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
}

void push_array_type(lua_State* lua) { luaL_getmetatable(lua, kArrayType); }

void push_null(lua_State* lua) { lua_pushlightuserdata(lua, nullptr); }

void push_value(lua_State* lua, Incoming& frame) {
  luaL_checkstack(lua, kRoom, "value");
  switch (frame.tag()) {
    case protocol::kNull:
      return push_null(lua);
    case protocol::kTrue:
      return lua_pushboolean(lua, 1);
    case protocol::kFalse:
      return lua_pushboolean(lua, 0);
    case protocol::kInteger:
      return lua_pushinteger(lua, frame.integer());
    case protocol::kDouble:
      return lua_pushnumber(lua, frame.number());
    case protocol::kString: {
      const std::string_view text = frame.text();
      lua_pushlstring(lua, text.data(), text.size());
      return;
    }
    case protocol::kList:
      return push_list(lua, frame);
    case protocol::kRecord:
      return push_record(lua, frame);
    case protocol::kHandle: {
      const std::uint32_t number = frame.size();
      push_value(lua, frame);  // its kind
      push_value(lua, frame);  // its fields
      return push_handle(lua, number);
    }
    default:
      return lua_pushnil(lua);
  }
}

bool pack_value(lua_State* lua, int index, Outgoing& frame, std::string& fault) {
  return Packer(lua, frame, fault).pack(index, 0) &&
         (!frame.too_large() || (fault = "it is too large", false));
}

}  // namespace guest
