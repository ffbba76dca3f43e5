import { describe, expect, it, vi } from "vitest";
import { askEmulator } from "../../../../src/cli/emulator/ask.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import type { ProgramSetting } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { type ScriptedAnswer, startService } from "../../../setup/scripted-service.ts";

/** Sends a request to the emulator at this URL. Returns the exit code, and the response or error. */
async function ask(address: string, body?: object, setting: ProgramSetting = {}) {
  let answer: unknown;
  let thrown: unknown;
  const { code, stdout } = await runningAct(
    async (call) => {
      try {
        answer = await askEmulator({ ...call, options: { emulator: address } }, "/control/trigger", body);
      } catch (error) {
        thrown = error;
        throw error;
      }
      return { result: {} };
    },
    ["--json"],
    setting,
  );
  return { code, answer, thrown, error: code === 0 ? undefined : readObject(stdout).error };
}

async function answering(answer: ScriptedAnswer) {
  await using service = await startService(() => answer);
  return { ...(await ask(service.base)), origin: service.base };
}

describe("with a running emulator", () => {
  it("sends a body as JSON in a POST request, and no body in a GET request", async () => {
    await using service = await startService(() => ({ body: { done: true } }));
    expect(await ask(`${service.base}/api/v10`, { event: "time.advance" })).toMatchObject({
      code: 0,
      answer: { done: true },
    });
    await ask(service.base);
    const [posted, got] = service.requests;
    expect(posted).toMatchObject({
      method: "POST",
      path: "/control/trigger",
      headers: { "content-type": "application/json" },
      fields: { event: "time.advance" },
    });
    expect(got).toMatchObject({ method: "GET", path: "/control/trigger", body: "" });
  });

  it.each([
    [{ message: "No such player.", hint: "Name one." }, "Name one."],
    [{ message: "No such player." }, undefined],
    [{ message: "No such player.", hint: 7 }, undefined],
  ])("reports the emulator's own message for %j", async (body, hint) => {
    const { code, error } = await answering({ status: 400, body });
    expect([code, error]).toMatchObject([2, { code: "misunderstood", message: "No such player." }]);
    expect(error?.hint).toBe(hint);
  });
});

describe("without an emulator of this version", () => {
  it.each<[string, ScriptedAnswer, string]>([
    ["rejects without a message", { status: 400, body: {} }, "HTTP 400"],
    ["rejects with only a string", { status: 400, body: '"no"' }, "HTTP 400"],
    ["responds with another status", { status: 404, body: { message: "Not found." } }, "HTTP 404"],
    ["redirects", { status: 302, headers: { location: "/elsewhere" }, body: {} }, "HTTP 302"],
    ["responds with a page", { body: "<html>" }, "not valid JSON"],
  ])("reports an emulator that %s", async (_case, answer, reason) => {
    const { code, error, origin } = await answering(answer);
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
    await using service = await startService(() => {
      late.abort(new DOMException("It is late.", "TimeoutError"));
      return { body: undefined };
    });
    const { code, error } = await ask(service.base);
    expect(timeout).toHaveBeenCalledWith(10_000);
    expect([code, error]).toMatchObject([
      1,
      {
        code: "emulator_unreachable",
        message: expect.stringContaining("(no response within 10 s)"),
      },
    ]);
  });
});

it("stops on Ctrl-C without reporting an emulator failure", async () => {
  const end = new AbortController();
  await using service = await startService(() => {
    end.abort();
    return { body: undefined };
  });
  const { code, error, thrown } = await ask(service.base, undefined, { signal: end.signal });
  expect([code, error?.code]).toEqual([130, "interrupted"]);
  expect(thrown).toBe(end.signal.reason);
});
