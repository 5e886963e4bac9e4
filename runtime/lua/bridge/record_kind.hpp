#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "runtime/core/value/value.hpp"

namespace runtime {

// A kind of record, by its name in scripts/reference/records.lua. A script that reads a field which
// the kind lacks gets an error.
class RecordKind {
 public:
  // `members`: the usual number of members, allocated at once.
  explicit RecordKind(const char* name, std::size_t members = 7);
  // Returns an empty record of this kind, to be filled by Value::set. Its first member is a marker
  // that scripts do not see.
  Value record() const;

 private:
  std::shared_ptr<Object> mark_;
  std::size_t members_;
};

// Returns the name of the kind that a record's member marks, or null. External data such as JSON
// cannot contain such a marker.
const std::string* record_kind_of(const Value::Member& member);

}  // namespace runtime
