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
      this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source: noticesFor(ids) });
    },
  };
}

/**
 * The notices of every package that has one of the modules.
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
 * @throws Error when a package has no notice, since it may not be carried then.
 */
function noticesOf(folders) {
  const notices = folders.map(readNotice).toSorted((a, b) => (a.title < b.title ? -1 : 1));
  return writtenOnce(notices)
    .map(({ title, text }) => `${"=".repeat(79)}\n${title}\n\n${text}\n`)
    .join("\n");
}

/**
 * Long paragraphs that several notices have, such as MIT's two, stand in the first of them; the others name it.
 *
 * @param {readonly { title: string, text: string }[]} notices
 */
function writtenOnce(notices) {
  /** @type {Map<string, string>} */
  const first = new Map();
  return notices.map(({ title, text }) => {
    const paragraphs = text.split(/\n\s*\n/).map((paragraph) => {
      const words = paragraph.trim().split(/\s+/).join(" ");
      if (words.length < 300) return paragraph;
      const owner = first.get(words);
      if (owner === undefined) first.set(words, title);
      return owner === undefined
        ? paragraph
        : `"${words.split(" ", 6).join(" ")} …": word for word as under ${owner}.`;
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
