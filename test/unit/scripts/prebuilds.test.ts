import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { binaryFaults, prebuildFaults } from "../../../scripts/prebuilds/check.js";
import { requiredOptions } from "../../../scripts/prebuilds/hardening.js";
import { noteBuilt, readManifest } from "../../../scripts/prebuilds/manifest.js";
import { readMachO } from "../../../scripts/prebuilds/macho.js";
import { readPe } from "../../../scripts/prebuilds/pe.js";
import { sourcesDigest } from "../../../scripts/prebuilds/sources.js";
import { mandatoryTargets } from "../../../scripts/prebuilds/targets.js";
import { supportedTargets } from "../../../src/native/addon-paths.ts";
import { elfFile, type ElfSymbol } from "../../setup/elf-file.ts";
import { machOFile, type MachOParts } from "../../setup/macho-file.ts";
import { peFile, type PeParts } from "../../setup/pe-file.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";

const addon: readonly ElfSymbol[] = [
  { name: "napi_register_module_v1" },
  { name: "node_api_module_get_api_version_v1" },
  { name: "napi_create_object", isImport: true },
  { name: "__gmon_start__", isImport: true, isWeak: true },
  { name: "memcpy", isImport: true, version: "GLIBC_2.14" },
  { name: "open", isImport: true, version: "GLIBC_2.2.5" },
];
const opener = elfFile([], []);
const libc = ["libc.so.6"];

const linuxBinaries = {
  "slashpass.node": elfFile(addon, libc),
  "slashpass_social_sdk.node": elfFile(addon, libc),
  "redirect-opener": opener,
};

let root: string;

beforeEach(() => {
  root = temporaryFolder();
  put("CMakeLists.txt", "project(slashpass)");
  put("native/base/files.cpp", "int files;");
  put("native/base/files_test.cpp", "int tests;");
  const packages = {
    "node_modules/node-addon-api": { integrity: "one" },
    "node_modules/node-api-headers": { integrity: "two" },
  };
  put("package-lock.json", JSON.stringify({ packages }));
});

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Creates the files that a target's build script produces. */
function build(
  target: string,
  files: Readonly<Record<string, Buffer>>,
  options = requiredOptions(target),
): void {
  for (const [name, content] of Object.entries(files)) put(`prebuilds/${target}/${name}`, content);
  put(`prebuilds/${target}/compiler.json`, '{ "compiler": "clang 19.1.7" }');
  const commands = [options, requiredOptions(target)].map((all) => ({
    command: `clang++ ${all.join(" ")} -c a.cpp`,
  }));
  put(`prebuilds/${target}/compile_commands.json`, JSON.stringify(commands));
  noteBuilt(root, [target]);
}

function faultsOf(target: string): string[] {
  return prebuildFaults(root).filter((fault) => fault.startsWith(target));
}

const requiredByNode = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];
const libSystem = ["/usr/lib/libSystem.B.dylib"];

function faultsOfMacos(parts: MachOParts, target = "darwin-arm64"): string[] {
  const whole = { exports: requiredByNode, libraries: libSystem, dynamicLookups: ["napi_throw"], ...parts };
  return binaryFaults(target, "slashpass.node", machOFile(whole), 100_000);
}

function faultsWith(symbols: readonly ElfSymbol[], libraries = libc, target = "linux-x64"): string[] {
  return binaryFaults(target, "slashpass.node", elfFile([...addon, ...symbols], libraries), 100_000);
}

test("reports every mandatory target as missing if a checkout has no builds", () => {
  expect(prebuildFaults(root)).toEqual(mandatoryTargets.map((target) => `${target} was not built.`));
  expect(mandatoryTargets).toEqual(supportedTargets);
});

test("records a build's compiler, sources, size, hash and oldest supported system", () => {
  build("linux-x64", linuxBinaries);
  expect(readManifest(root)["linux-x64"]).toMatchObject({
    compiler: "clang 19.1.7",
    sources: sourcesDigest(root),
    files: {
      "slashpass.node": { size: elfFile(addon, libc).length, floor: "glibc 2.14" },
      "redirect-opener": { size: opener.length, floor: "Linux, any C library" },
    },
  });
  expect(faultsOf("linux-x64")).toEqual([]);
});

