#include "runtime/core/value/error_text.hpp"

namespace runtime {

std::string error_text(const Error& error) {
  return error.hint.empty() ? error.message : error.message + "\n" + error.hint;
}

Value error_record(const Error& error) {
  Value record;
  record.set("code", error.code).set("message", error.message);
  if (!error.hint.empty()) record.set("hint", error.hint);
  return record;
}

}  // namespace runtime
