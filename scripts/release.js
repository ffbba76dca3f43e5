// release.js TAG: exits with 1 if the tag, package.json and CHANGELOG.md do not describe the same released version, or if the version is
// too low for a change in the public declarations.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changesSince, levelOf } from "./api-change.js";

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tag = ""] = process.argv.slice(2);
  const faults = releaseFaults(fileURLToPath(new URL("..", import.meta.url)), tag);
  if (faults.length > 0) {
    process.exitCode = 1;
    process.stderr.write(
      `The tag "${tag}" cannot be released:\n${faults.map((fault) => `  ${fault}\n`).join("")}`,
    );
  }
}

/**
 * Returns why the checkout cannot be released as `tag`.
 *
 * @param {string} root - the checkout
 * @param {string} tag - for example `v1.2.3`
 * @returns {string[]}
 */
export function releaseFaults(root, tag) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const [heading = "", previous] = changelog.match(/^## .*$/gm) ?? [];
  return [
    ...(tag === `v${version}` ? [] : [`package.json has version ${version}. Use the tag v${version}.`]),
    ...(heading.startsWith(`## ${version} (`) && /\(\d{4}-\d{2}-\d{2}\)$/.test(heading)
      ? []
      : [`CHANGELOG.md begins with "${heading}". Change it to "## ${version} (YYYY-MM-DD)".`]),
    ...(previous === undefined ? [] : versionFaults(root, version, /^## (\S+)/.exec(previous)?.[1] ?? "")),
  ];
}

/**
 * @param {string} root
 * @param {string} version
 * @param {string} previous
 */
function versionFaults(root, version, previous) {
  const level = levelOf(changesSince(root, `v${previous}`));
  return level === "patch" || allowsLevel(version, previous, level)
    ? []
    : [
        `The public declarations changed since ${previous} (${level}). Choose a higher version than ${version}.`,
      ];
}

/**
 * Before 1.0.0, a minor version may break the API, and a patch may extend it.
 *
 * @param {string} version
 * @param {string} previous
 * @param {"major" | "minor"} level
 */
export function allowsLevel(version, previous, level) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldMajor = 0, oldMinor = 0] = previous.split(".").map(Number);
  if (major > oldMajor) return true;
  if (oldMajor === 0) return level === "minor" || minor > oldMinor;
  return level === "minor" && minor > oldMinor;
}
