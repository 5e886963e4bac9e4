#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "runtime/core/value/value.hpp"

namespace runtime {

// A kind of record, by its name in scripts/reference/records.lua. Where scripts read a field of
// such a record that the kind does not have, that raises.
class RecordKind {
 public:
  // `members`: how many a record usually has, so that it is allocated once.
  explicit RecordKind(const char* name, std::size_t members = 7);
  // An empty record of this kind, to be filled by Value::set. Its first member is a mark that
  // scripts do not see.
  Value record() const;

 private:
  std::shared_ptr<Object> mark_;
  std::size_t members_;
};

// The name of the kind whose mark a record's member is, or null. Nothing that comes from outside,
// such as JSON, can be one.
const std::string* record_kind_of(const Value::Member& member);

}  // namespace runtime
