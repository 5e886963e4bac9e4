#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "runtime/core/value/blob.hpp"

namespace runtime {

// an object with identity, held by a script as userdata; runtime/lua/bridge/bindings.hpp
class Object;
class Callback;  // a script's function held by native code; runtime/lua/bridge/vm.hpp

// The only document type between Lua, JSON and C++. Nil means "absent"; Null is JSON's null, which
// survives in lists. Records keep their members in the order of insertion.
class Value {
 public:
  struct Null {
    bool operator==(const Null&) const = default;
  };
  using List = std::vector<Value>;
  using Member = std::pair<std::string, Value>;
  using Record = std::vector<Member>;

  Value() = default;
  Value(Null) : data_(Null{}) {}
  Value(bool b) : data_(b) {}
  Value(int n) : data_(static_cast<std::int64_t>(n)) {}
  Value(std::int64_t n) : data_(n) {}
  Value(double d) : data_(d) {}
  Value(const char* s) : data_(std::string(s)) {}
  Value(std::string_view s) : data_(std::string(s)) {}
  Value(std::string s) : data_(std::move(s)) {}
  Value(List list);
  Value(Record record);
  Value(BlobRef blob) : data_(std::move(blob)) {}
  Value(std::shared_ptr<Object> object) : data_(std::move(object)) {}
  Value(std::shared_ptr<Callback> callback) : data_(std::move(callback)) {}
  template <class T>
  Value(T*) = delete;  // would turn into a bool

  bool is_nil() const { return std::holds_alternative<std::monostate>(data_); }
  bool is_null() const { return std::holds_alternative<Null>(data_); }
  bool absent() const { return is_nil() || is_null(); }
  bool is_number() const { return as<std::int64_t>() || as<double>(); }

  // Returns the content if it has exactly that type, else null.
  template <class T>
  const T* as() const {
    return std::get_if<T>(&data_);
  }
  template <class T>
  T* as() {
    return std::get_if<T>(&data_);
  }
  const List* list() const { return as<List>(); }
  const Record* record() const { return as<Record>(); }
  const std::string* string() const { return as<std::string>(); }

  // Returns a record's member, or nil if there is none or this is not a record.
  const Value& operator[](std::string_view key) const;
  const Value* find(std::string_view key) const;
  // Moves a member out of the record.
  Value take(std::string_view key);
  // Sets or adds a member; a nil value first becomes an empty record.
  Value& set(std::string key, Value value);
  Value& push(Value value);  // appends an item; a nil value first becomes an empty list

  // "nil", "null", "boolean", "integer", "number", "string", "list", "record", "blob", "object",
  // "function"
  const char* type_name() const;

  // Compares content; objects, blobs and functions by identity, records regardless of order.
  bool operator==(const Value& other) const;

 private:
  using Data = std::variant<std::monostate, Null, bool, std::int64_t, double, std::string, List,
                            Record, BlobRef, std::shared_ptr<Object>, std::shared_ptr<Callback>>;
  Data data_;
};

}  // namespace runtime
