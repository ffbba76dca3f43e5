// Packages that come inside our own files, so that the emulator needs nothing else: each with its notices, as its licence asks.
import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";

const noticeNames = /^(?:licen[cs]e|copying|notice|third-party-notices)(?:[.-]|$)/i;

/** Writes the notices of every package that is in the bundle into a file beside it. */
export function carriedPackages() {
  return {
    name: "carried-packages",
    /**
     * @this {{ emitFile(file: { type: "asset", fileName: string, source: string }): string }}
     * @param {unknown} _options
     * @param {Record<string, { type: string, moduleIds?: string[] }>} bundle
     */
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
      const files = ids.filter((id) => isAbsolute(id));
      const folders = [...new Set(files.map(packageFolder))].filter((folder) => folder !== undefined);
      this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source: noticesOf(folders) });
    },
  };
}

/** @param {string} moduleId */
function packageFolder(moduleId) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(moduleId)?.[0];
}

/**
 * @param {readonly string[]} folders - of the packages
 * @throws Error when a package has no notice, since it may not be carried then.
 */
function noticesOf(folders) {
  const notices = folders.map(readNotice).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  return notices.map(({ title, text }) => `${"=".repeat(79)}\n${title}\n\n${text}\n`).join("\n");
}

/** @param {string} folder */
function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => noticeNames.test(file));
  const texts = files.toSorted().map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) texts.push(noticeWithoutFile(name, license));
  return { title: `${name} ${version} (${license})`, text: texts.join("\n\n") };
}

/**
 * Some packages only name their licence: MIT's words are those of our own.
 *
 * @param {string} name
 * @param {string} license
 */
function noticeWithoutFile(name, license) {
  if (license !== "MIT") throw new Error(`${name} has no licence file, so that it cannot be carried.`);
  const ours = readFileSync(new URL("../LICENSE", import.meta.url), "utf8").trim();
  return ours.replace(/^Copyright .*$/m, `Copyright (c) the authors of ${name}`);
}
