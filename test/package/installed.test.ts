import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schemaFiles } from "../../scripts/schemas/index.ts";
import { outputOf, runProgram } from "../setup/child-process.ts";
import { declarationsOf } from "../setup/declarations.ts";

const root = new URL("../..", import.meta.url).pathname;
let project: string;
let tarball: string;
let installed: string;
let files: string[];

/** Installs the packed package, without the addon, in a separate project that shares our dependencies. */
beforeAll(async () => {
  mkdirSync(join(root, "build"), { recursive: true });
  project = mkdtempSync(join(root, "build", "installed-"));
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", project];
  const packed = await outputOf("npm", packing, { cwd: root, limitMs: 100_000 });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  tarball = join(project, filename);
  installed = join(project, "node_modules", "slashpass");
  mkdirSync(installed, { recursive: true });
  await outputOf("tar", ["-xzf", tarball, "--strip-components=1", "-C", installed]);
  const listed = (await outputOf("tar", ["-tzf", tarball])).trim().split("\n");
  files = listed.map((file) => file.replace(/^package\//, ""));
  rmSync(join(installed, "prebuilds"), { recursive: true, force: true });
  writeFileSync(
    join(project, "package.json"),
    JSON.stringify({ name: "game", private: true, type: "module" }),
  );
}, 60_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

async function run(source: string, name = "program.mjs", ...flags: string[]) {
  const file = join(project, name);
  writeFileSync(file, source);
  const { status, stdout, stderr } = await runProgram(process.execPath, [...flags, file], { cwd: project });
  return { status, stdout, stderr };
}

describe("the installed package", () => {
  it("contains only the built code and the documents", () => {
    const kinds = new Set(files.map((file) => file.replace(/^(dist|prebuilds)\/.*/, "$1/")));
    kinds.delete("prebuilds/");
    expect([...kinds].toSorted()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "dist/",
      "native/third-party-notices.txt",
      "package.json",
    ]);
    const built = new Set(files.filter((file) => file.startsWith("dist/")).map((file) => extname(file)));
    expect([...built].toSorted()).toEqual([".cjs", ".cts", ".js", ".json", ".ts", ".txt"]);
    expect(files.filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))).toEqual([]);
  });

  it("has exactly the declarations that its entries reference", () => {
    const { exports: entries } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
      exports: Record<string, string | { types?: string }>;
    };
    const printed = Object.values(entries).flatMap((entry) => {
      const { types } = typeof entry === "string" ? { types: undefined } : entry;
      return types === undefined ? [] : [...declarationsOf(pathToFileURL(join(installed, types))).keys()];
    });
    const declarations = files.filter((file) => /\.d\.c?ts$/.test(file));
    expect(declarations.map((file) => pathToFileURL(join(installed, file)).href).toSorted()).toEqual(
      [...new Set(printed)].toSorted(),
    );
  });

  it("is small without the binaries", () => {
    const bytes = files
      .filter((file) => !file.startsWith("prebuilds/"))
      .map((file) => statSync(join(installed, file)).size);
    // A third of this is the emulator's authorization server; a sixth, the declarations with their docstrings; a tenth, the
    // program with its prompts, tables and schemas; a tenth, the proxy's undici; a twentieth, the emulator's host for Activities;
    // 110 kB, the messages for players in 36 languages; and 18 kB, the Activity that `init --activity` creates. With binaries and
    // packages, the total is 12 MB (test/install).
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(4_140_000);
  });

  it("bundles the authorization server and the WebSocket library into the emulator only, with no external imports", () => {
    const programs = files.filter((file) => file.endsWith(".js"));
    const text = (file: string) => readFileSync(join(installed, file), "utf8");
    const [carried, webSockets] = ["dist/carried/oidc-provider.js", "dist/carried/ws.js"] as const;
    const importing = (file: string) => programs.filter((program) => text(program).includes(file));
    expect(importing("carried/oidc-provider.js")).toEqual(["dist/chunks/provider.js"]);
    expect(importing("carried/ws.js")).toEqual(["dist/chunks/emulator.js"]);
    expect(programs.filter((file) => text(file).includes("oidc-provider WARNING: "))).toEqual([carried]);
    expect(programs.filter((file) => text(file).includes("258EAFA5-E914-47DA"))).toEqual([webSockets]);
    const importedBy = (file: string) =>
      parseAst(text(file)).body.flatMap((statement) =>
        statement.type === "ImportDeclaration" ? [statement.source.value] : [],
      );
    expect(importedBy(carried).length).toBeGreaterThan(10);
    const together = programs.filter((file) => file.startsWith("dist/carried/"));
    const imported = together.flatMap(importedBy).map((name) => name.replace(/^\.\//, "dist/carried/"));
    expect(imported.filter((name) => !together.includes(name) && !isBuiltin(name))).toEqual([]);
  });

  it("contains every bundled package's license", () => {
    const notices = readFileSync(join(installed, "dist/carried/third-party-notices.txt"), "utf8");
    const titles = [...notices.matchAll(/^=+\n(\S+) \S+ \((\S+)\)$/gm)];
    expect(titles.length).toBeGreaterThan(30);
    for (const name of ["oidc-provider", "jose", "koa", "koa-compose", "mime-db", "ws"])
      expect(titles.map(([, title]) => title)).toContain(name);
    expect(new Set(titles.map(([, , license]) => license))).toEqual(new Set(["MIT", "ISC"]));
    const ofThePage = readFileSync(join(installed, "dist/emulator/third-party-notices.txt"), "utf8");
    expect([...ofThePage.matchAll(/^=+\n(\S+) \S+ \(MIT\)$/gm)].map(([, name]) => name)).toEqual(["preact"]);
  });

  it("can be imported under every name and required from CommonJS", async () => {
    const names = [
      "slashpass",
      "slashpass/api",
      "slashpass/commands",
      "slashpass/events",
      "slashpass/interactions",
      "slashpass/emulator",
    ];
    const imports = names
      .map((name) => `console.log(Object.keys(await import("${name}")).length > 0);`)
      .join("\n");
    expect((await run(imports)).stdout).toBe("true\n".repeat(names.length));
    expect((await run('console.log(typeof require("slashpass").Client);', "program.cjs")).stdout).toBe(
      "function\n",
    );
  });

  it("exports the same ClientError from all entries", async () => {
    const program = `const classes = await Promise.all(["", "/commands", "/events", "/interactions"].map(async (name) => {
        const { ClientError } = await import("slashpass" + name);
        return ClientError;
      }));
      console.log(typeof classes[0], new Set(classes).size);`;
    expect((await run(program)).stdout).toBe("function 1\n");
  });

  it("loads no native code on import", async () => {
    const program = `process.dlopen = (_, file) => { throw new Error("loaded " + file); };
      for (const name of ["", "/commands", "/events", "/interactions", "/emulator"]) await import("slashpass" + name);
      console.log("nothing native");`;
    expect(await run(program)).toMatchObject({ stdout: "nothing native\n", status: 0 });
  });

  it("signs in without the addon and reports that it cannot log", async () => {
    rmSync(join(installed, "prebuilds"), { recursive: true, force: true });
    const program = `import { Client, createRedactor, memoryTokenStore } from "slashpass";
      import { startEmulator } from "slashpass/emulator";
      try { createRedactor(); } catch ({ code, type, hint }) { console.log(code, type, hint.includes("node_modules/slashpass/prebuilds/")); }
      const emulator = await startEmulator();
      const { apiBase, webBase, application } = emulator;
      const client = new Client({ applicationId: application.id, apiBase, webBase, store: memoryTokenStore(), openBrowser: emulator.player().browser() });
      console.log(client.AddLogCallback(() => undefined, 1), client.SetLogDir(".", 1));
      const session = await client.signIn({ scopes: "identify" });
      console.log(session.scopes, typeof (await session.accessToken()));
      await client.close();
      await emulator.close();`;
    const { stderr, ...ended } = await run(program);
    expect(ended).toEqual({
      status: 0,
      stdout: "addon_unavailable 4 true\nfalse false\nidentify string\n",
    });
    expect(stderr).toMatch(/Warning: logging is disabled: The slashpass native addon .* could not be loaded/);
  });

  it("runs the README's example as printed", async () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const [, example = ""] = /```js\n(\/\/ sign-in\.mjs\n[\s\S]*?)```/.exec(readme) ?? [];
    expect(example.split("\n").length).toBeLessThan(30);
    expect(await run(example, "sign-in.mjs")).toEqual({ status: 0, stdout: "Hello, Ada.\n", stderr: "" });
  });

  it("contains the command-line program", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    const program = join(project, "node_modules", "slashpass", "dist", "cli", "main.js");
    expect(await outputOf(process.execPath, [program, "--version"])).toContain(version);
  });

  it("contains the schemas for the program's input and output", async () => {
    const schemas = Object.keys(schemaFiles);
    expect(files.filter((file) => /^dist\/.*\.json$/.test(file)).toSorted()).toEqual(
      schemas.map((name) => `dist/schemas/${name}`).toSorted(),
    );
    const program = `for (const name of ${JSON.stringify(schemas)})
      await import("slashpass/schemas/" + name, { with: { type: "json" } }).then((schema) => console.log(schema.default.title !== ""));`;
    expect((await run(program)).stdout).toBe("true\n".repeat(schemas.length));
  });

  it.each(["mjs", "json", "ts"])("creates valid files with init in %s format", async (format) => {
    const folder = join(project, `init-${format}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const program = join(installed, "dist/cli/main.js");
    const args = [
      "init",
      "--yes",
      "--application",
      "1400000000000000001",
      "--production",
      "1400000000000000002",
    ];
    // The oldest supported version of Node does not strip types.
    const stripping = `Object.defineProperty(process.features, "typescript", { value: "strip" })`;
    const flags =
      format === "ts" && !("typescript" in process.features)
        ? ["--import", `data:text/javascript,${stripping}`]
        : [];
    await outputOf(process.execPath, [...flags, program, ...args, "--format", format], { cwd: folder });
    const names = [`slashpass.config.${format}`, `commands.${format}`];
    if (format === "json") {
      const { Ajv2020 } = await import("ajv/dist/2020.js");
      for (const name of names) {
        const file = JSON.parse(readFileSync(join(folder, name), "utf8")) as { $schema: string };
        const schema = JSON.parse(readFileSync(join(project, file.$schema), "utf8")) as object;
        expect(new Ajv2020().validate(schema, file)).toBe(true);
      }
      return;
    }
    const check = () => {
      const checks =
        "--ignoreConfig --noEmit --strict --allowJs --checkJs --module nodenext --target es2023 --skipLibCheck";
      return runProgram(
        process.execPath,
        [join(root, "node_modules/typescript/bin/tsc"), ...checks.split(" "), ...names],
        { cwd: folder },
      );
    };
    expect(await check()).toMatchObject({ status: 0, stdout: "" });
    for (const [name, wrong] of [
      [names[0], "applicationId"],
      [names[1], "description"],
    ] as const) {
      const path = join(folder, name ?? "");
      writeFileSync(path, readFileSync(path, "utf8").replace(`${wrong}:`, `${wrong}s:`));
    }
    const { stdout } = await check();
    expect(stdout).toContain("applicationIds");
    expect(stdout).toContain("descriptions");
  });

  it("passes publint in strict mode", async () => {
    const { publint } = await import("publint");
    const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
    expect(messages).toEqual([]);
  });

  it("has types for every module resolution mode that supports exports and ES modules", async () => {
    const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    const problems = analysis.types ? analysis.problems : [analysis];
    // Excludes TypeScript's legacy "node" resolution and CommonJS on Node.js versions without require(esm); see the README.
    const forModulesOnly = new Set(["NoResolution node10", "CJSResolvesToESM node16-cjs"]);
    const found = problems.map((problem) =>
      "kind" in problem
        ? `${problem.kind} ${"resolutionKind" in problem ? problem.resolutionKind : ""}`
        : "no types",
    );
    expect(found.filter((problem) => !forModulesOnly.has(problem))).toEqual([]);
    expect(found.length).toBeGreaterThan(0);
  });
});
