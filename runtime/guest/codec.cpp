#include "runtime/guest/codec.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/lua/bridge/record_kind.hpp"

namespace runtime::guest {

namespace {

class Packer {
 public:
  Packer(std::string& bytes, Handles& handles) : bytes_(bytes), handles_(handles) {}

  void pack(const Value& value, int depth) {
    if (bytes_.size() > protocol::kMaxToGuest)
      throw Error("INVALID_ARGUMENT", "answer too large for a guest script",
                  "Ask for less at once.");
    if (value.is_nil()) return tag(protocol::kNil);
    if (value.is_null()) return tag(protocol::kNull);
    if (const bool* flag = value.as<bool>()) return tag(*flag ? protocol::kTrue : protocol::kFalse);
    if (const auto* whole = value.as<std::int64_t>()) return number(protocol::kInteger, *whole);
    if (const auto* real = value.as<double>()) return number(protocol::kDouble, *real);
    if (const std::string* words = value.string()) {
      tag(protocol::kString);
      return text(*words);
    }
    if (const Value::List* items = value.list()) return pack_list(*items, deeper(depth));
    if (const Value::Record* members = value.record()) return pack_record(*members, deeper(depth));
    if (const auto* object = value.as<std::shared_ptr<Object>>())
      return pack_object(*object, depth);
    throw Error("INVALID_ARGUMENT",
                std::string("a ") + value.type_name() + " cannot be passed to a guest script");
  }

 private:
  static int deeper(int depth) {
    if (depth >= protocol::kMaxDepth)
      throw Error("INVALID_ARGUMENT", "answer nested too deeply for a guest script");
    return depth + 1;
  }

  void tag(protocol::Tag tag) { bytes_ += static_cast<char>(tag); }

  void size(std::size_t count) {
    const auto small = static_cast<std::uint32_t>(count);
    append(small);
  }

  template <class T>
  void append(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    bytes_.append(raw, sizeof(T));
  }

  template <class T>
  void number(protocol::Tag kind, T value) {
    tag(kind);
    append(value);
  }

  void text(std::string_view words) {
    size(words.size());
    bytes_.append(words);
  }

  void pack_list(const Value::List& items, int depth) {
    tag(protocol::kList);
    size(items.size());
    for (const Value& item : items) pack(item, depth);
  }

  void pack_record(const Value::Record& members, int depth) {
    tag(protocol::kRecord);
    size(members.size() -
         static_cast<std::size_t>(std::count_if(members.begin(), members.end(), record_kind_of)));
    for (const Value::Member& member : members) {
      if (record_kind_of(member)) continue;
      text(member.first);
      pack(member.second, depth);
    }
  }

  void pack_object(const std::shared_ptr<Object>& object, int depth) {
    Value::Record fields;
    for (const std::string& name : handles_.fields(*object))
      fields.emplace_back(name, object->field(name));
    tag(protocol::kHandle);
    append(handles_.keep(object));
    pack(Value(object->type().name), depth);
    pack_record(fields, deeper(depth));
  }

  std::string& bytes_;
  Handles& handles_;
};

class Unpacker {
 public:
  Unpacker(std::string_view bytes, const Handles& handles) : bytes_(bytes), handles_(handles) {}

  bool at_end() const { return bytes_.empty(); }

  Value next(int depth) {
    if (++values_ > protocol::kMaxValues) throw Violation("too many values");
    switch (take(1)[0]) {
      case protocol::kNil:
        return Value();
      case protocol::kNull:
        return Value(Value::Null{});
      case protocol::kTrue:
        return Value(true);
      case protocol::kFalse:
        return Value(false);
      case protocol::kInteger:
        return Value(read<std::int64_t>());
      case protocol::kDouble:
        return Value(read<double>());
      case protocol::kString:
        return Value(std::string(text()));
      case protocol::kList:
        return next_list(depth);
      case protocol::kRecord:
        return next_record(depth);
      case protocol::kHandle:
        return Value(handles_.at(read<std::uint32_t>()));
      default:
        throw Violation("an unknown tag");
    }
  }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw Violation("a value that is cut off");
    const std::string_view piece = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return piece;
  }

  template <class T>
  T read() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }

  std::string_view text() { return take(read<std::uint32_t>()); }

  // Each element takes at least `least` bytes: a count beyond that is no reason to take memory.
  std::uint32_t count(int depth, std::size_t least) {
    if (depth >= protocol::kMaxDepth) throw Violation("values nested too deeply");
    const auto number = read<std::uint32_t>();
    if (number > bytes_.size() / least) throw Violation("a count beyond the frame");
    return number;
  }

  Value next_list(int depth) {
    const std::uint32_t number = count(depth, 1);
    Value::List items;
    items.reserve(number);
    for (std::uint32_t i = 0; i < number; ++i) items.push_back(next(depth + 1));
    return Value(std::move(items));
  }

  Value next_record(int depth) {
    const std::uint32_t number = count(depth, sizeof(std::uint32_t) + 1);
    Value::Record members;
    members.reserve(number);
    for (std::uint32_t i = 0; i < number; ++i) {
      std::string name(text());
      members.emplace_back(std::move(name), next(depth + 1));
    }
    return Value(std::move(members));
  }

  std::string_view bytes_;
  const Handles& handles_;
  std::size_t values_ = 0;
};

}  // namespace

const std::vector<std::string>& Handles::fields(const Object& object) const {
  const auto found = kinds_.find(object.type().name);
  if (found != kinds_.end()) return found->second;
  throw Error("INVALID_ARGUMENT",
              std::string("a ") + object.type().name + " cannot be passed to a guest script");
}

std::uint32_t Handles::keep(std::shared_ptr<Object> object) {
  if (objects_.size() >= protocol::kMaxHandles)
    throw Error(
        "INVALID_ARGUMENT", "too many images held (" + std::to_string(objects_.size()) + ")",
        "Release images that are no longer needed: set their variables to nil, or use <close>.");
  const std::size_t held = memory() + object->memory();
  if (held > most_)
    throw Error("INVALID_ARGUMENT",
                "the script's pictures would have " + std::to_string(held >> 20) +
                    " MB, of at most " + std::to_string(most_ >> 20),
                "Call release() on images that are no longer needed, or capture less: a region, or "
                "with scale.");
  objects_.emplace(++last_, std::move(object));
  return last_;
}

std::size_t Handles::memory() const {
  std::size_t bytes = 0;
  for (const auto& [number, object] : objects_) bytes += object->memory();
  return bytes;
}

std::shared_ptr<Object> Handles::at(std::uint32_t number) const {
  const auto found = objects_.find(number);
  if (found != objects_.end()) return found->second;
  throw Error("INVALID_ARGUMENT", "image already closed, or not one of this script",
              "Use it before it is closed.");
}

std::string pack(protocol::Kind kind, const std::vector<Value>& values, Handles& handles) {
  std::string frame(protocol::kHead, '\0');
  frame += static_cast<char>(kind);
  Packer packer(frame, handles);
  for (const Value& value : values) packer.pack(value, 0);
  const std::size_t size = frame.size() - protocol::kHead;
  if (size > protocol::kMaxToGuest)
    throw Error("INVALID_ARGUMENT", "answer too large for a guest script", "Ask for less at once.");
  const auto head = static_cast<std::uint32_t>(size);
  std::memcpy(frame.data(), &head, sizeof head);
  return frame;
}

std::vector<Value> unpack(std::string_view bytes, const Handles& handles) {
  Unpacker unpacker(bytes, handles);
  std::vector<Value> values;
  while (!unpacker.at_end()) values.push_back(unpacker.next(0));
  return values;
}

}  // namespace runtime::guest
