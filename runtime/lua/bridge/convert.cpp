#include <algorithm>

#include "runtime/core/value/json.hpp"
#include "runtime/lua/bridge/guarded.hpp"
#include "runtime/lua/bridge/record_kind.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr const char* kArrayType = "json.array";
constexpr lua_Integer kMostRoom = 64;    // members that a table gets room for at once
constexpr const char* kKeys = "__keys";  // of an ordered object's metatable: its keys in order

void push_null(lua_State* lua) { lua_pushlightuserdata(lua, nullptr); }
bool is_null(lua_State* lua, int index) {
  return lua_type(lua, index) == LUA_TLIGHTUSERDATA && lua_touserdata(lua, index) == nullptr;
}

bool has_metatable(lua_State* lua, int index, const char* name) {
  if (!lua_getmetatable(lua, index)) return false;
  luaL_getmetatable(lua, name);
  const bool same = lua_rawequal(lua, -1, -2);
  lua_pop(lua, 2);
  return same;
}

// Copies a value out of Lua; tracks its path for errors.
class Reader {
 public:
  explicit Reader(lua_State* lua) : lua_(lua) {}

  Value read(int index) {
    switch (lua_type(lua_, index)) {
      case LUA_TNIL:
      case LUA_TNONE:
        return Value();
      case LUA_TBOOLEAN:
        return Value(lua_toboolean(lua_, index) != 0);
      case LUA_TNUMBER:
        if (lua_isinteger(lua_, index))
          return Value(static_cast<std::int64_t>(lua_tointeger(lua_, index)));
        return Value(static_cast<double>(lua_tonumber(lua_, index)));
      case LUA_TSTRING: {
        std::size_t size = 0;
        const char* text = lua_tolstring(lua_, index, &size);
        return Value(std::string(text, size));
      }
      case LUA_TTABLE:
        return read_table(lua_absindex(lua_, index));
      case LUA_TFUNCTION:
        return read_function(index);
      case LUA_TUSERDATA:
        return read_userdata(index);
      default:
        if (is_null(lua_, index)) return Value(Value::Null{});
        fail(std::string("a ") + luaL_typename(lua_, index) + " cannot be passed");
    }
  }

 private:
  struct Step {
    const std::string* key;  // null: a list's item
    lua_Integer index;
  };

  [[noreturn]] void fail(const std::string& why) {
    std::string path = "$";
    for (const Step& step : path_)
      path += step.key ? "." + *step.key : "[" + std::to_string(step.index) + "]";
    throw Error("INVALID_ARGUMENT", path + ": " + why);
  }

  Value read_function(int index) {
    lua_pushvalue(lua_, index);
    const int reference = luaL_ref(lua_, LUA_REGISTRYINDEX);
    return Value(std::make_shared<Callback>(vm_of(lua_).shared_from_this(), reference));
  }

  Value read_userdata(int index) {
    if (BlobRef* blob = test_blob(lua_, index)) return Value(*blob);
    if (std::shared_ptr<Object>* object = test_object(lua_, index)) return Value(*object);
    fail("an unknown userdata cannot be passed");
  }

  Value read_table(int index) {
    if (path_.size() >= static_cast<std::size_t>(json::kMaxDepth)) fail("nested too deeply");
    luaL_checkstack(lua_, 8, "value");
    return is_list(index) ? read_list(index) : read_record(index);
  }

  bool is_list(int index) {
    if (has_metatable(lua_, index, kArrayType)) return true;
    return lua_rawlen(lua_, index) > 0;
  }

