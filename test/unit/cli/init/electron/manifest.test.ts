import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { manifestText } from "../../../../../src/cli/init/electron/manifest.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string) => JSON.parse(manifestText(folder, "1.2.3")) as Manifest;
const readDevDependencies = (path: string) =>
  (JSON.parse(readFileSync(path, "utf8")) as Manifest).devDependencies;

it("lists the versions that this project tests", () => {
  const { dependencies, devDependencies } = manifestOf("/games/space");
  expect(dependencies).toEqual({ slashpass: "^1.2.3" });
  const tested = readDevDependencies("package.json");
  for (const name of ["electron-vite", "typescript", "vite", "vitest"])
    expect(devDependencies[name]).toBe(`^${tested[name]}`);
  const electrons = Object.values(readDevDependencies("test/electron/package.json"));
  expect(devDependencies["electron"]).toBe(electrons.at(-1)?.replace("npm:electron@", "^"));
});

it.each([
  ["/games/Space Race!", "space-race"],
  ["/games/-", "game"],
])("derives the name from the directory %s", (folder, name) => {
  expect(manifestOf(folder).name).toBe(name);
});

it("keeps the fields and dependencies of an existing package.json", () => {
  const folder = temporaryFolder();
  const old = {
    name: "mine",
    license: "MIT",
    main: "index.js",
    scripts: { lint: "oxlint", test: "exit 1" },
    dependencies: { slashpass: "file:.." },
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(old));
  expect(manifestOf(folder)).toMatchObject({
    name: "mine",
    license: "MIT",
    main: "out/main/index.js",
    scripts: { lint: "oxlint", test: "vitest run" },
    dependencies: { slashpass: "file:.." },
  });
});
