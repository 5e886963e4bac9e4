#include "runtime/lua/bridge/record_kind.hpp"

#include <utility>

#include "runtime/lua/bridge/vm.hpp"

// Metatables of records, one for each kind.
namespace runtime {

namespace {

constexpr const char* kKinds = "peekaboo.record_kinds";
constexpr const char* kMark = "kind of record";

class Mark : public Object {
 public:
  explicit Mark(const char* kind) : name(kind) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{kMark, {}};
    return kType;
  }
  const std::string name;
};

// Pushes member `name` of the script "check.record_fields"; returns false when that script does not
// exist.
bool push_member(lua_State* lua, const char* name) {
  const int top = lua_gettop(lua);
  lua_getglobal(lua, "require");
  lua_pushliteral(lua, "check.record_fields");
  if (lua_pcall(lua, 1, 1, 0) == LUA_OK && lua_istable(lua, -1)) {
    lua_getfield(lua, -1, name);
    lua_replace(lua, top + 1);
    lua_settop(lua, top + 1);
    return true;
  }
  lua_settop(lua, top);
  return false;
}

// Pushes read(record, key, level) of a kind; returns false when no script knows its fields.
bool push_reader(lua_State* lua, const char* kind) {
  if (!push_member(lua, "reader")) return false;
  lua_pushstring(lua, kind);
  lua_call(lua, 1, 1);
  return true;
}

// Calls the function on top with (record, key), attributing errors to the reading script, two
// levels further out.
void read_field(lua_State* lua) {
  constexpr int kCaller = 3;
  lua_pushvalue(lua, 1);
  lua_pushvalue(lua, 2);
  lua_pushinteger(lua, kCaller);
  lua_call(lua, 3, 1);
}

// __index of a kind, whose name is the upvalue: (record, key), for a missing key. The first call
// loads the script that knows the fields and replaces this function by its reader.
int look_up_field(lua_State* lua) {
  if (lua_type(lua, 2) != LUA_TSTRING) return 0;
  if (!push_reader(lua, lua_tostring(lua, lua_upvalueindex(1)))) return 0;
  if (lua_getmetatable(lua, 1)) {
    lua_pushvalue(lua, -2);
    lua_setfield(lua, -2, "__index");
    lua_pop(lua, 1);
  }
  read_field(lua);
  return 1;
}

}  // namespace

RecordKind::RecordKind(const char* name, std::size_t members)
    : mark_(std::make_shared<Mark>(name)), members_(members) {}

Value RecordKind::record() const {
  Value::Record record;
  record.reserve(1 + members_);
  record.emplace_back(kMark, mark_);
  return Value(std::move(record));
}

const std::string* record_kind_of(const Value::Member& member) {
  const auto* object = member.second.as<std::shared_ptr<Object>>();
  if (!object || member.first != kMark) return nullptr;
  const auto* mark = dynamic_cast<const Mark*>(object->get());
  return mark ? &mark->name : nullptr;
}

void set_record_kind(lua_State* lua, const std::string& kind) {
  luaL_checkstack(lua, 6, "record");
  luaL_getsubtable(lua, LUA_REGISTRYINDEX, kKinds);
  lua_pushlstring(lua, kind.data(), kind.size());
  if (lua_rawget(lua, -2) != LUA_TTABLE) {
    lua_pop(lua, 1);
    lua_createtable(lua, 0, 2);
    lua_pushlstring(lua, kind.data(), kind.size());
    lua_pushvalue(lua, -1);
    lua_setfield(lua, -3, "__name");
    lua_pushcclosure(lua, look_up_field, 1);
    lua_setfield(lua, -2, "__index");
    lua_pushlstring(lua, kind.data(), kind.size());
    lua_pushvalue(lua, -2);
    lua_rawset(lua, -4);
  }
  lua_setmetatable(lua, -3);
  lua_pop(lua, 1);
}

void refuse_unknown_field(lua_State* lua, const char* kind) {
  luaL_checkstack(lua, 8, "field");
  const int top = lua_gettop(lua);
  if (push_reader(lua, kind)) read_field(lua);
  lua_settop(lua, top);
}

}  // namespace runtime
