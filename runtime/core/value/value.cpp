#include "runtime/core/value/value.hpp"

#include <algorithm>

namespace runtime {

Value::Value(List list) : data_(std::move(list)) {}
Value::Value(Record record) : data_(std::move(record)) {}

const Value* Value::find(std::string_view key) const {
  const Record* members = record();
  if (!members) return nullptr;
  for (const Member& member : *members)
    if (member.first == key) return &member.second;
  return nullptr;
}

const Value& Value::operator[](std::string_view key) const {
  static const Value nil;
  const Value* found = find(key);
  return found ? *found : nil;
}

Value Value::take(std::string_view key) {
  Value* found = const_cast<Value*>(find(key));
  return found ? std::move(*found) : Value();
}

Value& Value::set(std::string key, Value value) {
  if (is_nil()) data_ = Record{};
  Record& members = std::get<Record>(data_);
  for (Member& member : members) {
    if (member.first != key) continue;
    member.second = std::move(value);
    return *this;
  }
  members.emplace_back(std::move(key), std::move(value));
  return *this;
}

Value& Value::push(Value value) {
  if (is_nil()) data_ = List{};
  std::get<List>(data_).push_back(std::move(value));
  return *this;
}

const char* Value::type_name() const {
  static constexpr const char* kNames[] = {"nil",    "null",   "boolean", "integer",
                                           "number", "string", "list",    "record",
                                           "blob",   "object", "function"};
  return kNames[data_.index()];
}

bool Value::operator==(const Value& other) const {
  const Record* mine = record();
  const Record* theirs = other.record();
  if (!mine || !theirs) return data_ == other.data_;
  if (mine->size() != theirs->size()) return false;
  return std::all_of(mine->begin(), mine->end(), [&](const Member& member) {
    const Value* match = other.find(member.first);
    return match && *match == member.second;
  });
}

}  // namespace runtime
