import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readElf } from "./elf.js";
import { optionsIn } from "./hardening.js";
import { readMachO } from "./macho.js";
import { sha256, sourcesDigest } from "./sources.js";
import { filesOf } from "./targets.js";

/**
 * @typedef {object} BinaryFacts
 * @property {number} size - in bytes
 * @property {string} sha256
 * @property {string} floor - the oldest supported system
 *
 * @typedef {object} TargetFacts
 * @property {string} compiler
 * @property {string} sources - the result of `sourcesDigest`
 * @property {string[]} hardening - the required compiler options with which all sources were compiled
 * @property {Record<string, BinaryFacts>} files
 *
 * @typedef {Record<string, TargetFacts>} Manifest
 */

/** @param {string} root */
function manifestFile(root) {
  return join(root, "prebuilds/manifest.json");
}

/**
 * @param {string} root
 * @returns {Manifest} Empty if nothing has been built.
 */
export function readManifest(root) {
  try {
    return JSON.parse(readFileSync(manifestFile(root), "utf8"));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return {};
    throw error;
  }
}

/**
 * Records new builds in the manifest, and moves the compiler information there from the files that the build scripts wrote.
 *
 * @param {string} root
 * @param {readonly string[]} built
 */
export function noteBuilt(root, built) {
  const sources = sourcesDigest(root);
  const manifest = readManifest(root);
  for (const target of built) {
    const folder = join(root, "prebuilds", target);
    const { compiler } = JSON.parse(readFileSync(join(folder, "compiler.json"), "utf8"));
    const files = Object.keys(filesOf(target)).map((name) => [
      name,
      factsOf(readFileSync(join(folder, name))),
    ]);
    const commands = JSON.parse(readFileSync(join(folder, "compile_commands.json"), "utf8"));
    manifest[target] = {
      compiler,
      sources,
      hardening: optionsIn(target, commands),
      files: Object.fromEntries(files),
    };
    for (const name of ["compiler.json", "compile_commands.json"]) rmSync(join(folder, name));
  }
  const names = Object.keys(manifest).sort();
  const sorted = Object.fromEntries(names.map((target) => [target, manifest[target]]));
  writeFileSync(manifestFile(root), `${JSON.stringify(sorted, null, 2)}\n`);
}

/**
 * @param {Buffer} file
 * @returns {BinaryFacts}
 */
export function factsOf(file) {
  return { size: file.length, sha256: sha256(file), floor: floorOf(file) };
}

/** @param {Buffer} file */
function floorOf(file) {
  if (file.toString("latin1", 0, 2) === "MZ") return "Windows 10";
  if (file.toString("latin1", 1, 4) !== "ELF") return `macOS ${readMachO(file).minimum}`;
  const { versions, libraries } = readElf(file);
  if (libraries.length === 0) return "Linux, any C library";
  const glibc = newest(versions.filter((version) => version.startsWith("GLIBC_")));
  return glibc ? `glibc ${glibc.slice(6)}` : "musl";
}

/** @param {string[]} versions */
function newest(versions) {
  return versions.sort(new Intl.Collator("en", { numeric: true }).compare).at(-1);
}
