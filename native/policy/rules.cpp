#include "native/policy/rules.hpp"
