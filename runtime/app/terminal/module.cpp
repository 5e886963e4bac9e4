// Looked up by the program when it opens this module; see runtime/app/host/module_loader.cpp.
extern "C" __attribute__((visibility("default"))) const char* peekaboo_module_version() {
  return PEEKABOO_VERSION;
}
