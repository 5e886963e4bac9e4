#pragma once

#include <xcb/xcb.h>
#include <xcb/xproto.h>

// Includes xcb/xkb.h, which has a field that is named like a keyword of C++.
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wkeyword-macro"
#endif
#define explicit explicit_field
#include <xcb/xkb.h>
#undef explicit
#ifdef __clang__
#pragma clang diagnostic pop
#endif
