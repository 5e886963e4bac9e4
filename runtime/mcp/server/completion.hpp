#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/core/value/value.hpp"

namespace runtime::mcp {

// Suggests values for one argument of a prompt, or one name of a resource template, best first:
// `value` is the text typed so far, `arguments` a record of the known ones.
using Completer = std::function<Task<std::vector<std::string>>(std::string value, Value arguments)>;
using Completers = std::map<std::string, Completer>;

// Returns {completion = {values, total, hasMore}}, with at most a hundred values.
Value completion_result(std::vector<std::string> values);

}  // namespace runtime::mcp
