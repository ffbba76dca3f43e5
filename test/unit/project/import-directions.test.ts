import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  allImports,
  importDirections,
  importsOf,
  loadedBy,
  roomOf,
  worked,
} from "../../setup/import-directions.ts";
import { readTable } from "../../setup/markdown-table.ts";
import { temporaryFolder } from "../../setup/temporary-folder.ts";
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

  test("include static, dynamic and text imports, but no types", () => {
    const root = temporaryFolder();
    const write = (name: string, text: string): void => writeFileSync(join(root, name), text);
    write("entry.ts", "export * from './now.ts'; import type { A } from './type.ts';");
    write(
      "now.ts",
      "import './text.ts?thread'; type B = import('./type.ts').B; import { type C } from './c.ts';",
    );
    write("text.ts", "export const later = () => import('./later.ts');");
    const loaded = loadedBy(join(root, "entry.ts"), allImports(root));
    const names = [...loaded.keys()].map((file) => basename(file));
    expect(names).toEqual(["entry.ts", "now.ts", "text.ts", "c.ts", "later.ts"]);
  });
});

describe("a source file's imports", () => {
  test.each([
    ['import { a } from "../log/logger.ts";', "../log/logger.ts"],
    ["import { a } from '../log/logger.ts';", "../log/logger.ts"],
    ['import type { A } from "slashpass/commands";', "slashpass/commands"],
    ['import "slashpass";', "slashpass"],
    ['export * from "../log/logger.ts";', "../log/logger.ts"],
    ['export type { A } from "../log/logger.ts";', "../log/logger.ts"],
    ['const a = await import(/* late */ "../log/logger.ts");', "../log/logger.ts"],
    ["const a = import(`../log/logger.ts`);", "../log/logger.ts"],
    ["const a = import(`../log/${name}.ts`);", worked],
    ["const a = import(name);", worked],
    ['type A = import("../log/logger.ts").Logger;', "../log/logger.ts"],
    ['type A = typeof import("../log/logger.ts");', "../log/logger.ts"],
    ['import a = require("../log/logger.ts");', "../log/logger.ts"],
    ['const a = require("../log/logger.ts");', "../log/logger.ts"],
  ])("are found: %s imports %s", (source, specifier) => {
    expect(importsOf(source)).toMatchObject([{ specifier }]);
  });

  test("do not include strings and comments", () => {
    expect(importsOf('const a = `import "b";`; // import "c";\nexport const d = a;')).toEqual([]);
  });
});

test("finds a direction in any import syntax and with any query", () => {
  const root = temporaryFolder();
  for (const room of ["low", "high"]) mkdirSync(join(root, room));
  writeFileSync(join(root, "low/a.ts"), "type A = import('../high/b.tsx').B;");
  writeFileSync(join(root, "high/b.tsx"), "export * from '../client.ts?thread';");
  const found = [...importDirections(root)].map(([room, targets]) => [room, [...targets.keys()]]);
  expect(Object.fromEntries(found)).toEqual({ high: ["client"], low: ["high"] });
});

describe("a module", () => {
  test.each([
    ["src/core/errors.ts", "core"],
    ["src/client/diagnose/context.ts", "client"],
    ["src/client.ts", "client"],
    ["src/emulator/index.ts", "emulator"],
    ["src/emulator/page/browser/main.tsx", "emulator/page"],
  ])("is derived from the path %s: %s", (file, room) => {
    expect(roomOf("src", file)).toBe(room);
  });
});

function isPackage(specifier: string): boolean {
  return specifier === manifest.name || specifier.startsWith(`${manifest.name}/`);
}
