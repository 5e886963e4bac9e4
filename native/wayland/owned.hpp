#pragma once

#include <memory>

namespace native::wayland {

// An object of the protocol, destroyed by the request that the protocol has for it.
template <class Object, void (*destroy)(Object*)>
struct Destroy {
  void operator()(Object* object) const { destroy(object); }
};
template <class Object, void (*destroy)(Object*)>
using Owned = std::unique_ptr<Object, Destroy<Object, destroy>>;

}  // namespace native::wayland
