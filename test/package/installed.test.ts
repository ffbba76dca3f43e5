import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outputOf, runProgram } from "../setup/child-process.ts";

const root = new URL("../..", import.meta.url).pathname;
let project: string;
let files: string[];

/** The package as users get it, in a project of its own that shares our dependencies. Checkouts carry no binaries, so it is also a package without addon. */
beforeAll(async () => {
  mkdirSync(join(root, "build"), { recursive: true });
  project = mkdtempSync(join(root, "build", "installed-"));
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", project];
  const packed = await outputOf("npm", packing, { cwd: root, limitMs: 50_000 });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  mkdirSync(join(project, "node_modules", "slashpass"), { recursive: true });
  await outputOf("tar", [
    "-xzf",
    join(project, filename),
    "--strip-components=1",
    "-C",
    join(project, "node_modules", "slashpass"),
  ]);
  files = (await outputOf("tar", ["-tzf", join(project, filename)])).trim().split("\n");
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
  it("holds the built code, its sources and the documents, and nothing else", () => {
    const kinds = new Set(
      files.map((file) => file.replace(/^package\//, "").replace(/^(dist|src|prebuilds)\/.*/, "$1/")),
    );
    expect([...kinds].toSorted()).toEqual(
      [
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "SECURITY.md",
        "dist/",
        "package.json",
        "src/",
      ].toSorted(),
    );
    expect(files.filter((file) => /\.(test|test-d)\.|\.node$|\.tsbuildinfo$/.test(file))).toEqual([]);
  });

  it("is imported by every name, and required from CommonJS", async () => {
    const names = ["slashpass", "slashpass/commands", "slashpass/interactions", "slashpass/emulator"];
    const imports = names
      .map((name) => `console.log(Object.keys(await import("${name}")).length > 0);`)
      .join("\n");
    expect((await run(imports)).stdout).toBe("true\n".repeat(names.length));
    expect((await run('console.log(typeof require("slashpass").Client);', "program.cjs")).stdout).toBe(
      "function\n",
    );
  });

  it("has one ClientError, whichever entry it comes from", async () => {
    const program = `const classes = await Promise.all(["", "/commands", "/interactions"].map(async (name) => {
        const { ClientError } = await import("slashpass" + name);
        return ClientError;
      }));
      console.log(typeof classes[0], new Set(classes).size);`;
    expect((await run(program)).stdout).toBe("function 1\n");
  });

  it("is few files: each that is imported costs a game's start half a millisecond", () => {
    expect(files.filter((file) => file.endsWith(".js")).length).toBeLessThan(10);
  });

  it("loads no native code on import", async () => {
    const program = `process.dlopen = (_, file) => { throw new Error("loaded " + file); };
      for (const name of ["", "/commands", "/interactions", "/emulator"]) await import("slashpass" + name);
      console.log("nothing native");`;
    expect(await run(program)).toMatchObject({ stdout: "nothing native\n", status: 0 });
  });

  it("without the addon refuses to log and says what to do, and signs in all the same", async () => {
    const program = `import { Client, createRedactor, memoryTokenStore } from "slashpass";
      import { startEmulator } from "slashpass/emulator";
      try { createRedactor(); } catch ({ code, type, hint }) { console.log(code, type, hint.includes("node_modules/slashpass/prebuilds/")); }
      const emulator = await startEmulator();
      const { apiBase, webBase, application } = emulator;
      const client = new Client({ applicationId: application.id, apiBase, webBase, store: memoryTokenStore(), openBrowser: emulator.createPlayerAgent() });
      try { client.AddLogCallback(() => undefined, 1); } catch ({ code }) { console.log(code); }
      const session = await client.signIn({ scopes: "identify" });
      console.log(session.scopes, typeof (await session.accessToken()));
      await client.close();
      await emulator.close();`;
    expect(await run(program)).toEqual({
      status: 0,
      stdout: "addon_unavailable 4 true\naddon_unavailable\nidentify string\n",
      stderr: "",
    });
  });

  it("runs the README's example as printed", async () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const [, example = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    expect(example.split("\n").length).toBeLessThan(30);
    expect(await run(example, "sign-in.js")).toEqual({ status: 0, stdout: "Hello, Ada.\n", stderr: "" });
  });

  it("brings the program", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    const program = join(project, "node_modules", "slashpass", "dist", "cli", "main.js");
    expect(await outputOf(process.execPath, [program, "--version"])).toContain(version);
  });

  it("passes publint's strict rules", async () => {
    const { publint } = await import("publint");
    const { messages } = await publint({
      pkgDir: join(project, "node_modules", "slashpass"),
      strict: true,
      pack: false,
    });
    expect(messages).toEqual([]);
  });
});
