#include "scheme/bundle_macos.h"

#include <CoreServices/CoreServices.h>

#include <memory>

// The newer functions require Objective-C and an application object, which Node.js does not have.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace slashpass {
namespace {

struct Release {
  void operator()(const void* object) const { CFRelease(object); }
};
using Text = std::unique_ptr<const __CFString, Release>;

Text make_text(const std::string& text) {
  return Text(CFStringCreateWithCString(kCFAllocatorDefault, text.c_str(), kCFStringEncodingUTF8));
}

std::string to_string(CFStringRef text) {
  char bytes[1024];
  if (text == nullptr || !CFStringGetCString(text, bytes, sizeof(bytes), kCFStringEncodingUTF8)) return "";
  return bytes;
}

template <class Ref>
Ref checked(const void* object, CFTypeID type) {
  return object != nullptr && CFGetTypeID(object) == type ? static_cast<Ref>(object) : nullptr;
}

bool lists(CFArrayRef schemes, CFStringRef scheme) {
  return schemes != nullptr && CFArrayContainsValue(schemes, CFRangeMake(0, CFArrayGetCount(schemes)), scheme) != 0;
}

}  // namespace

std::string main_bundle() {
  const auto bundle = CFBundleGetMainBundle();
  return bundle == nullptr ? "" : to_string(CFBundleGetIdentifier(bundle));
}

bool main_bundle_declares(const std::string& scheme) {
  const auto bundle = CFBundleGetMainBundle();
  if (bundle == nullptr) return false;
  const auto wanted = make_text(scheme);
  const auto types =
      checked<CFArrayRef>(CFBundleGetValueForInfoDictionaryKey(bundle, CFSTR("CFBundleURLTypes")), CFArrayGetTypeID());
  for (CFIndex i = 0; types != nullptr && i < CFArrayGetCount(types); ++i) {
    const auto type = checked<CFDictionaryRef>(CFArrayGetValueAtIndex(types, i), CFDictionaryGetTypeID());
    if (type == nullptr) continue;
    const auto* schemes = CFDictionaryGetValue(type, CFSTR("CFBundleURLSchemes"));
    if (lists(checked<CFArrayRef>(schemes, CFArrayGetTypeID()), wanted.get())) return true;
  }
  return false;
}

std::string scheme_bundle(const std::string& scheme) {
  const Text owner(LSCopyDefaultHandlerForURLScheme(make_text(scheme).get()));
  return to_string(owner.get());
}

bool set_scheme_bundle(const std::string& scheme, const std::string& bundle) {
  return LSSetDefaultHandlerForURLScheme(make_text(scheme).get(), make_text(bundle).get()) == noErr;
}

}  // namespace slashpass