  Value read_list(int index) {
    Value::List items;
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua_, index));
    check_no_other_keys(index, count);
    items.reserve(static_cast<std::size_t>(count));
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(lua_, index, i);
      items.push_back(read_at(Step{nullptr, i}));
    }
    return Value(std::move(items));
  }

  void check_no_other_keys(int index, lua_Integer count) {
    lua_Integer keys = 0;
    for (lua_pushnil(lua_); lua_next(lua_, index); lua_pop(lua_, 1)) ++keys;
    if (keys > count) fail("a table is either a list or a record, not both");
  }

  Value read_record(int index) {
    if (push_ordered_keys(index)) {
      Value record = read_ordered(index, lua_gettop(lua_));
      lua_pop(lua_, 1);
      return record;
    }
    std::vector<std::string> keys;
    for (lua_pushnil(lua_); lua_next(lua_, index); lua_pop(lua_, 1)) {
      if (lua_type(lua_, -2) != LUA_TSTRING) fail("keys must be strings");
      keys.push_back(string_at(-2));
    }
    std::sort(keys.begin(), keys.end());
    Value::Record members;
    members.reserve(keys.size());
    for (std::string& key : keys) {
      lua_pushlstring(lua_, key.data(), key.size());
      add_member(index, std::move(key), members);
    }
    return Value(std::move(members));
  }

  // Pushes the list of the keys of an ordered object, in order, if it has any.
  bool push_ordered_keys(int index) {
    if (!lua_getmetatable(lua_, index)) return false;
    lua_pushstring(lua_, kKeys);
    const bool ordered = lua_rawget(lua_, -2) == LUA_TTABLE && lua_rawlen(lua_, -1) > 0;
    lua_remove(lua_, -2);
    if (!ordered) lua_pop(lua_, 1);
    return ordered;
  }

  Value read_ordered(int index, int keys) {
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua_, keys));
    Value::Record members;
    // The length that a list claims may be far beyond what it holds.
    for (lua_Integer i = 1; i <= count; ++i) {
      if (lua_rawgeti(lua_, keys, i) != LUA_TSTRING) {
        lua_pop(lua_, 1);
        break;
      }
      add_member(index, string_at(-1), members);
    }
    return Value(std::move(members));
  }

  std::string string_at(int index) {
    std::size_t size = 0;
    const char* text = lua_tolstring(lua_, index, &size);
    return std::string(text, size);
  }

  // Reads the member whose key is on top of the stack, and pops it.
  void add_member(int index, std::string key, Value::Record& members) {
    lua_rawget(lua_, index);
    Value member = read_at(Step{&key, 0});
    if (!member.is_nil()) members.emplace_back(std::move(key), std::move(member));
  }

  // Reads and pops the value on top of the stack.
  Value read_at(Step step) {
    path_.push_back(step);
    Value value = read(-1);
    path_.pop_back();
    lua_pop(lua_, 1);
    return value;
  }

  lua_State* lua_;
  std::vector<Step> path_;
};

// json.array(t): marks a table as a list, so that an empty one is written as [].
int json_array(lua_State* lua) {
  if (lua_isnoneornil(lua, 1)) {
    lua_settop(lua, 0);
    lua_newtable(lua);
  }
  luaL_checktype(lua, 1, LUA_TTABLE);
  luaL_setmetatable(lua, kArrayType);
  return 1;
}

// json.object{ {"key", value}, … }: returns a record that is written in this order.
int json_object(lua_State* lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  const auto count = static_cast<lua_Integer>(lua_rawlen(lua, 1));
  // The length that a table claims may be far beyond what it holds.
  const int room = static_cast<int>(std::min<lua_Integer>(count, kMostRoom));
  lua_createtable(lua, 0, room);  // 2: the record
  lua_createtable(lua, 0, 1);     // 3: its metatable
  lua_createtable(lua, room, 0);  // 4: the keys
  lua_Integer used = 0;
  for (lua_Integer i = 1; i <= count; ++i) {
    if (lua_geti(lua, 1, i) != LUA_TTABLE)
      return luaL_error(lua, "json.object: row %d is not {key, value}", static_cast<int>(i));
    if (lua_geti(lua, 5, 1) != LUA_TSTRING)
      return luaL_error(lua, "json.object: key %d is not a string", static_cast<int>(i));
    lua_geti(lua, 5, 2);
    if (!lua_isnil(lua, -1)) {
      lua_pushvalue(lua, 6);
      lua_seti(lua, 4, ++used);
    }
    lua_settable(lua, 2);
    lua_settop(lua, 4);
  }
  lua_setfield(lua, 3, kKeys);
  lua_setmetatable(lua, 2);
  return 1;
}

int json_decode(lua_State* lua) {
  std::size_t size = 0;
  const char* text = luaL_checklstring(lua, 1, &size);
  const auto work = [&] { push_value(lua, json::parse(std::string_view(text, size))); };
  return guarded(lua, work) ? 1 : lua_error(lua);
}

int json_encode(lua_State* lua) {
  constexpr lua_Integer kWidest = 16;  // spaces per level
  const lua_Integer indent = luaL_optinteger(lua, 2, 0);
  if (indent < 0 || indent > kWidest)
    return luaL_argerror(lua, 2, "an indent of 0 to 16 spaces expected");
  const auto work = [&] {
    const std::string text = json::dump(to_value(lua, 1), static_cast<int>(indent));
    lua_pushlstring(lua, text.data(), text.size());
  };
  return guarded(lua, work) ? 1 : lua_error(lua);
}

