#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>

#include "native/dbus/bus.hpp"

namespace native::dbus {

// The value of a property; std::monostate for a type that is not read.
using Property = std::variant<std::monostate, std::string, bool, std::uint32_t, double>;
using Properties = std::map<std::string, Property>;

// Reads an a{sv}: at most a few hundred entries, texts of at most 1,000 bytes.
Properties read_properties(Reply& reply);

// Returns the value of this type; the default when it is absent or of another one.
template <class T>
T value_of(const Properties& properties, const std::string& name, T otherwise) {
  const auto found = properties.find(name);
  if (found == properties.end()) return otherwise;
  const T* const value = std::get_if<T>(&found->second);
  return value != nullptr ? *value : otherwise;
}

}  // namespace native::dbus
