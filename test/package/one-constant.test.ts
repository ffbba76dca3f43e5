import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, it } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
mkdirSync(join(root, "build"), { recursive: true });
const folder = mkdtempSync(join(root, "build", "one-constant-"));

afterAll(() => rmSync(folder, { recursive: true }));

async function bundleOf(entry: string, name: string): Promise<string> {
  const input = join(folder, "program.js");
  writeFileSync(input, `import { ${name} } from ${JSON.stringify(entry)}; globalThis.used = ${name};`);
  const build = await rolldown({
    input,
    platform: "node",
    external: [...builtinModules, /^node:/],
    logLevel: "silent",
  });
  const { output } = await build.generate({ minify: true });
  await build.close();
  return output.map((part) => ("code" in part ? part.code : "")).join("\n");
}

function isPlainData(value: unknown): boolean {
  return typeof value === "object" && isDeepStrictEqual(JSON.parse(textOf(value), reviveBigint), value);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === "bigint" ? `${String(field)}n` : field,
  );
}

function reviveBigint(_key: string, field: unknown): unknown {
  return typeof field === "string" && /^\d+n$/.test(field) ? BigInt(field.slice(0, -1)) : field;
}

interface Manifest {
  readonly exports: Record<string, unknown>;
}

/** Entries that load only in Electron. */
const ofElectron = ["./electron", "./electron/preload"];

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
const entries = Object.keys(manifest.exports)
  .filter((path) => !["./package.json", "./schemas/*", ...ofElectron].includes(path))
  .map((path) => path.replace(".", "slashpass"));
const exported = await Promise.all(
  entries.map(async (entry) => {
    const module = (await import(/* @vite-ignore */ entry)) as Record<string, unknown>;
    return Object.entries(module).map(([name, value]) => ({ entry, name, value }));
  }),
);
const constants = exported.flat().filter(({ value }) => isPlainData(value));

it("finds constants in every entry except those with only functions", () => {
  const without = entries.filter((entry) => constants.every((constant) => constant.entry !== entry));
  expect(without).toEqual([
    "slashpass/commands/file-journal",
    "slashpass/config",
    "slashpass/electron/react",
    "slashpass/electron/renderer",
    "slashpass/social-sdk",
    "slashpass/store-contract",
  ]);
});

describe("a program that imports one constant", () => {
  it.each(constants)(
    "contains at most 1 kB in addition to $name from $entry",
    async ({ entry, name, value }) => {
      const code = await bundleOf(entry, name);
      expect(code.length - textOf(value).length).toBeLessThan(1000);
    },
  );
});

it("bundles no diagnose() checks into a game that signs players in", async () => {
  const check = "The clock matches the service's.";
  expect(await bundleOf("slashpass", "diagnose")).toContain(check);
  expect(await bundleOf("slashpass", "Client")).not.toContain(check);
});

it("bundles no unused part of an Activity's server into an interaction endpoint", async () => {
  const texts = ["Exchanging an Activity's code", "is not a participant in the Activity"];
  expect(await bundleOf("slashpass/interactions", "exchangeActivityCode")).toContain(texts[0]);
  expect(await bundleOf("slashpass/interactions", "verifyParticipant")).toContain(texts[1]);
  const endpoint = await bundleOf("slashpass/interactions", "createInteractionHandler");
  expect(texts.filter((text) => endpoint.includes(text))).toEqual([]);
});
