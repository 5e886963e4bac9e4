#include "native/desktop/refusal/capability.hpp"

namespace native {

Capability refused(const std::string& operation, const Error& error) {
  return {operation, false, error.message, error.hint, error.fact("reason")};
}

std::vector<Capability> refused_capabilities(const Error& error) {
  std::vector<Capability> rows;
  for (const char* operation : kOperations) rows.push_back(refused(operation, error));
  return rows;
}

}  // namespace native
