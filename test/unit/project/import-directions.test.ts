import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { describe, expect, test } from "vitest";
import { allImports, importDirections, loadedBy, worked } from "../../setup/import-directions.ts";
import { readTable } from "../../setup/markdown-table.ts";
import manifest from "../../../package.json" with { type: "json" };

const architecture = readFileSync("ARCHITECTURE.md", "utf8");
const allowed = new Map(
  readTable(architecture, "Import directions").map(([room = "", targets = ""]) => [
    room,
    new Set(targets.split(" ").filter((target) => target !== "–")),
  ]),
);
const files = allImports("src");
const named = files.flatMap(({ file, imports }) => imports.map(({ specifier }) => ({ file, specifier })));
const directions = importDirections("src", files);

describe("the table of import directions in ARCHITECTURE.md", () => {
  test("has a row for each module and no other rows", () => {
    expect([...allowed.keys()].toSorted()).toEqual([...directions.keys()].toSorted());
  });

  test("lists every import", () => {
    const unlisted = [...directions].flatMap(([room, targets]) =>
      [...targets]
        .filter(([target]) => !allowed.get(room)?.has(target))
        .map(([target, file]) => `${room} -> ${target} (${file})`),
    );
    expect(unlisted).toEqual([]);
  });

  test("lists no unused import", () => {
    const unused = [...allowed].flatMap(([room, targets]) =>
      [...targets]
        .filter((target) => !directions.get(room)?.has(target))
        .map((target) => `${room} -> ${target}`),
    );
    expect(unused).toEqual([]);
  });

  test("lists lower layers first, so that each row imports only from rows above it", () => {
    const rows = [...allowed.keys()];
    const upward = [...allowed].flatMap(([room, targets]) =>
      [...targets]
        .filter((target) => rows.indexOf(target) > rows.indexOf(room))
        .map((target) => `${room} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });
});

describe("src", () => {
  test("has only client.ts and index.ts at its root", () => {
    const atRoot = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(atRoot.map(({ name }) => name.replace(/\.ts$/, "")).toSorted()).toEqual(["client", "index"]);
  });

  test("contains only TypeScript, JSON and one shell script, so that all imports can be found", () => {
    const entries = readdirSync("src", { recursive: true, withFileTypes: true });
    const others = entries.filter((entry) => entry.isFile() && !/\.(?:tsx?|json)$/.test(entry.name));
    expect(others.map(({ name }) => name)).toEqual(["namespace.sh"]);
  });

  test("imports its own files by path, Node's modules by `node:`, and only packages that package.json lists", () => {
    const { dependencies, devDependencies, peerDependencies } = manifest;
    const packages = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
    const isKnown = (specifier: string): boolean =>
      specifier.startsWith(".") ||
      builtinModules.some((name) => specifier === `node:${name}`) ||
      packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
    const others = named.filter(({ specifier }) => specifier !== worked && !isPackage(specifier));
    expect(others.filter(({ specifier }) => !isKnown(specifier))).toEqual([]);
  });

  test("is imported by package name only in the command-line program", () => {
    const users = named.filter(({ specifier }) => isPackage(specifier)).map(({ file }) => file);
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((file) => !file.startsWith("src/cli/"))).toEqual([]);
  });

  test("imports computed paths only for users' files", () => {
    const importers = named.filter(({ specifier }) => specifier === worked).map(({ file }) => file);
    expect(importers).toEqual(["src/cli/dev/serve-handler.ts", "src/cli/settings/import-reply.ts"]);
  });
});

describe("the modules that an entry loads", () => {
  const entries = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === "object" ? [entry.default.replace(/^\.\/dist(.*)js$/, "src$1ts")] : [],
  );
  const needsAddon = (entry: string): string[] =>
    [...loadedBy(entry, files)]
      .filter(([file]) => /^src\/(?:log|native)\//.test(file))
      .map(([file, loader]) => `${loader} -> ${file}`);

  const withAddon = ["src/index.ts", "src/electron/index.ts", "src/social-sdk/index.ts"];

  test.each(entries.filter((entry) => !withAddon.includes(entry)))(
    "exclude log and native for %s, which runs without the addon",
    (entry) => {
      expect(needsAddon(entry)).toEqual([]);
    },
  );

  test.each(withAddon)("include log and native for %s", (entry) => {
    const found = needsAddon(entry).join();
    expect(found).toContain("-> src/log/redactor.ts");
    expect(found).toContain("-> src/native/load.ts");
  });
});

function isPackage(specifier: string): boolean {
  return specifier === manifest.name || specifier.startsWith(`${manifest.name}/`);
}