test("reports a binary as outdated if its sources changed, but not if tests changed", () => {
  build("linux-x64", linuxBinaries);
  put("native/base/files_test.cpp", "int other_tests;");
  expect(faultsOf("linux-x64")).toEqual([]);
  put("native/base/files.cpp", "int other_files;");
  expect(faultsOf("linux-x64")).toEqual(["linux-x64 is older than its sources."]);
});

test("reports a missing or replaced binary", () => {
  build("linux-x64", linuxBinaries);
  put("prebuilds/linux-x64/slashpass.node", elfFile(addon, []));
  rmSync(join(root, "prebuilds/linux-x64/redirect-opener"));
  expect(faultsOf("linux-x64")).toEqual([
    "linux-x64/slashpass.node does not match the manifest.",
    "linux-x64/redirect-opener is missing.",
  ]);
});

test("checks an optional target's binary if it exists", () => {
  build("linuxuclibc-x64", { ...linuxBinaries, "slashpass.node": elfFile([], []) });
  expect(faultsOf("linuxuclibc-x64")).toEqual([expect.stringContaining("exports no symbols instead of")]);
});

test("requires an addon to export only the symbols that Node needs", () => {
  expect(faultsWith([])).toEqual([]);
  expect(faultsWith([{ name: "_ZTSSt9exception", isWeak: true }])).toEqual([
    expect.stringContaining("exports _ZTSSt9exception, napi_register_module_v1"),
  ]);
});

test("limits the C library version that an addon needs and compares versions as numbers", () => {
  const asking = (version: string) => faultsWith([{ name: "stat", isImport: true, version }]);
  expect(asking("GLIBC_2.9")).toEqual([]);
  expect(asking("GLIBC_2.28")).toEqual([]);
  expect(asking("GLIBC_2.29")).toEqual(["requires GLIBC_2.29; at most GLIBC_2.28 is allowed."]);
  expect(asking("GLIBC_3.0")).toEqual(["requires GLIBC_3.0; at most GLIBC_2.28 is allowed."]);
});

test("reports dependencies on the build machine's libraries", () => {
  expect(faultsWith([], ["libc.so.6", "libstdc++.so.6"])).toEqual(["requires the libraries libstdc++.so.6."]);
  const lost = [{ name: "_ZNSt6thread4joinEv", isImport: true }];
  const fault = ["imports _ZNSt6thread4joinEv, which Node and the C library do not export."];
  expect(faultsWith(lost)).toEqual(fault);
  expect(faultsWith(lost, ["libc.so"], "linuxmusl-x64")).toEqual([
    expect.stringContaining("requires GLIBC_"),
    ...fault,
  ]);
});

test("requires redirect-opener to need no libraries and limits its size", () => {
  expect(binaryFaults("linux-x64", "redirect-opener", elfFile([], libc), 100)).toEqual([
    expect.stringMatching(/^is \d+ bytes long, which exceeds the limit of 100\.$/),
    "requires the libraries libc.so.6.",
  ]);
});

const windowsAddon = { libraries: ["KERNEL32.dll", "api-ms-win-crt-heap-l1-1-0.dll"], delayed: ["node.exe"] };

test("requires a Windows addon to use only system libraries and to delay-load Node's symbols", () => {
  const faultsWithParts = (parts: PeParts, name = "slashpass.node") =>
    binaryFaults("win32-x64", name, peFile({ exports: requiredByNode, ...windowsAddon, ...parts }), 100_000);
  expect(faultsWithParts({})).toEqual([]);
  expect(faultsWithParts({ libraries: ["libc++.dll", "KERNEL32.dll", "node.exe"], delayed: [] })).toEqual([
    "requires the libraries libc++.dll, node.exe.",
    "delay-loads no library instead of node.exe.",
  ]);
  expect(faultsWithParts({ exports: ["main"] }, "redirect-opener.exe")).toEqual([
    "exports main instead of no symbols.",
    "delay-loads node.exe instead of no library.",
  ]);
});

