// Declares the parts of CoreFoundation and Launch Services that the addon uses, because Apple's headers are only
// available with Apple's tools. Names, types and values follow Apple's reference.
#pragma once

#include <MacTypes.h>

extern "C" {

using CFIndex = long;
using CFTypeID = unsigned long;
using CFStringEncoding = UInt32;
using CFTypeRef = const void*;
using CFAllocatorRef = const struct __CFAllocator*;
using CFStringRef = const struct __CFString*;
using CFArrayRef = const struct __CFArray*;
using CFDictionaryRef = const struct __CFDictionary*;
using CFBundleRef = struct __CFBundle*;
struct CFRange {
  CFIndex location;
  CFIndex length;
};

constexpr CFStringEncoding kCFStringEncodingUTF8 = 0x08000100;
extern const CFAllocatorRef kCFAllocatorDefault;

void CFRelease(CFTypeRef object);
CFTypeID CFGetTypeID(CFTypeRef object);

CFStringRef CFStringCreateWithCString(CFAllocatorRef allocator, const char* text, CFStringEncoding encoding);
Boolean CFStringGetCString(CFStringRef text, char* buffer, CFIndex size, CFStringEncoding encoding);

CFTypeID CFArrayGetTypeID();
CFIndex CFArrayGetCount(CFArrayRef array);
const void* CFArrayGetValueAtIndex(CFArrayRef array, CFIndex index);
Boolean CFArrayContainsValue(CFArrayRef array, CFRange range, const void* value);

CFTypeID CFDictionaryGetTypeID();
const void* CFDictionaryGetValue(CFDictionaryRef dictionary, const void* key);

CFBundleRef CFBundleGetMainBundle();
CFStringRef CFBundleGetIdentifier(CFBundleRef bundle);
CFTypeRef CFBundleGetValueForInfoDictionaryKey(CFBundleRef bundle, CFStringRef key);

CFStringRef LSCopyDefaultHandlerForURLScheme(CFStringRef scheme);
OSStatus LSSetDefaultHandlerForURLScheme(CFStringRef scheme, CFStringRef bundle);

}  // extern "C"

constexpr CFRange CFRangeMake(CFIndex location, CFIndex length) { return {location, length}; }

// The compiler creates the constant object.
#define CFSTR(text) (reinterpret_cast<CFStringRef>(__builtin___CFStringMakeConstantString(text)))
