import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { oneLine } from "../../../setup/program/one-line.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { type ScriptedAnswer, startService } from "../../../setup/scripted-service.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const env = { SLASHPASS_WEB_BASE: emulator.webBase };

describe("slashpass emulator export", () => {
  it("writes a world without secrets that the emulator can start from", async () => {
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

  it("overwrites a file only with --force and does not prompt", async () => {
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

  it("triggers an event and prints the created id", async () => {
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

describe("a request to the emulator", () => {
  async function ask(respond: () => ScriptedAnswer, signal?: AbortSignal) {
    await using service = await startService(respond);
    const words = ["emulator", "trigger", "time.advance", "time=1s", "--emulator", service.base, "--json"];
    const { code, stdout } = await runInProcess(words, { ...(signal && { signal }) });
    return { code, error: readObject(stdout).error, origin: service.base };
  }

  it.each([
    [{ message: "No such player.", hint: "Name one." }, "Name one."],
    [{ message: "No such player." }, undefined],
    [{ message: "No such player.", hint: 7 }, undefined],
  ])("reports the emulator's own message for the response %j", async (body, hint) => {
    const { code, error } = await ask(() => ({ status: 400, body }));
    expect([code, error]).toMatchObject([2, { code: "misunderstood", message: "No such player." }]);
    expect(error?.hint).toBe(hint);
  });

  it.each<[string, ScriptedAnswer, string]>([
    ["rejects without a message", { status: 400, body: {} }, "HTTP 400"],
    ["rejects with only a string", { status: 400, body: '"no"' }, "HTTP 400"],
    ["responds with another status", { status: 404, body: { message: "Not found." } }, "HTTP 404"],
    ["redirects", { status: 302, headers: { location: "/elsewhere" }, body: {} }, "HTTP 302"],
    ["responds with a page", { body: "<html>" }, "not valid JSON"],
  ])("fails if a server of another kind %s", async (_case, answer, reason) => {
    const { code, error, origin } = await ask(() => answer);
    expect([code, error]).toMatchObject([
      1,
      {
        code: "emulator_unreachable",
        message: expect.stringContaining(`No compatible emulator responds at ${origin} (`),
        hint: "Start 'slashpass emulator', and pass its web address with --emulator.",
      },
    ]);
    expect(error?.message).toContain(reason);
  });

  it("times out after ten seconds", async () => {
    const late = new AbortController();
    using timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
    const { code, error } = await ask(() => {
      late.abort(new DOMException("It is late.", "TimeoutError"));
      return { body: undefined };
    });
    expect(timeout).toHaveBeenCalledWith(10_000);
    const message = expect.stringContaining("(no response within 10 s)");
    expect([code, error]).toMatchObject([1, { code: "emulator_unreachable", message }]);
  });

  it("stops on Ctrl-C without reporting an emulator failure", async () => {
    const end = new AbortController();
    const respond = () => {
      end.abort();
      return { body: undefined };
    };
    const { code, error } = await ask(respond, end.signal);
    expect([code, error?.code]).toEqual([130, "interrupted"]);
  });
});
