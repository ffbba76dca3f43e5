import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const notBuilt =
  /^(?:build|corpus|testing)\/|\/corpus\/|_(?:test|fuzz)\.cpp$|^(?:CMakePresets\.json|run-fuzz|third-party-notices\.txt)$/;
const headers = ["node-addon-api", "node-api-headers"];

/**
 * Returns a hash of the native sources (excluding tests) and of the packages that contain Node's headers.
 *
 * @param {string} root - of the repository
 */
export function sourcesDigest(root) {
  const hash = createHash("sha256");
  for (const path of ["CMakeLists.txt", ...nativeSources(root)])
    hash.update(`${path}\0${sha256(readFileSync(join(root, path)))}\n`);
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const name of headers) hash.update(`${name}\0${packages[`node_modules/${name}`].integrity}\n`);
  return hash.digest("hex");
}

/** @param {string} root */
function nativeSources(root) {
  return readdirSync(join(root, "native"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(join(root, "native").length + 1)
        .replaceAll(sep, "/"),
    )
    .filter((path) => !notBuilt.test(path))
    .sort()
    .map((path) => `native/${path}`);
}

/** @param {Buffer} bytes */
export function sha256(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
