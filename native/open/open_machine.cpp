#include "native/linux/machine.hpp"

namespace native {

Machine this_machine() { return read_machine(""); }

}  // namespace native
