import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readElf } from "./elf.js";
import { hardeningFaults, protectionFaults } from "./hardening.js";
import { readMachO } from "./macho.js";
import { factsOf, readManifest } from "./manifest.js";
import { readPe } from "./pe.js";
import { sourcesDigest } from "./sources.js";
import { filesOf, mandatoryTargets, newestGlibc, oldestMacos } from "./targets.js";

const requiredByNode = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];
// macOS finds these libraries only by path.
const librariesOfMacos = [
  "/usr/lib/libSystem.B.dylib",
  "/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation",
  "/System/Library/Frameworks/CoreServices.framework/Versions/A/CoreServices",
];
// The C runtime libraries are part of Windows 10. Node is not listed, because Electron's executable has another name.
const librariesOfWindows =
  /^(?:advapi32|iphlpapi|kernel32|ntdll|shell32|user32|ws2_32|api-ms-win-crt-\w+-l1-1-0)\.dll$/i;
const inOrder = new Intl.Collator("en", { numeric: true });

/**
 * Returns why the binaries under `root` must not be published.
 *
 * @param {string} root - of the repository
 * @returns {string[]}
 */
export function prebuildFaults(root) {
  const manifest = readManifest(root);
  const sources = sourcesDigest(root);
  const targets = new Set([...mandatoryTargets, ...Object.keys(manifest)]);
  return [...targets].flatMap((target) => {
    const noted = manifest[target];
    if (!noted) return [`${target} was not built.`];
    if (noted.sources !== sources) return [`${target} is older than its sources.`];
    const unhardened = hardeningFaults(target, noted.hardening).map((fault) => `${target} ${fault}`);
    const faults = Object.entries(filesOf(target)).flatMap(([name, limit]) => {
      const path = join(root, "prebuilds", target, name);
      if (!existsSync(path)) return [`${target}/${name} is missing.`];
      const file = readFileSync(path);
      if (JSON.stringify(noted.files[name]) !== JSON.stringify(factsOf(file)))
        return [`${target}/${name} does not match the manifest.`];
      return binaryFaults(target, name, file, limit).map((fault) => `${target}/${name} ${fault}`);
    });
    return [...unhardened, ...faults];
  });
}

/**
 * @param {string} target
 * @param {string} name
 * @param {Buffer} file
 * @param {number} limit - in bytes
 * @returns {string[]}
 */
export function binaryFaults(target, name, file, limit) {
  const faults =
    file.length > limit ? [`is ${file.length} bytes long, which exceeds the limit of ${limit}.`] : [];
  const isAddon = name.endsWith(".node");
  if (target.startsWith("win32-")) return [...faults, ...peFaults(target, isAddon, readPe(file))];
  if (target.startsWith("darwin-")) return [...faults, ...machOFaults(target, isAddon, readMachO(file))];
  return [...faults, ...elfFaults(target, isAddon, readElf(file))];
}

/**
 * @param {string} target
 * @param {boolean} isAddon
 * @param {import("./pe.js").Pe} pe
 */
function peFaults(target, isAddon, pe) {
  const others = pe.libraries.filter((library) => !librariesOfWindows.test(library));
  const faults = [...commonFaults(target, isAddon, pe, others), ...protectionFaults(target, pe.protections)];
  const wanted = isAddon ? "node.exe" : "";
  const delayed = pe.delayed.join(", ");
  if (delayed !== wanted)
    faults.push(`delay-loads ${delayed || "no library"} instead of ${wanted || "no library"}.`);
  return faults;
}

/**
 * @param {string} target
 * @param {boolean} isAddon
 * @param {import("./macho.js").MachO} machO
 */
function machOFaults(target, isAddon, machO) {
  const { minimum, libraries, dynamicLookups, signatureFault } = machO;
  const others = libraries.filter((library) => !librariesOfMacos.includes(library));
  const faults = commonFaults(target, isAddon, machO, others);
  if (minimum !== oldestMacos) faults.push(`is for macOS ${minimum} instead of ${oldestMacos}.`);
  const unknown = dynamicLookups.filter((symbol) => !isOfNode(symbol));
  if (unknown.length > 0) faults.push(`imports ${unknown.join(", ")}, which Node and macOS do not export.`);
  if (signatureFault !== undefined) faults.push(signatureFault);
  return faults;
}

/** @param {string} symbol */
function isOfNode(symbol) {
  return /^(?:napi|node_api)_/.test(symbol);
}

/**
 * @param {string} target
 * @param {boolean} isAddon
 * @param {import("./elf.js").Elf} elf
 */
function elfFaults(target, isAddon, elf) {
  const { imports, versions, libraries, protections } = elf;
  const isMusl = target.startsWith("linuxmusl-");
  const allowed = isMusl ? /^libc\.so$/ : /^(?:libc|libdl|libm|libpthread|ld-linux-.*)\.so\.\d$/;
  const others = libraries.filter((library) => !isAddon || !allowed.test(library));
  const faults = [...commonFaults(target, isAddon, elf, others), ...protectionFaults(target, protections)];
  const tooNew = versions.filter((version) => isMusl || inOrder.compare(version, `GLIBC_${newestGlibc}`) > 0);
  if (tooNew.length > 0)
    faults.push(`requires ${tooNew.join(", ")}; at most GLIBC_${newestGlibc} is allowed.`);
  const unknown = imports
    .filter(({ isWeak, isVersioned }) => !isWeak && !isVersioned)
    .map((symbol) => symbol.name)
    .filter((symbol) => !isOfNode(symbol) && (!isMusl || symbol.startsWith("_Z")));
  if (unknown.length > 0)
    faults.push(`imports ${unknown.join(", ")}, which Node and the C library do not export.`);
  return faults;
}

/**
 * @param {string} target
 * @param {boolean} isAddon
 * @param {{ processor: string | undefined, exports: string[] }} binary
 * @param {string[]} others - required libraries that players' systems may lack
 */
function commonFaults(target, isAddon, { processor, exports }, others) {
  const wanted = isAddon ? requiredByNode : [];
  const isExact = exports.length === wanted.length && wanted.every((name) => exports.includes(name));
  const [found, expected] = [exports.toSorted(), wanted].map((names) => names.join(", ") || "no symbols");
  return [
    ...(processor !== undefined && target.endsWith(`-${processor}`) ? [] : ["is for another processor."]),
    ...(isExact ? [] : [`exports ${found} instead of ${expected}.`]),
    ...(others.length === 0 ? [] : [`requires the libraries ${others.join(", ")}.`]),
  ];
}