void push_list(lua_State* lua, const Value::List& items) {
  lua_createtable(lua, static_cast<int>(items.size()), 0);
  lua_Integer position = 0;
  for (const Value& item : items) {
    if (item.is_nil())
      push_null(lua);
    else
      push_value(lua, item);
    lua_rawseti(lua, -2, ++position);
  }
  luaL_setmetatable(lua, kArrayType);
}

void push_record(lua_State* lua, const Value::Record& members) {
  lua_createtable(lua, 0, static_cast<int>(members.size()));
  const std::string* kind = nullptr;
  for (const Value::Member& member : members) {
    if (const std::string* marked = record_kind_of(member)) {
      kind = marked;
      continue;
    }
    lua_pushlstring(lua, member.first.data(), member.first.size());
    push_value(lua, member.second);
    lua_rawset(lua, -3);
  }
  if (kind) set_record_kind(lua, *kind);
}

}  // namespace

void push_value(lua_State* lua, const Value& value) {
  luaL_checkstack(lua, 8, "value");
  if (value.is_nil()) return lua_pushnil(lua);
  if (value.is_null()) return push_null(lua);
  if (const bool* flag = value.as<bool>()) return lua_pushboolean(lua, *flag);
  if (const auto* whole = value.as<std::int64_t>()) return lua_pushinteger(lua, *whole);
  if (const auto* number = value.as<double>()) return lua_pushnumber(lua, *number);
  if (const std::string* text = value.string())
    return void(lua_pushlstring(lua, text->data(), text->size()));
  if (const Value::List* items = value.list()) return push_list(lua, *items);
  if (const Value::Record* members = value.record()) return push_record(lua, *members);
  if (const BlobRef* blob = value.as<BlobRef>()) return push_blob(lua, *blob);
  if (const auto* object = value.as<std::shared_ptr<Object>>()) return push_object(lua, *object);
  (*value.as<std::shared_ptr<Callback>>())->push(lua);
}

Value to_value(lua_State* lua, int index) { return Reader(lua).read(index); }

Value to_held(lua_State* lua, int index) {
  switch (lua_type(lua, index)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TTHREAD:
      break;
    default:
      return to_value(lua, index);
  }
  lua_pushvalue(lua, index);
  return Value(
      std::make_shared<Callback>(vm_of(lua).shared_from_this(), luaL_ref(lua, LUA_REGISTRYINDEX)));
}

namespace {

constexpr Function kJson[] = {
    {.call = "json.decode",
     .text = "A JSON text as Lua values: null is json.null, whole numbers are integers. "
             "INVALID_ARGUMENT, with the place, for anything else.",
     .parameters = {{"text", "string", "A JSON text."}},
     .results = {{"any"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = json_decode},
    {.call = "json.encode",
     .text = "The other way. Keys are sorted; an empty table is {} unless it is a json.array; "
             "invalid UTF-8 is replaced.",
     .parameters = {{"value", "any", "What to write."},
                    {"indent", "integer", "Blanks for each level, at most 16. Default 0: one line.",
                     Parameter::kOptional}},
     .results = {{"string", "text"}},
     .errors = {"INVALID_ARGUMENT"},
     .work = json_encode},
    {.call = "json.array",
     .text = "Marks a table as a list, so that an empty one is written as []. Gives the table.",
     .parameters = {{"list", "table", "A list."}},
     .results = {{"table"}},
     .work = json_array},
    {.call = "json.object",
     .text = "A record that is written in this order.",
     .parameters = {{"member", "{[1]: string, [2]: any}[]", "Rows {key, value}."}},
     .results = {{"table"}},
     .work = json_object},
};

}  // namespace

std::span<const Function> json_functions() { return kJson; }

void register_conversions(lua_State* lua) {
  luaL_newmetatable(lua, kArrayType);
  lua_pop(lua, 1);
  register_blobs(lua);
  lua_newtable(lua);
  for (const Function& function : kJson) {
    push_function(lua, function, nullptr);
    lua_setfield(lua, -2, function.name());
  }
  push_null(lua);
  lua_setfield(lua, -2, "null");
  luaL_getsubtable(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "json");
  lua_pop(lua, 1);
}

}  // namespace runtime
