import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "../setup/child-process.ts";

const dist = new URL("../../dist/", import.meta.url);

/** Returns the files and modules that a built entry imports. With `late`, includes those loaded through `import()`. */
function importsOf(entry: string, late: boolean): { files: Set<string>; modules: Set<string> } {
  const files = new Set<string>();
  const modules = new Set<string>();
  const pattern = late
    ? /^(?:import|export)\b[^;]*?"([^"\n]+)";$|\bimport\("([^"]+)"\)/gm
    : /^(?:import|export)\b[^;]*?"([^"\n]+)";$/gm;
  const visit = (file: URL): void => {
    if (files.has(file.href)) return;
    files.add(file.href);
    for (const [, now, later] of readFileSync(file, "utf8").matchAll(pattern)) {
      const name = now ?? later ?? "";
      if (name.startsWith(".")) visit(new URL(name, file));
      else modules.add(name);
    }
  };
  visit(new URL(`${entry}.js`, dist));
  return { files, modules };
}

/**
 * The number of files (the entry and its shared chunks) and their maximum size in thousands of characters. Code that checks
 * commands or messages has a separate chunk for each kind of rule, and `slashpass/commands` has one for plans; `index` and
 * deployed endpoints load none of these. The limits are close to the current sizes. Raise a limit only with good reason.
 */
const readAtStart = [
  ["index", 6, 210],
  ["commands/index", 6, 204],
  ["commands/file-journal", 3, 56],
  ["commands/languages", 5, 165],
  // Includes everything that `index` loads, and the token masking code, which the first session would load anyway.
  ["electron/index", 9, 253],
  ["events/index", 4, 125],
  ["interactions/index", 6, 227],
  ["interactions/production", 3, 122],
  ["resources/index", 5, 111],
  ["emulator/index", 8, 606],
] as const;

describe.each(readAtStart)("dist/%s.js", (entry, count, thousands) => {
  it(`imports ${count} files, each of which adds half a millisecond to a game's startup`, () => {
    expect(importsOf(entry, false).files.size).toBe(count);
  });

  it(`has at most ${thousands} thousand characters, because every hundred thousand add 5 ms to startup`, () => {
    const texts = [...importsOf(entry, false).files].map((file) => readFileSync(new URL(file), "utf8"));
    expect(texts.join("").length).toBeLessThanOrEqual(thousands * 1000);
  });
});

const webEntries = [
  "commands/index",
  "commands/languages",
  "events/index",
  "interactions/index",
  "interactions/production",
  "resources/index",
];

describe.each(webEntries)("dist/%s.js for the web", (entry) => {
  // oauth4webapi is loaded through `import()` and uses only web standards. test/bundlers runs everything in edge runtimes.
  it("imports no Node.js modules, either statically or dynamically", () => {
    expect([...importsOf(entry, true).modules]).toEqual(["oauth4webapi"]);
  });
});

it("finds the imports of entries that are not for the web", () => {
  expect(importsOf("index", true).modules).toContain("node:crypto");
  expect(importsOf("index", true).modules).toContain("open");
  expect([...importsOf("commands/file-journal", false).modules]).toContain("node:fs/promises");
});

it("restores a session from the keychain without loading servers or OAuth", () => {
  for (const late of ["chunks/sign-in", "chunks/keychain"]) {
    const { modules } = importsOf(late, false);
    expect(["node:http", "node:worker_threads", "oauth4webapi"].filter((name) => modules.has(name))).toEqual(
      [],
    );
  }
});

it("loads no expensive Node.js module before a sign-in", () => {
  const costly = ["crypto", "http", "https", "net", "child_process", "worker_threads", "fs/promises"];
  const read = importsOf("index", false).modules;
  expect(costly.filter((name) => read.has(`node:${name}`))).toEqual([]);
  expect([...read].filter((name) => !name.startsWith("node:"))).toEqual([]);
});

it("loads command rules, command plans and message rules only when needed", () => {
  const read = [...importsOf("index", false).files].map((file) => file.slice(file.lastIndexOf("/") + 1));
  expect(read).not.toContain("rules.js");
  expect(read).not.toContain("planning.js");
  expect(read).not.toContain("endpoint.js");
});

