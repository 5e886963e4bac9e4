// The smallest program: unit_headers exists for the precompiled headers that unit suites share.
int main() {}
