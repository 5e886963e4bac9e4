#include <cstdlib>

#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

Results get(const Args& args) {
  const char* value = std::getenv(args.string(1).c_str());
  return value ? Value(value) : args[2];
}

constexpr Function kEnv[] = {
    {"get", "env.get(name, default?) -> string",
     "An environment variable, or the default when it is not set.", get},
};

}  // namespace

Module env_module() { return Module{"env", kEnv, nullptr, Value()}; }

}  // namespace runtime
