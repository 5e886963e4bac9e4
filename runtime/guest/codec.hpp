#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/guest/protocol.hpp"
#include "runtime/lua/bridge/bindings.hpp"

// The values of frames; see protocol.hpp.
namespace runtime::guest {

// A guest sent bytes that our helper program never sends, so nothing more from it can be trusted.
class Violation : public std::exception {
 public:
  explicit Violation(std::string what) : what_(std::move(what)) {}
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  std::string what_;
};

// The objects that one guest holds, by numbers that are valid only for that guest.
class Handles {
 public:
  // The kinds of objects that a guest may hold, and the fields sent along with them.
  using Kinds = std::map<std::string, std::vector<std::string>, std::less<>>;
  // `most`: limit for the bytes of memory of all objects together (Object::memory()).
  Handles(Kinds kinds, std::size_t most) : kinds_(std::move(kinds)), most_(most) {}

  // Returns the names of the fields sent with an object. Throws Error "INVALID_ARGUMENT" for other
  // kinds.
  const std::vector<std::string>& fields(const Object& object) const;
  // Throws Error "INVALID_ARGUMENT" when the guest holds too many objects or too much memory.
  std::uint32_t keep(std::shared_ptr<Object> object);
  // Throws Error "INVALID_ARGUMENT" when there is no such object.
  std::shared_ptr<Object> at(std::uint32_t number) const;
  void release(std::uint32_t number) { objects_.erase(number); }
  std::size_t size() const { return objects_.size(); }

 private:
  std::size_t memory() const;

  Kinds kinds_;
  std::size_t most_;
  std::map<std::uint32_t, std::shared_ptr<Object>> objects_;
  std::uint32_t last_ = 0;
};

// Returns a whole frame of these values. Throws Error "INVALID_ARGUMENT" for blobs, functions,
// objects that a guest may not hold, and values larger or deeper than a frame allows.
std::string pack(protocol::Kind kind, const std::vector<Value>& values, Handles& handles);

// Returns the values of a frame's content after its kind. Throws Violation; Error
// "INVALID_ARGUMENT" for invalid handles.
std::vector<Value> unpack(std::string_view bytes, const Handles& handles);

}  // namespace runtime::guest
