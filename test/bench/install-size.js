// What installing costs, beside packages that a game would otherwise take: how many packages come along, their bytes on
// disk, and the seconds with a filled cache. Usage: npm run build && node test/bench/install-size.js
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const scratch = mkdtempSync(join(tmpdir(), "install-size-"));
const quiet = ["--silent", "--no-audit", "--no-fund", "--ignore-scripts"];

try {
  const [packed] = JSON.parse(
    npm(["pack", "--json", "--ignore-scripts", "--pack-destination", scratch], root),
  );
  const { size, unpackedSize } = packed;
  console.log(`slashpass: ${kilobytes(size)} packed, ${kilobytes(unpackedSize)} unpacked`);
  console.log(
    "installed".padEnd(20),
    "packages".padStart(9),
    "kilobytes".padStart(11),
    "seconds".padStart(8),
  );
  const ours = join(scratch, packed.filename);
  for (const name of [ours, "discord.js", "@azure/msal-node", "better-sqlite3"]) measure(name);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} name - of a package, or a tarball's path */
function measure(name) {
  install(name);
  const { folder, seconds } = install(name);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  const bytes = files
    .filter((file) => statSync(file).isFile())
    .reduce((sum, file) => sum + statSync(file).size, 0);
  const count = files.filter(isPackage).length;
  const words = [kilobytes(bytes).padStart(11), seconds.toFixed(1).padStart(8)];
  console.log(basename(name, ".tgz").padEnd(20), String(count).padStart(9), ...words);
}

/** @param {string} name */
function install(name) {
  const project = join(scratch, "project");
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), '{ "private": true }');
  const start = performance.now();
  npm(["install", ...quiet, name], project);
  return { folder: join(project, "node_modules"), seconds: (performance.now() - start) / 1_000 };
}

/** @param {string} file */
function isPackage(file) {
  if (basename(file) !== "package.json") return false;
  const above = dirname(dirname(file));
  return basename(basename(above).startsWith("@") ? dirname(above) : above) === "node_modules";
}

/**
 * @param {string[]} words
 * @param {string} cwd
 */
function npm(words, cwd) {
  return execFileSync("npm", words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${Math.round(bytes / 1_000).toLocaleString("en")} kB`;
}
