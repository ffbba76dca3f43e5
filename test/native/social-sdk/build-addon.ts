import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../../setup/child-process.ts";
import { buildLimitMs, buildOnce } from "../../setup/social-sdk/stand-in.ts";

const root = new URL("../../..", import.meta.url).pathname;
const headers = ["node-api-headers/include", "node-addon-api"].flatMap((path) => [
  "-isystem",
  join(root, "node_modules", path),
]);

/** Replaces `from`, which must occur once in the file under `native/`. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const parts = ["social_sdk", "social_sdk_binding"];
const directories = ["base", "system", "binding", ...parts];
const name = "slashpass_social_sdk.node";

/** Compiles edited addon sources and returns the addon's path. Later calls with the same sources and flags return it too. */
export async function buildAddon(flags: readonly string[], edits: readonly Edit[] = []): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([flags, edits]));
  for (const part of directories)
    for (const file of readdirSync(join(root, "native", part)).sort())
      hash.update(file).update(readFileSync(join(root, "native", part, file)));
  const folder = await buildOnce(hash, async (target) => {
    for (const part of directories)
      cpSync(join(root, "native", part), join(target, part), { recursive: true });
    for (const edit of edits) apply(target, edit);
    const objects = await Promise.all(parts.map((part) => compile(target, part, flags)));
    await outputOf("g++", ["-shared", ...flags, ...objects, "-o", join(target, name), "-ldl", "-lpthread"]);
  });
  return join(folder, name);
}

function apply(folder: string, { file, from, to }: Edit): void {
  const path = join(folder, file);
  const [before, after, ...more] = readFileSync(path, "utf8").split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} does not contain "${from}" once.`);
  writeFileSync(path, before + to + after);
}

/** Compiles all sources of a part at once, because most of the time is spent on headers. */
async function compile(folder: string, part: string, flags: readonly string[]): Promise<string> {
  const sources = readdirSync(join(folder, part)).filter(
    (name) => name.endsWith(".cpp") && !/_(?:windows|test)\.cpp$/.test(name),
  );
  const includes = sources.map((name) => `#include "${part}/${name}"\n`);
  if (part === "social_sdk") includes.push('#include "system/secret_memory.cpp"\n');
  const unit = join(folder, `${part}.cpp`);
  writeFileSync(unit, includes.join(""));
  const object = join(folder, `${part}.o`);
  const args = ["-c", "-std=c++20", "-O0", "-fPIC", ...flags, "-I", folder, ...headers, unit, "-o", object];
  await outputOf("g++", args, { limitMs: buildLimitMs });
  return object;
}