test("requires a macOS addon to export only Node's symbols and to import only from Node and macOS", () => {
  expect(faultsOfMacos({})).toEqual([]);
  expect(faultsOfMacos({ exports: [] })).toEqual([
    `exports no symbols instead of ${requiredByNode.join(", ")}.`,
  ]);
  expect(faultsOfMacos({ libraries: [...libSystem, "/usr/lib/libc++.1.dylib"] })).toEqual([
    "requires the libraries /usr/lib/libc++.1.dylib.",
  ]);
  expect(faultsOfMacos({ dynamicLookups: ["napi_throw", "__cpu_model"] })).toEqual([
    "imports __cpu_model, which Node and macOS do not export.",
  ]);
  expect(faultsOfMacos({ minimum: 0xd0300 })).toEqual(["is for macOS 13.3 instead of 11.0."]);
});

test("requires a macOS addon to have a valid signature for each of its pages", () => {
  expect(faultsOfMacos({ isSigned: false })).toEqual(["is not signed."]);
  const large = machOFile({
    exports: requiredByNode,
    libraries: Array.from({ length: 300 }, () => libSystem[0] ?? ""),
  });
  expect(readMachO(large).signatureFault).toBeUndefined();
  for (const [at, page] of [
    [100, 0],
    [5000, 1],
  ] as const) {
    const changed = Buffer.from(large);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(readMachO(Buffer.from(changed)).signatureFault).toBe(
      `has a page ${page} that does not match its signature.`,
    );
  }
});

test.each([
  ["darwin", () => machOFile({ exports: requiredByNode })],
  ["win32", () => peFile({ exports: requiredByNode, ...windowsAddon })],
  ["linux", () => elfFile(addon, libc)],
] as const)("requires a binary for %s to match the processor in its directory name", (system, make) => {
  const file = make();
  const other = system === "darwin" ? "x64" : "arm64";
  const faults = binaryFaults(`${system}-${other}`, "slashpass.node", file, 100_000);
  expect(faults).toEqual(["is for another processor."]);
});

test("requires the hardening options in every compilation", () => {
  for (const target of ["linux-x64", "linux-arm64"]) {
    const [first, ...options] = requiredOptions(target);
    build(target, linuxBinaries, options);
    expect(faultsOf(target)).toContain(`${target} is compiled without ${first}.`);
  }
});

test("requires address randomization, a non-executable stack and protected relocations on Linux", () => {
  expect(binaryFaults("linux-x64", "slashpass.node", elfFile(addon, libc, false), 100_000)).toEqual([
    "lacks PIE, NX, RELRO, BIND_NOW.",
  ]);
});

test.each([
  [0x20, "HIGH_ENTROPY_VA"],
  [0x40, "DYNAMIC_BASE"],
  [0x100, "NX_COMPAT"],
  [0x4000, "GUARD_CF"],
])("requires the Windows protection %j (%s)", (bit, name) => {
  const file = peFile({ exports: requiredByNode, ...windowsAddon, protections: 0x4160 & ~bit });
  expect(binaryFaults("win32-x64", "slashpass.node", file, 100_000)).toEqual([`lacks ${name}.`]);
});

test("rejects a file that is not a single-architecture Mach-O file", () => {
  expect(() => readMachO(elfFile([], libc))).toThrow("Not a 64-bit Mach-O file for one processor.");
});

test("rejects a file that is not a 64-bit PE file, or that has an address outside its sections", () => {
  const of32Bits = peFile({});
  of32Bits.writeUInt16LE(0x10b, 0x80 + 24);
  for (const file of [of32Bits, elfFile([], libc)])
    expect(() => readPe(file)).toThrow("Not a 64-bit PE file.");
  const lost = peFile({ exports: ["a"] });
  lost.writeUInt32LE(0x9000, 0x80 + 24 + 112);
  expect(() => readPe(lost)).toThrow("No section of the PE file contains the address 36864.");
});

test("contains the licenses of all code linked into the binaries", () => {
  const notices = readFileSync("native/third-party-notices.txt", "utf8");
  const named = [
    "node-addon-api",
    "LLVM Exceptions to the Apache 2.0 License",
    "musl",
    "mingw-w64",
    "dist/carried/",
  ];
  for (const name of named) expect(notices).toContain(name);
  const { files } = JSON.parse(readFileSync("package.json", "utf8")) as { files: string[] };
  expect(files).toEqual(expect.arrayContaining(["prebuilds", "native/third-party-notices.txt"]));
});
