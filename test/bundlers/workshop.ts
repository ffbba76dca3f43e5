import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { currentTarget } from "../../src/native/addon-paths.ts";
import { outputOf } from "../setup/child-process.ts";

const root = new URL("../..", import.meta.url).pathname;
const guide = readFileSync(join(root, "docs/bundling.md"), "utf8");

/**
 * Follows the instructions under `headings` in docs/bundling.md, in a directory with the package and the bundlers installed.
 * Keeps only the output.
 *
 * @param target - replaces webpack's `node` target.
 * @returns the output directory, which every user can read; neither it nor its parents contain packages.
 */
export async function bundle(headings: readonly string[], target = "node"): Promise<string> {
  const workshop = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-workshop-"));
  const made = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-bundled-"));
  chmodSync(made, 0o755);
  try {
    equip(workshop);
    for (const { text, language } of headings.flatMap(blocksUnder))
      await follow({ language, text: text.replace('target: "node"', `target: "${target}"`) }, workshop);
    renameSync(join(workshop, "out"), join(made, "out"));
  } finally {
    rmSync(workshop, { recursive: true });
  }
  return join(made, "out");
}

function equip(workshop: string): void {
  const modules = join(workshop, "node_modules");
  const installed = join(modules, "slashpass");
  for (const path of ["package.json", "dist"])
    cpSync(join(root, path), join(installed, path), { recursive: true });
  // The published package has more prebuilds, but only this checkout's build is needed here.
  cpSync(join(root, "build/Release"), join(installed, "prebuilds", currentTarget()), { recursive: true });
  for (const name of dependenciesOf(root))
    cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true });
  mkdirSync(join(modules, ".bin"));
  for (const [owner, tool] of tools)
    symlinkSync(join(owner, "node_modules/.bin", tool), join(modules, ".bin", tool));
  symlinkSync(
    join(import.meta.dirname, "node_modules/@oven/bun-linux-x64/bin/bun"),
    join(modules, ".bin", "bun"),
  );
  cpSync(join(import.meta.dirname, "programs"), workshop, { recursive: true });
  cpSync(join(root, "examples/28-interactions-worker.js"), join(workshop, "worker.js"));
  writeFileSync(join(workshop, "package.json"), '{ "name": "game", "private": true, "type": "module" }');
  mkdirSync(join(workshop, "out"));
}

const tools = [
  [import.meta.dirname, "esbuild"],
  [import.meta.dirname, "parcel"],
  [import.meta.dirname, "webpack"],
  [import.meta.dirname, "postject"],
  [root, "rolldown"],
  [root, "vite"],
] as const;

/** Returns the transitive dependencies of the package in `folder`. */
function dependenciesOf(folder: string, found: Set<string> = new Set()): Set<string> {
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    if (found.has(name)) continue;
    found.add(name);
    dependenciesOf(join(root, "node_modules", name), found);
  }
  return found;
}

interface Block {
  readonly language: string;
  readonly text: string;
}

function blocksUnder(heading: string): Block[] {
  const section = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const blocks = Array.from(
    section.matchAll(/^```(\w+)[^\n]*\n(.*?)^```/gms),
    ([, language = "", text = ""]) => ({
      language,
      text,
    }),
  );
  if (blocks.length === 0) throw new Error(`docs/bundling.md has nothing to run under "${heading}".`);
  return blocks;
}

/** A block is a file (named in its first line), shell commands, or `package.json` fields. */
async function follow({ language, text }: Block, workshop: string): Promise<void> {
  const [, file] = /^\/\/ (\S+)\n/.exec(text) ?? [];
  if (file !== undefined) writeFileSync(join(workshop, file), text);
  if (language === "json") addFields(join(workshop, "package.json"), text);
  if (language !== "sh") return;
  const env = { ...process.env, PATH: `${join(workshop, "node_modules/.bin")}:${process.env["PATH"]}` };
  const printed = await outputOf("bash", ["-ec", `exec 2>&1\n${text}`], {
    cwd: workshop,
    env,
    limitMs: 50_000,
  });
  // Ignores npm's warnings about the machine's settings and the single-executable tool's warnings about Node's sections.
  if (/^(?!npm warn|warning: Can't find string offset).*\bwarn(?:ing)?s?\b/im.test(printed))
    throw new Error(`A bundler warns:\n${printed}`);
}

function addFields(manifest: string, fields: string): void {
  const all = {
    ...(JSON.parse(readFileSync(manifest, "utf8")) as object),
    ...(JSON.parse(fields) as object),
  };
  writeFileSync(manifest, JSON.stringify(all));
}
