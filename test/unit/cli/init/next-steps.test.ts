import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { managerOf } from "../../../../src/cli/init/next-steps.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const id = "1400000000000000001";

/** Returns the command lines in the printed steps. */
async function stepsOf(
  words: readonly string[],
  {
    cwd = temporaryFolder(),
    env = {},
  }: { readonly cwd?: string; readonly env?: Record<string, string> } = {},
) {
  const { stdout } = await runInProcess(["init", "--yes", ...words], { cwd, env });
  return stdout
    .split("\n")
    .filter((line) => /^ {5}(?:npx|npm|pnpm|node) /.test(line))
    .map((line) => line.trim());
}

/** Creates a directory with the library installed. */
function withLibrary(): string {
  const cwd = temporaryFolder();
  const library = join(cwd, "node_modules", "slashpass");
  mkdirSync(library, { recursive: true });
  writeFileSync(join(library, "package.json"), '{ "exports": { "./interactions": "./index.js" } }');
  writeFileSync(join(library, "index.js"), "");
  return cwd;
}

describe("the next steps", () => {
  it("list every step for an empty directory", async () => {
    expect(await stepsOf([])).toEqual([
      "npm install slashpass",
      "npx slashpass dev",
      "npx slashpass emulator --port 8181 --env .env",
      "npx slashpass commands plan",
      "npx slashpass commands apply",
    ]);
  });

  it("skip installing the library or starting the emulator if already done", async () => {
    const env = { SLASHPASS_APPLICATION_ID: id, SLASHPASS_WEB_BASE: "http://127.0.0.1:8181" };
    expect(await stepsOf([], { cwd: withLibrary(), env })).toEqual([
      "npx slashpass dev",
      "npx slashpass commands plan",
      "npx slashpass commands apply",
    ]);
  });

  it("do not overwrite a user's .env", async () => {
    const cwd = withLibrary();
    writeFileSync(join(cwd, ".env"), "PORT=1");
    expect(await stepsOf(["--without-commands"], { cwd })).toEqual([
      "npx slashpass emulator --port 8181 --env .env.emulator",
      "npx slashpass commands plan --env-file .env.emulator",
      "npx slashpass commands apply --env-file .env.emulator",
    ]);
  });

  it.each([
    [{}, ["SLASHPASS_BOT_TOKEN", "SLASHPASS_PRODUCTION_BOT_TOKEN"]],
    [{ SLASHPASS_BOT_TOKEN: "set" }, ["SLASHPASS_PRODUCTION_BOT_TOKEN"]],
    [{ SLASHPASS_BOT_TOKEN: "set", SLASHPASS_PRODUCTION_BOT_TOKEN: "set" }, []],
  ])("mention only the missing tokens with the variables %j", async (env, names) => {
    const words = ["init", "--yes", "--application", id, "--production", "1400000000000000003"];
    const { stdout } = await runInProcess(words, { cwd: temporaryFolder(), env });
    expect(stdout.match(/SLASHPASS_\w+/g) ?? []).toEqual(names);
  });

  it("create a package for an Activity if there is none", async () => {
    const activity = ["npm install vite @discord/embedded-app-sdk", "node start.js"];
    expect((await stepsOf(["--activity"])).slice(-4)).toEqual([
      "npm init -y",
      "npm pkg set type=module",
      ...activity,
    ]);
    const cwd = withLibrary();
    writeFileSync(join(cwd, "package.json"), '{ "type": "module" }');
    const steps = await stepsOf(["--activity"], { cwd });
    expect(steps.slice(-3)).toEqual(["npx slashpass commands apply", ...activity]);
  });
});

it.each([
  [{ npm_config_user_agent: "npm/10.8.2 node/v20.19.0 linux x64" }, "npx slashpass"],
  [{ npm_config_user_agent: "pnpm/9.0.0 npm/? node/v20.19.0 linux x64" }, "pnpm exec slashpass"],
  [{ npm_config_user_agent: "yarn/4.0.0 npm/? node/v20.19.0 linux x64" }, "yarn slashpass"],
  [{ npm_config_user_agent: "bun/1.1.0 npm/? node/v20.19.0 linux x64" }, "bunx slashpass"],
  [{ npm_config_user_agent: "other/1.0.0" }, "npx slashpass"],
  [{ PATH: ["/usr/bin", "/usr/local/bin"].join(delimiter) }, "slashpass"],
  [{ PATH: "/usr/bin" }, "npx slashpass"],
  [{}, "npx slashpass"],
])("with the variables %j, runs the program as '%s'", (env, run) => {
  expect(managerOf({ env, again: ["/usr/bin/node", "/usr/local/bin/slashpass", "init"] }).run).toBe(run);
});
