import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readElf } from "./elf.js";
import { factsOf, readManifest } from "./manifest.js";
import { readPeExports } from "./pe.js";
import { sourcesDigest } from "./sources.js";
import { filesOf, mandatoryTargets, newestGlibc } from "./targets.js";

const askedByNode = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];
const inOrder = new Intl.Collator("en", { numeric: true });

/**
 * Why the binaries below `root` must not be published; nothing when they may.
 *
 * @param {string} root - of the checkout
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
    return Object.entries(filesOf(target)).flatMap(([name, limit]) => {
      const path = join(root, "prebuilds", target, name);
      if (!existsSync(path)) return [`${target}/${name} is missing.`];
      const file = readFileSync(path);
      if (JSON.stringify(noted.files[name]) !== JSON.stringify(factsOf(file)))
        return [`${target}/${name} is not the file that the manifest describes.`];
      return binaryFaults(target, name, file, limit).map((fault) => `${target}/${name} ${fault}`);
    });
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
  const faults = file.length > limit ? [`has ${file.length} bytes, more than ${limit}.`] : [];
  const isAddon = name.endsWith(".node");
  if (target.startsWith("win32-")) faults.push(...exportFaults(isAddon, readPeExports(file)));
  if (target.startsWith("linux")) faults.push(...elfFaults(target, isAddon, readElf(file)));
  return faults;
}

/**
 * @param {string} target
 * @param {boolean} isAddon
 * @param {import("./elf.js").Elf} elf
 */
function elfFaults(target, isAddon, { exports, imports, versions, libraries }) {
  const faults = exportFaults(isAddon, exports);
  const isMusl = target.startsWith("linuxmusl-");
  const allowed = isMusl ? /^libc\.so$/ : /^(?:libc|libdl|libm|libpthread|ld-linux-.*)\.so\.\d$/;
  const others = libraries.filter((library) => !isAddon || !allowed.test(library));
  if (others.length > 0) faults.push(`needs the libraries ${others.join(", ")}.`);
  const tooNew = versions.filter((version) => isMusl || inOrder.compare(version, `GLIBC_${newestGlibc}`) > 0);
  if (tooNew.length > 0)
    faults.push(`asks for ${tooNew.join(", ")}; GLIBC_${newestGlibc} is the newest allowed.`);
  const unknown = imports
    .filter(({ isWeak, isVersioned }) => !isWeak && !isVersioned)
    .map((symbol) => symbol.name)
    .filter((symbol) => !symbol.startsWith("napi_") && (!isMusl || symbol.startsWith("_Z")));
  if (unknown.length > 0)
    faults.push(`asks for ${unknown.join(", ")}, which neither Node nor the C library has.`);
  return faults;
}

/**
 * @param {boolean} isAddon
 * @param {string[]} exports
 */
function exportFaults(isAddon, exports) {
  const wanted = isAddon ? askedByNode : [];
  if (exports.length === wanted.length && wanted.every((name) => exports.includes(name))) return [];
  return [`exports ${exports.sort().join(", ") || "nothing"} instead of ${wanted.join(", ") || "nothing"}.`];
}
