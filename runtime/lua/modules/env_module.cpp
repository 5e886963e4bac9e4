#include <cstdlib>

#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

Results get(const Args& args) {
  const char* value = std::getenv(args.string(1).c_str());
  return value ? Value(value) : args[2];
}

constexpr Function kEnv[] = {
    {.call = "env.get",
     .text = "An environment variable, or the default when it is not set.",
     .parameters = {{"name", "string", "The variable."},
                    {"default", "any", "What is given when the variable is not set.",
                     Parameter::kOptional}},
     .results = {{"string|any", "string"}},
     .work = get},
};

}  // namespace

Module env_module() {
  return Module{.name = "env", .functions = kEnv, .about = "Environment variables."};
}

}  // namespace runtime
