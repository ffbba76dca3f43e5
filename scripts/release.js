// release.js TAG: exits with 1 if the tag, package.json and CHANGELOG.md do not describe the same released version.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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
 * Returns the reasons why the checkout cannot be released as `tag`.
 *
 * @param {string} root - the checkout
 * @param {string} tag - for example `v1.2.3`
 * @returns {string[]}
 */
export function releaseFaults(root, tag) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [heading = ""] = /^## .*$/m.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  return [
    ...(tag === `v${version}` ? [] : [`package.json has the version ${version}. Set the tag v${version}.`]),
    ...(heading.startsWith(`## ${version} (`) && /\(\d{4}-\d{2}-\d{2}\)$/.test(heading)
      ? []
      : [`CHANGELOG.md begins with "${heading}". Change it to "## ${version} (YYYY-MM-DD)".`]),
  ];
}
