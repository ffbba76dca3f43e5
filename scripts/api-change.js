// api-change.js REVISION: prints the changes to the public declarations since a Git revision, classified by semantic versioning.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = "test/golden/declarations";

/** @typedef {"major" | "minor" | "patch"} Level */
/** @typedef {{ readonly level: Level, readonly entry: string, readonly reason: string }} Change */

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [revision = "HEAD"] = process.argv.slice(2);
  const changes = changesSince(fileURLToPath(new URL("..", import.meta.url)), revision);
  const lines = changes.map(({ level, entry, reason }) => `${level} ${entry}: ${reason}\n`);
  process.stdout.write(`${lines.join("")}${levelOf(changes)}\n`);
}

/**
 * @param {readonly Change[]} changes
 * @returns {Level}
 */
export function levelOf(changes) {
  const levels = new Set(changes.map(({ level }) => level));
  return levels.has("major") ? "major" : levels.has("minor") ? "minor" : "patch";
}

/**
 * Compares the golden declarations in a checkout with those of a revision.
 *
 * @param {string} root - the checkout
 * @param {string} revision
 * @returns {Change[]}
 */
export function changesSince(root, revision) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const old = git("ls-tree", "--name-only", revision, `${folder}/`).split("\n").filter(Boolean);
  const now = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  return [...new Set([...old, ...now])].flatMap((path) => {
    const before = old.includes(path) ? git("show", `${revision}:${path}`) : "";
    const after = now.includes(path) ? readFileSync(join(root, path), "utf8") : "";
    const entry = path.slice(folder.length + 1).replace(".d.ts.txt", "");
    return compareDeclarations(before, after).map((change) => ({ ...change, entry }));
  });
}

/**
 * @param {string} before - a golden file
 * @param {string} after
 * @returns {Omit<Change, "entry">[]}
 */
export function compareDeclarations(before, after) {
  const [old, now] = [parse(before), parse(after)];
  const added = [...now.keys()].filter((key) => !old.has(key));
  const changes = [...old].flatMap(([key, declaration]) => compare(key, declaration, now.get(key)));
  return [
    ...changes,
    ...added.map((key) => ({ level: /** @type {Level} */ ("minor"), reason: `adds ${key}` })),
  ];
}

/**
 * @typedef {object} Declaration
 * @property {boolean} isExperimental
 * @property {readonly string[]} lines
 */

/**
 * @param {string} text
 * @returns {Map<string, Declaration>}
 */
function parse(text) {
  return new Map(
    text
      .split("\n\n")
      .filter((part) => part.trim() !== "")
      .map((part) => {
        const isExperimental = part.startsWith("/** @experimental */\n");
        const lines = part
          .replace(/^\/\*\*.*\n/, "")
          .trimEnd()
          .split("\n")
          .map(withoutEndOfUnion);
        const [, key = lines[0] ?? ""] =
          /^(?:[+-] )?export (?:declare )?(?:abstract )?(\w+ \w+)/.exec(lines[0] ?? "") ?? [];
        return [key, { isExperimental, lines }];
      }),
  );
}

/**
 * The last member of a union ends with a semicolon.
 *
 * @param {string} line
 */
function withoutEndOfUnion(line) {
  return line.replace(/^(\s+\|.*);$/, "$1");
}

/**
 * @param {string} key - the kind and name, for example `interface ClientOptions`
 * @param {Declaration} old
 * @param {Declaration | undefined} now
 * @returns {Omit<Change, "entry">[]}
 */
function compare(key, old, now) {
  const breaking = /** @type {Level} */ (old.isExperimental ? "minor" : "major");
  if (now === undefined) return [{ level: breaking, reason: `removes ${key}` }];
  const removed = old.lines.filter((line) => !now.lines.includes(line));
  const added = now.lines.filter((line) => !old.lines.includes(line));
  const extended = removed.filter((line) => added.some((other) => addsOptionalParameter(line, other)));
  const gone = removed.filter((line) => !extended.includes(line));
  if (gone.length > 0) return [{ level: breaking, reason: `changes ${key}: ${gone.join(" ").trim()}` }];
  const demands = added.filter((line) => isDemand(key, line));
  if (demands.length > 0)
    return [{ level: breaking, reason: `requires more in ${key}: ${demands.join(" ").trim()}` }];
  return added.length > 0 ? [{ level: "minor", reason: `extends ${key}` }] : [];
}

/**
 * @param {string} before
 * @param {string} after
 */
function addsOptionalParameter(before, after) {
  const end = before.lastIndexOf("): ");
  if (end < 0 || !after.startsWith(before.slice(0, end)) || !after.endsWith(before.slice(end))) return false;
  return /^(?:, )?\w+\?: [^()]+$/.test(after.slice(end, after.length - (before.length - end)));
}

/**
 * Whether a new line breaks code that passes or implements the type. Callers pass options and implement methods; other
 * interfaces are results, which may get new properties.
 *
 * @param {string} key
 * @param {string} line
 */
function isDemand(key, line) {
  if (!key.startsWith("interface ")) return false;
  const isMethod = /^\s+\w+(?:<.*>)?\(/.test(line);
  const isInput = /(?:Options|Init|Definition|Input|Registration)$/.test(key);
  return isMethod || (isInput && /^\s+readonly \w+:/.test(line));
}