it("loads presence only when a game uses it", () => {
  const presence = new URL("chunks/presence.js", dist).href;
  const parts = ["sign-in", "open-connection", "late", "keychain", "checks"].map((name) => `chunks/${name}`);
  for (const file of ["index", "electron/index", ...parts]) {
    const { files } = importsOf(file, false);
    expect([...files].filter((read) => readFileSync(new URL(read), "utf8").includes("SET_ACTIVITY"))).toEqual(
      [],
    );
  }
  expect(importsOf("index", true).files).toContain(presence);
});

it("loads no command rules in a deployed endpoint at startup", () => {
  const read = [...importsOf("interactions/production", false).files].join();
  expect(read).toContain("endpoint.js");
  expect(read).not.toContain("rules.js");
});

it.each(["index", "commands/index", "interactions/index", "interactions/production", "emulator/index"])(
  "loads the request code in dist/%s.js only on the first request",
  (entry) => {
    const read = [...importsOf(entry, false).files].map((file) => file.slice(file.lastIndexOf("/") + 1));
    for (const late of ["sending.js", "sender.js"]) expect(read).not.toContain(late);
  },
);

it("loads the emulator's page, Activity proxy, desktop client and authorization server on demand", () => {
  const parts = ["play", "activity-origins", "desktop-client", "provider"];
  const late = parts.map((name) => new URL(`chunks/${name}.js`, dist).href);
  const now = importsOf("emulator/index", false).files;
  const all = importsOf("emulator/index", true).files;
  expect(late.filter((file) => now.has(file))).toEqual([]);
  expect(late.filter((file) => all.has(file))).toEqual(late);
});

it("loads only one file and the bundler's helpers when the program starts", () => {
  const text = readFileSync(new URL("cli/main.js", dist), "utf8");
  const read = [...text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, file]) => file);
  expect(new Set(read)).toEqual(new Set(["frame.js", "rolldown-runtime.js"]));
});

it("bundles the authorization server without the full media type table, which is slow to load", () => {
  const text = readFileSync(new URL("carried/oidc-provider.js", dist), "utf8");
  expect(text).toContain("application/x-www-form-urlencoded");
  expect(text).not.toContain("application/vnd.");
});

it("reports a part omitted by a bundler only when the part is needed", async () => {
  const build = fileURLToPath(new URL("../build/", dist));
  mkdirSync(build, { recursive: true });
  const folder = mkdtempSync(join(build, "part-missing-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [, late = ""] =
    /import\("\.\/([^"]+)"\)/.exec(readFileSync(new URL("chunks/commands.js", dist), "utf8")) ?? [];
  for (const part of ["commands", "chunks"])
    cpSync(new URL(part, dist), join(folder, part), {
      recursive: true,
      filter: (path) => !path.endsWith(`/${late}`),
    });
  const program = `const { CommandsClient } = await import(${JSON.stringify(join(folder, "commands/index.js"))});
    const client = new CommandsClient({ applicationId: "1", credential: { botToken: "bot" }, fetch: () => console.log("sent") });
    await client.global.create({ name: "ping", description: "Pong" }).catch(({ code, message }) => console.log(code, message));`;
  const { stdout } = await runProgram(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe(`part_missing A lazily loaded part of slashpass is missing: ${late}.\n`);
});

it("loads Node's fetch while the player is in the browser, not after the redirect", async () => {
  const program = `
    import { Client } from "slashpass";
    const tell = () => console.log(process.moduleLoadList.some((name) => name.endsWith("undici/undici")));
    const openBrowser = async () => {
      tell();
      setImmediate(() => client.AbortAuthorize());
    };
    const client = new Client({ applicationId: "1", openBrowser });
    await client.Authorize({ scopes: "identify" }).catch((error) => console.log(error.code));
    tell();`;
  const args = ["--input-type=module", "--eval", program];
  const { status, stdout, stderr } = await runProgram(process.execPath, args, {
    cwd: new URL(".", dist).pathname,
  });
  expect(status, stderr).toBe(0);
  expect(stdout.split("\n")).toEqual(["false", "aborted", "true", ""]);
});
