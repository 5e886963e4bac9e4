#include "tests/unit/runtime/http/certificate.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace runtime::http {

namespace {

constexpr long kDay = 86400;

void add_extension(X509* certificate, int kind, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx_nodb(&context);
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

X509* make(EVP_PKEY* key, const std::string& names, int days) {
  X509* certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -10 * kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate), days * kDay);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  add_extension(certificate, NID_subject_alt_name, names.c_str());
  X509_sign(certificate, key, EVP_sha256());
  return certificate;
}

std::string write(X509* certificate) {
  std::string path = (std::filesystem::temp_directory_path() / "peekaboo-ca-XXXXXX").string();
  std::FILE* file = fdopen(mkstemp(path.data()), "w");
  if (!file) throw std::runtime_error("no temporary file");
  PEM_write_X509(file, certificate);
  std::fclose(file);
  return path;
}

}  // namespace

Certificate::Certificate(const std::string& names, int days)
    : context_(SSL_CTX_new(TLS_server_method())) {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = make(key, names, days);
  file_ = write(certificate);
  const bool usable = SSL_CTX_use_certificate(context_, certificate) == 1 &&
                      SSL_CTX_use_PrivateKey(context_, key) == 1;
  X509_free(certificate);
  EVP_PKEY_free(key);
  if (!usable) throw std::runtime_error("no certificate for the test's server");
}

Certificate::~Certificate() {
  SSL_CTX_free(context_);
  unlink(file_.c_str());
}

}  // namespace runtime::http
