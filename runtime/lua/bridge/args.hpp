#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/value/value.hpp"

namespace runtime {

class Call;
struct Function;

// The results of a native function; usually one value.
class Results {
 public:
  Results() {}
  Results(Value value) { values.push_back(std::move(value)); }
  explicit Results(std::vector<Value> several) : values(std::move(several)) {}
  std::vector<Value> values;
};

// An option table, checked against the options of the function's row. Getters throw Error
// "INVALID_ARGUMENT" naming the function, the option and the expected type.
class Options {
 public:
  Options(const Function& function, const Value& table);
  // Checks a nested table, which may have only these names. `what` names it in messages.
  Options(std::string what, const Value& table, const std::vector<std::string_view>& names);

  bool has(std::string_view name) const { return !table_[name].absent(); }
  const Value& operator[](std::string_view name) const { return table_[name]; }
  std::string string(std::string_view name, std::string fallback) const;
  double number(std::string_view name, double fallback) const;
  std::int64_t integer(std::string_view name, std::int64_t fallback) const;
  // Returns an integer from `least` to `most`; the Error names the value given.
  int integer_within(std::string_view name, int fallback, int least, int most) const;
  bool boolean(std::string_view name, bool fallback) const;

 private:
  [[noreturn]] void wrong(std::string_view name, const char* expected) const;
  std::string what_;
  Value table_;
};

// The arguments of one native call, copied out of Lua. Indexes are 1-based; getters throw Error
// "INVALID_ARGUMENT" naming the function, the argument and the expected type.
class Args {
 public:
  Args(const Function& function, std::vector<Value> values, std::shared_ptr<void> self, Call* call)
      : function_(&function), values_(std::move(values)), self_(std::move(self)), call_(call) {}

  std::size_t size() const { return values_.size(); }
  const Value& operator[](std::size_t index) const;
  bool has(std::size_t index) const { return !(*this)[index].absent(); }
  std::string string(std::size_t index) const;
  double number(std::size_t index) const;
  std::int64_t integer(std::size_t index) const;
  std::shared_ptr<Callback> callback(std::size_t index) const;
  BlobRef blob(std::size_t index) const;
  // Returns a list; an empty table counts as one.
  Value::List list(std::size_t index) const;
  std::vector<std::string> strings(std::size_t index) const;
  Options options(std::size_t index) const { return Options(*function_, (*this)[index]); }
  template <class T>
  std::shared_ptr<T> object(std::size_t index) const {
    const auto* object = (*this)[index].as<std::shared_ptr<Object>>();
    std::shared_ptr<T> typed = object ? std::dynamic_pointer_cast<T>(*object) : nullptr;
    if (!typed) wrong(index, T::kTypeName);
    return typed;
  }

  // Returns the state that the module was registered with.
  template <class T>
  T& self() const {
    return *static_cast<T*>(self_.get());
  }
  template <class T>
  std::shared_ptr<T> shared_self() const {
    return std::static_pointer_cast<T>(self_);
  }
  // Returns the script call that is waiting for this function; valid until the function returns.
  Call& call() const { return *call_; }
  // The same, but null in a finalizer that runs between calls.
  const Call* caller() const { return call_; }
  [[noreturn]] void wrong(std::size_t index, const char* expected) const;

 private:
  const Function* function_;
  std::vector<Value> values_;
  std::shared_ptr<void> self_;
  Call* call_;
};

}  // namespace runtime
