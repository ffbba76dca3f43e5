// musl-host.js ADDON: prints a C program that loads the addon as Node would, with an empty function for each Node-API function
// that the addon imports. There is no official Node for musl.
import { readFileSync } from "node:fs";
import { readElf } from "../../scripts/prebuilds/elf.js";

const [addon = ""] = process.argv.slice(2);
const { imports } = readElf(readFileSync(addon));
const functions = imports.map(({ name }) => name).filter((name) => name.startsWith("napi_"));
process.stdout.write(`#include <dlfcn.h>
#include <stdio.h>
${functions.map((name) => `void ${name}(void) {}`).join("\n")}
int main(int count, char **arguments) {
  void *addon = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
  if (addon && dlsym(addon, "napi_register_module_v1")) return 0;
  fprintf(stderr, "%s\\n", dlerror());
  return 1;
}
`);
