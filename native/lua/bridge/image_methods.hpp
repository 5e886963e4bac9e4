#pragma once

#include "runtime/lua/bridge/bindings.hpp"

// Methods of images that have their own files; image.cpp has the rows that describe them.
namespace native {

runtime::Task<runtime::Results> compare_images(runtime::Args args);
runtime::Task<runtime::Results> diff_images(runtime::Args args);
runtime::Task<runtime::Results> find_image(runtime::Args args);
runtime::Task<runtime::Results> mask_image(runtime::Args args);
runtime::Task<runtime::Results> outline_image(runtime::Args args);
runtime::Task<runtime::Results> pixel_of_image(runtime::Args args);
runtime::Task<runtime::Results> text_of_image(runtime::Args args);

}  // namespace native
