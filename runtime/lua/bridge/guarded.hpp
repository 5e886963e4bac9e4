#pragma once

#include <exception>

#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

// For runtime/lua only: runs `work` for a C function of Lua; on failure pushes the error object.
// All destructors run in here, so that the caller may leave its frame by lua_error or lua_yieldk.
template <class Work>
bool guarded(lua_State* lua, Work work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    push_error(lua, error);
  } catch (const Cancelled&) {
    push_cancelled(lua);
  } catch (const std::exception& error) {
    push_error(lua, Error("INTERNAL_ERROR", error.what()));
  }
  return false;
}

}  // namespace runtime
