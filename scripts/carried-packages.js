// Third-party packages bundled into this package. Their licenses require that their notices be included.
import { readdirSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";

const noticeNames = /^(?:licen[cs]e|copying|notice|third-party-notices)(?:[.-]|$)/i;

/** Writes the notices of all bundled packages to a file in the output. */
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
      this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source: noticesFor(ids) });
    },
  };
}

/**
 * Returns the notices of the packages that contain the modules.
 *
 * @param {readonly string[]} moduleIds
 */
export function noticesFor(moduleIds) {
  const files = moduleIds.filter((id) => isAbsolute(id));
  const folders = [...new Set(files.map(packageFolder))].filter((folder) => folder !== undefined);
  return noticesOf(folders);
}

/** @param {string} moduleId */
function packageFolder(moduleId) {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(moduleId)?.[0];
}

/**
 * @param {readonly string[]} folders - of the packages
 * @throws Error if a package has no notice and therefore must not be bundled.
 */
function noticesOf(folders) {
  const notices = folders.map(readNotice).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  return writtenOnce(notices)
    .map(({ title, text }) => `${"=".repeat(79)}\n${title}\n\n${text}\n`)
    .join("\n");
}

/**
 * Replaces long paragraphs that repeat an earlier notice, such as the MIT license, with a reference.
 *
 * @param {readonly { title: string, text: string }[]} notices
 */
function writtenOnce(notices) {
  /** @type {Map<string, string>} */
  const first = new Map();
  return notices.map(({ title, text }) => {
    const paragraphs = text.split(/\n\s*\n/).map((paragraph) => {
      const line = paragraph.trim().split(/\s+/).join(" ");
      if (line.length < 300) return paragraph;
      const owner = first.get(line);
      if (owner === undefined) first.set(line, title);
      return owner === undefined
        ? paragraph
        : `"${line.split(" ", 6).join(" ")} …": the same text as under ${owner}.`;
    });
    return { title, text: paragraphs.join("\n\n") };
  });
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
 * Returns the MIT license's text from our own LICENSE, for packages that only name that license.
 *
 * @param {string} name
 * @param {string} license
 */
function noticeWithoutFile(name, license) {
  if (license !== "MIT") throw new Error(`${name} has no license file, so it cannot be bundled.`);
  const ours = readFileSync(new URL("../LICENSE", import.meta.url), "utf8").trim();
  return ours.replace(/^Copyright .*$/m, `Copyright (c) the authors of ${name}`);
}
