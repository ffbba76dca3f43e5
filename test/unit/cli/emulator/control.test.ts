import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const env = { SLASHPASS_WEB_BASE: emulator.webBase };

describe("slashpass emulator export", () => {
  it("writes a world, without secrets, that the emulator can start from", async () => {
    const cwd = temporaryFolder();
    const { code, stdout } = await runInProcess(["emulator", "export", "--json"], { cwd, env });
    expect([code, readObject(stdout).result]).toEqual([0, { file: join(cwd, "world.json") }]);
    const text = readFileSync(join(cwd, "world.json"), "utf8");
    const { $schema, ...world } = JSON.parse(text) as Record<string, unknown>;
    expect($schema).toBe("./node_modules/slashpass/dist/schemas/world.json");
    expect(world).toEqual(emulator.exportWorld());
    for (const secret of ["clientSecret", "botToken", emulator.application.botToken])
      expect(text).not.toContain(secret);
    const end = new AbortController();
    const run = await runInProcess(["emulator", "--world", "world.json"], {
      cwd,
      signal: end.signal,
      onOutput: () => end.abort(),
    });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(emulator.application.id) });
  });

  it("overwrites a file only with --force, and does not prompt", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "w.json"), "mine");
    const words = ["emulator", "export", "--world", "w.json"];
    expect(await runInProcess(words, { cwd, env })).toMatchObject({ code: 2 });
    expect(readFileSync(join(cwd, "w.json"), "utf8")).toBe("mine");
    expect(await runInProcess([...words, "--force"], { cwd, env })).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "w.json"), "utf8")).toContain("Example Guild");
  });

  it.each([
    [[], {}, 2, "No emulator is specified"],
    [["--emulator", "nowhere"], {}, 2, "--emulator must be the web address of an emulator"],
    [[], { SLASHPASS_WEB_BASE: "nowhere" }, 2, "SLASHPASS_WEB_BASE must be the web address"],
    [["--emulator", "http://127.0.0.1:1"], {}, 1, "No compatible emulator responds at http://127.0.0.1:1"],
    [["--emulator", `${emulator.apiBase}/`], { SLASHPASS_WEB_BASE: "unused" }, 0, ""],
  ])("given the arguments %j and variables %j, exits with %i", async (words, variables, status, reason) => {
    const cwd = temporaryFolder();
    const { code, stderr } = await runInProcess(["emulator", "export", ...words], { cwd, env: variables });
    expect([code, oneLine(stderr)]).toEqual([status, expect.stringContaining(reason)]);
    expect(existsSync(join(cwd, "world.json"))).toBe(status === 0);
  });
});

describe("slashpass emulator trigger", () => {
  const trigger = (...words: string[]) => runInProcess(["emulator", "trigger", ...words], { env });

  it("triggers an event, and prints the created id", async () => {
    const { code, stdout } = await trigger("entitlement.create", "player=Ada", "sku=70");
    const [id] = emulator.application.entitlements.map((one) => one.id);
    expect([code, stdout]).toEqual([0, `entitlement.create: done.\nid  ${id}\n`]);
    const again = await trigger("entitlement.delete", `entitlement=${id}`, "--json");
    expect(readObject(again.stdout).result).toMatchObject({
      event: "entitlement.delete",
      told: { id, deleted: true },
    });
    expect(await trigger("time.advance", "time=1s")).toMatchObject({
      code: 0,
      stdout: "time.advance: done.\n",
    });
  });

  it("sends data from a file", async () => {
    const cwd = temporaryFolder();
    const user = { id: "5", username: "kim", discriminator: "0", global_name: null, avatar: null };
    writeFileSync(join(cwd, "event.json"), JSON.stringify({ user }));
    const words = ["emulator", "trigger", "application.deauthorized", "--data", "event.json"];
    expect(await runInProcess(words, { cwd, env })).toMatchObject({ code: 0 });
  });

  it.each([
    [["entitlement.creat"], "Did you mean entitlement.create?"],
    [["entitlement.create", "Ada"], "Fields must have the form name=value, such as player=Ada, not 'Ada'"],
    [["member.add", "player=Kim", "--data", "e.json"], "cannot be combined with fields"],
    [["member.add", "--data", "e.json"], "cannot be loaded"],
    [[], "missing required argument 'event'"],
  ])("rejects %j", async (words, reason) => {
    const { code, stderr } = await trigger(...words);
    expect([code, oneLine(stderr)]).toEqual([
      2,
      expect.stringMatching(new RegExp(reason.replace("?", "\\?"), "i")),
    ]);
  });
});

it("runs the program after --, even if it has the same name as a subcommand", async () => {
  const { code, stderr } = await runInProcess(["emulator", "--", "export"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("The program 'export' cannot be started")]);
});
