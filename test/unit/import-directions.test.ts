import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allImports, importDirections, importsOf, roomOf, worked } from "../setup/import-directions.ts";
import { readTable } from "../setup/markdown-table.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";
import manifest from "../../package.json" with { type: "json" };

const architecture = readFileSync("ARCHITECTURE.md", "utf8");
const allowed = new Map(
  readTable(architecture, "Import directions").map(([room = "", targets = ""]) => [
    room,
    new Set(targets.split(" ").filter((target) => target !== "–")),
  ]),
);
const imports = allImports("src");
const directions = importDirections("src", imports);

describe("the table of import directions in ARCHITECTURE.md", () => {
  test("has a row for each folder and each root file, and no other", () => {
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

  test("lists nothing that nobody uses", () => {
    const unused = [...allowed].flatMap(([room, targets]) =>
      [...targets]
        .filter((target) => !directions.get(room)?.has(target))
        .map((target) => `${room} -> ${target}`),
    );
    expect(unused).toEqual([]);
  });

  test("has lower layers first: a row imports only from rows above it", () => {
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
  test("has nothing at its root but what every reader looks for", () => {
    const files = readdirSync("src", { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name.replace(/\.ts$/, "")).toSorted()).toEqual(
      "client errors index inspect-as session sign-in snowflake".split(" "),
    );
  });

  test("is TypeScript, whose imports are read: nothing else runs there", () => {
    const files = readdirSync("src", { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const others = files.filter(({ name }) => !/\.tsx?$/.test(name));
    expect(others.filter(({ name }) => !name.endsWith(".json"))).toEqual([]);
  });

  test("imports itself by path, Node's modules by `node:`, and packages that package.json names", () => {
    const { dependencies, devDependencies, peerDependencies } = manifest;
    const packages = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
    const isKnown = (specifier: string): boolean =>
      specifier.startsWith(".") ||
      builtinModules.some((name) => specifier === `node:${name}`) ||
      packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
    expect(bare(isKnown)).toEqual([]);
  });

  test("is imported by the name of the package in the program alone, which is a user of it", () => {
    const isUser = (file: string): boolean => file.startsWith("src/cli/");
    const byName = imports.filter(({ specifiers }) => specifiers.some(isPackage));
    expect(byName.length).toBeGreaterThan(0);
    expect(byName.filter(({ file }) => !isUser(file))).toEqual([]);
  });

  test("loads what is worked out as it runs only for files of the person", () => {
    const files = imports.filter(({ specifiers }) => specifiers.includes(worked));
    expect(files.map(({ file }) => file)).toEqual([
      "src/cli/settings/import-reply.ts",
      "src/cli/settings/load-file.ts",
    ]);
  });
});

describe("the imports of a source", () => {
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
  ])("of %s are %s", (source, specifier) => {
    expect(importsOf(source)).toEqual([specifier]);
  });

  test("are none in a text or a comment", () => {
    expect(importsOf('const a = `import "b";`; // import "c";\nexport const d = a;')).toEqual([]);
  });
});

test("a direction is found however the import is written, and whatever is asked of the file", () => {
  const root = temporaryFolder();
  for (const room of ["low", "high"]) mkdirSync(join(root, room));
  writeFileSync(join(root, "low/a.ts"), "type A = import('../high/b.tsx').B;");
  writeFileSync(join(root, "high/b.tsx"), "export * from '../client.ts?thread';");
  const found = [...importDirections(root)].map(([room, targets]) => [room, [...targets.keys()]]);
  expect(Object.fromEntries(found)).toEqual({ high: ["client"], low: ["high"] });
});

describe("a room", () => {
  test.each([
    ["src/errors.ts", "errors"],
    ["src/token/exchange.ts", "token"],
    ["src/emulator/api/user.ts", "emulator/api"],
  ])("of %s is %s", (file, room) => {
    expect(roomOf("src", file)).toBe(room);
  });
});

/** Imports that are neither known nor worked out, and not of the package itself. */
function bare(isKnown: (specifier: string) => boolean): string[] {
  return imports.flatMap(({ file, specifiers }) =>
    specifiers
      .filter((specifier) => specifier !== worked && !isPackage(specifier) && !isKnown(specifier))
      .map((specifier) => `${file}: ${specifier}`),
  );
}

function isPackage(specifier: string): boolean {
  return specifier === manifest.name || specifier.startsWith(`${manifest.name}/`);
}
