import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { parse } from "yaml";
import { gameFiles, manifestText } from "../../../../src/cli/init/electron.ts";

describe("initElectron", () => {
  it("writes a game and prints the next steps", async () => {
    const cwd = temporaryFolder();
    const { code, stdout, stderr } = await runInProcess(["init", "--electron", "--yes"], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines.filter((line) => line.length > 80 && !line.includes(cwd))).toEqual([]);
    expect(lines.filter((line) => /^ {5}np[mx] /.test(line)).map((line) => line.trim())).toEqual([
      "npm install",
      "npm test",
      "npx slashpass emulator -- npm run dev",
      "npm run dev",
      "npm run package",
    ]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("Set the application's id in src/main/account.ts.");
    expect(existsSync(join(cwd, "slashpass.config.mjs"))).toBe(false);
    expect(readFileSync(join(cwd, "package.json"), "utf8")).toContain('"main": "out/main/index.js"');
  });

  it("writes the id of the given application", async () => {
    const cwd = temporaryFolder();
    const words = ["init", "--electron", "--application", "1400000000000000001", "--json"];
    const { stdout } = await runInProcess(words, { cwd });
    expect(readObject(stdout).result?.["files"]).toContain(join(cwd, "src/main/account.ts"));
    expect(readFileSync(join(cwd, "src/main/account.ts"), "utf8")).toContain("1400000000000000001");
  });

  it("overwrites no file without --force", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "tsconfig.json"), "{}");
    const words = ["init", "--electron", "--yes"];
    const { code, stderr } = await runInProcess(words, { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("Use an empty directory, or add --force.")]);
    expect(readdirSync(cwd)).toEqual(["tsconfig.json"]);
    expect((await runInProcess([...words, "--force"], { cwd })).code).toBe(0);
  });

  it("rejects options for the config or the commands", async () => {
    const cwd = temporaryFolder();
    const words = ["init", "--electron", "--yes", "--activity", "--format", "json"];
    const { code, stderr } = await runInProcess(words, { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("--electron and --format, --activity cannot"),
    ]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("gameFiles", () => {
  const example = "examples/electron";
  const read = (name: string): string => readFileSync(join(example, name), "utf8");
  /** Types for this repository, and pages for other frameworks. */
  const notWritten = ["electron.d.ts", "src/renderer/game.svelte", "src/renderer/react.tsx"];

  it("contains the example's files", () => {
    const names = readdirSync(example, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !file.parentPath.includes("user-data"))
      .map((file) => join(file.parentPath, file.name).slice(example.length + 1));
    expect([...gameFiles().keys(), ...notWritten].toSorted()).toEqual(names.toSorted());
    for (const [name, text] of gameFiles()) expect(text).toBe(read(name));
  });

  interface BuilderConfig {
    readonly asarUnpack: readonly string[];
    readonly protocols: readonly { readonly schemes: readonly string[] }[];
    readonly electronFuses: Readonly<Record<string, boolean>>;
  }

  it("has the same scheme, unpacked files and fuses for electron-builder and Forge", () => {
    const { asarUnpack, protocols, electronFuses } = parse(read("electron-builder.yml")) as BuilderConfig;
    const forge = read("forge.config.js");
    expect(asarUnpack).toEqual(["**/*.node", "**/redirect-opener*"]);
    expect(forge).toContain('asar: { unpack: "**/{*.node,redirect-opener*}" }');
    const [scheme] = protocols[0]?.schemes ?? [];
    expect(forge).toContain(`schemes: ["${scheme}"]`);
    expect(read("src/main/account.ts")).toContain(`? "${scheme}" : undefined`);
    expect(electronFuses).toMatchObject({ runAsNode: false, onlyLoadAppFromAsar: true });
    const fuses = Array.from(forge.matchAll(/FuseV1Options\.(\w+)\]: (\w+)/g), ([, name = "", value]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      value === "true",
    ]);
    expect(Object.fromEntries(fuses)).toEqual(electronFuses);
  });

  it("has an equivalent page for Svelte", () => {
    const page = read("src/renderer/game.svelte");
    expect(page).toContain('import { slashpass } from "slashpass/electron/renderer";');
    expect(page.match(/\$slashpass\b/g)?.length).toBeGreaterThan(3);
    for (const call of ["signIn", "cancel", "signOut"]) expect(page).toContain(`slashpass.${call}()`);
  });
});

describe("manifestText", () => {
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
});
